"""A space of meanings: words that stand in the same rules and questions lie near each other, so that other words still find the rule.

Latent semantic analysis (Deerwester and others, 1990) over every document of a build: nothing is learned elsewhere, and the same input
gives the same space. What the base keeps of it is one short vector a word and one a document.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from kb.search.documents import Document

DIMENSIONS = 100
"""How many numbers a vector has."""

VECTOR = np.dtype("<f2")
"""A number of a stored vector."""

# The numbers of a word are whole, so that a page adds up the very ones that the program does: this step, against the spread of a
# middling word, and none further from zero. Finer ones rank no better on our own questions, and weigh more.
_STEP = 2.5
LARGEST = 127

# A space is learned on at most this many documents, evenly taken: past that, more of them change it little and cost the cube.
_SAMPLE = 3000
# What a field brings to what a document is about.
_FIELDS = {"title": 2.0, "names": 1.0, "path": 0.5, "body": 1.0, "summary": 0.7, "questions": 1.5}
_LEAST_DOCUMENTS = 2
# Directions sought beyond those kept, and times that the search is sharpened.
_MARGIN = 30
_ITERATIONS = 6

Vectors = npt.NDArray[np.float32]

Counts = Mapping[str, float]
"""How often each word stands in a document, by what its field brings."""


@dataclass(frozen=True, slots=True)
class Space:
    """The vector of each word that several documents hold, in whole numbers, already weighted by its rarity."""

    places: dict[str, int]
    words: Vectors

    def of_document(self, counts: Counts) -> Vectors:
        """The vector of a document, of length one; zeros when none of its words has one."""
        known = [(self.places[key], _dampened(times)) for key, times in counts.items() if key in self.places]
        if not known:
            return np.zeros(self.words.shape[1], dtype=np.float32)
        at, times = zip(*known, strict=True)
        return unit(np.array(times, dtype=np.float32) @ self.words[list(at)])


def learn(counts: Iterable[Counts]) -> Space:
    """The space of some documents: the main directions in which they differ. They are gone through twice, and none is kept."""
    documents = 0
    held: Counter[str] = Counter()
    for found in counts:
        documents += 1
        held.update(found.keys())
    places = {key: place for place, key in enumerate(sorted(key for key, n in held.items() if n >= _LEAST_DOCUMENTS))}
    rarity = np.array([math.log(1 + documents / held[key]) for key in places], dtype=np.float32)
    step = max(1, math.ceil(documents / _SAMPLE))
    rows = _matrix(islice(counts, 0, None, step), math.ceil(documents / step), places)
    rows *= rarity
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    values, directions = _leading(rows @ rows.T)
    kept = np.argsort(-values, kind="stable")[:DIMENSIONS]
    kept = kept[values[kept] > 1e-6]  # noqa: PLR2004 - a direction that nothing follows
    axes = rows.T @ (directions[:, kept] / np.sqrt(values[kept])).astype(np.float32)
    words = np.zeros((len(places), DIMENSIONS), dtype=np.float32)
    # The sign of a direction is free: the heaviest word of each is made positive, so that two builds agree.
    words[:, : len(kept)] = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(len(kept))]) if len(kept) else 0
    return Space(places, _whole(words * rarity[:, None]))


def _whole(words: Vectors) -> Vectors:
    """Vectors in whole numbers of one step: their lengths count, against one another, and no unit."""
    spreads = words.std(axis=1)
    spreads = spreads[spreads > 0]
    if not len(spreads):
        return words
    step = _STEP * float(np.exp(np.log(spreads).mean()))
    return np.asarray(np.clip(np.rint(words / step), -LARGEST, LARGEST), dtype=np.float32)


def _leading(matrix: Vectors) -> tuple[Vectors, Vectors]:
    """The first eigenvalues of a symmetric matrix and their vectors, by subspace iteration (Halko, Martinsson and Tropp, 2011)."""
    size = min(len(matrix), DIMENSIONS + _MARGIN)
    basis = np.random.default_rng(0).standard_normal((len(matrix), size)).astype(np.float32)
    for _ in range(_ITERATIONS):
        basis, _rest = np.linalg.qr(matrix @ basis)
    values, directions = np.linalg.eigh(basis.T @ matrix @ basis)
    return values, basis @ directions


def unit(vector: Vectors) -> Vectors:
    """A vector brought to length one; a null one stays."""
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def packed(vectors: Iterable[Vectors]) -> bytes:
    """Vectors one after another, as bytes."""
    return b"".join(vector.astype(VECTOR).tobytes() for vector in vectors)


def unpacked(data: bytes) -> Vectors:
    """The vectors of `packed`, one a row."""
    return np.frombuffer(data, dtype=VECTOR).reshape(-1, DIMENSIONS).astype(np.float32)


def counted(document: Document) -> Counts:
    """How often each word stands in a document."""
    found: dict[str, float] = defaultdict(float)
    for name, weight in _FIELDS.items():
        for key in document.fields[name]:
            found[key] += weight
    return dict(found)


def _dampened(times: float) -> float:
    return 1 + math.log(times) if times >= 1 else times


def _matrix(counts: Iterable[Counts], size: int, places: Mapping[str, int]) -> Vectors:
    matrix = np.zeros((size, len(places)), dtype=np.float32)
    for row, found in enumerate(counts):
        for key, times in found.items():
            if key in places:
                matrix[row, places[key]] = _dampened(times)
    return matrix

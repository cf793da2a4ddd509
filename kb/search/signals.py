"""What is measured of a question against each candidate: a matrix, one row a candidate, one column a signal.

Every signal is a share between 0 and 1, or nearly, so that their weights can be read side by side. All that they need stands in the
index: nothing here looks at a text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kb.search.indexing import SATURATION
from kb.search.postings import ENTRY, NUMBERS, SEGMENT, Array, Part
from kb.search.space import unit, unpacked
from kb.store import KnowledgeBase, View

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.intp]

SIGNALS = (
    "bm25",  # the score of BM25F, against the most that these words could give
    "relative",  # the same, against the best candidate
    "cover",  # how much of the question the candidate holds, each word by its rarity
    "question",  # resemblance to the nearest of the questions written beside it
    "question-share",  # how much of the question that one holds
    "questions",  # resemblance to the second nearest
    "clause",  # resemblance to the nearest of its clauses
    "clause-share",  # how much of the question that clause holds
    "event",  # resemblance of the event told to one that its conditions name
    "name",  # how much of one of its names the question says
    "name-share",  # how much of the question is such a name, said whole
    "parent",  # the score of what stands above it, against the best candidate
    "child",  # the best score below it, against the best candidate
    "meaning",  # nearness in the space of meanings
    "near",  # linked to a candidate that one of its names, said whole, recognises
    "outside",  # no rule of the mode that is played unless another is named
    "aside",  # an example or a comment
    "whole",  # a heading that stands for all below it
    "tabular",  # a table, a profile
    "defines",  # a definition, where one is asked for
    "counts",  # a table, a profile, where a value is asked for
    "orders",  # a sequence, a step, where an order or a moment is asked for
    "named",  # the question is hardly more than one of its names
)

_HARDLY_MORE = 0.75
_ASIDE = frozenset({"example", "note", "faq"})
_DEFINING = frozenset({"definition", "keyword", "ability"})
_TABULAR = frozenset({"table", "profile"})
_ORDERED = frozenset({"sequence", "step"})
_NEAR = ("cites", "related", "uses", "excepts", "overrides", "restates")


@dataclass(frozen=True, slots=True)
class Index:
    """A view of a work, as arrays.

    Ids, weights and parents of its documents; its segments, the first of each document, the part and the rarity of each; the numbers of
    those that tell documents apart (all but the cases), and the place among them of the first of each document; the vector of each; why
    the work does not settle what is no provision of it (`unsettled`); the traits that need no question (`outside` to
    `tabular`, then whether it defines, counts, orders); the modes and the linked documents of each, those that it says again
    after them; the place of each id.
    """

    ids: tuple[str, ...]
    weights: Floats
    parents: Integers
    segments: Array
    starts: Integers
    parts: npt.NDArray[np.uint8]
    rarities: Floats
    telling: Integers
    telling_starts: Integers
    vectors: Floats
    absent: tuple[str, ...]
    unsettled: npt.NDArray[np.bool_]
    traits: Floats
    scopes: tuple[tuple[str, ...], ...]
    neighbours: dict[int, frozenset[int]]
    restated: dict[int, frozenset[int]]
    places: dict[str, int]

    def within(self, mode: str) -> npt.NDArray[np.bool_]:
        """Which documents apply in a mode."""
        return np.array([not scope or mode in scope for scope in self.scopes])

    @property
    def size(self) -> int:
        """How many documents there are."""
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question in the index."""

    rarity: float
    documents: Array
    segments: npt.NDArray[np.uint32]


def load(base: KnowledgeBase, work: str, view: View) -> Index:
    """The arrays of a view; empty ones where the work has none."""
    rows = base.rows(
        "SELECT d.id, d.weight, d.absent, n.parent, n.kind, n.scope FROM documents d LEFT JOIN nodes n ON n.id = d.id AND"
        " n.layer = (SELECT max(m.layer) FROM nodes m WHERE m.id = d.id AND (d.view = 'both' OR m.layer = d.view))"
        " WHERE d.work = ? AND d.view = ? ORDER BY d.document",
        (work, view),
    )
    places = {row[0]: place for place, row in enumerate(rows)}
    data = base.rows("SELECT segments, vectors FROM views WHERE work = ? AND view = ?", (work, view))
    packed, vectors = data[0] if data else (b"", b"")
    segments = np.frombuffer(packed, dtype=SEGMENT)
    telling = np.flatnonzero(segments["part"] != Part.CASE)
    scopes = tuple(tuple(json.loads(row[5] or "[]")) for row in rows)
    default = base.work(work).modes[0]
    return Index(
        ids=tuple(places),
        weights=np.array([row[1] for row in rows], dtype=np.float32),
        parents=np.array([places.get(row[3], -1) for row in rows], dtype=np.intp),
        segments=segments,
        starts=np.searchsorted(segments["document"], np.arange(len(rows) + 1)),
        telling=telling,
        telling_starts=np.searchsorted(segments["document"][telling], np.arange(len(rows) + 1)),
        parts=segments["part"].copy(),
        rarities=np.maximum(segments["weight"], np.float32(1e-6)),
        vectors=unpacked(vectors),
        absent=tuple(row[2] for row in rows),
        unsettled=np.array([bool(row[2]) for row in rows], dtype=np.bool_),
        traits=np.array(
            [_traits(row[4] or "", scope, default) for row, scope in zip(rows, scopes, strict=True)], dtype=np.float32
        ).reshape(-1, 7),
        scopes=scopes,
        neighbours={place: near | far for place, (near, far) in _linked(base, work, view, _NEAR, places).items()},
        restated={
            place: far for place, (_near, far) in _linked(base, work, view, ("restates",), places).items() if far
        },
        places=places,
    )


def _traits(kind: str, scope: tuple[str, ...], default: str) -> tuple[bool, ...]:
    """`outside`, `aside`, `whole`, `tabular`, then whether it defines, counts, orders."""
    tabular = kind in _TABULAR
    return (
        bool(scope) and default not in scope,
        kind in _ASIDE,
        kind == "section",
        tabular,
        kind in _DEFINING,
        tabular,
        kind in _ORDERED,
    )


def _linked(
    base: KnowledgeBase, work: str, view: View, types: Sequence[str], places: dict[str, int]
) -> dict[int, tuple[frozenset[int], frozenset[int]]]:
    """For each document, those from which an edge of these types comes, and those to which one goes.

    An edge of a unit is one of the whole rule.
    """
    marks = ",".join("?" * len(types))
    rows = base.rows(
        f"SELECT source, target FROM edges WHERE source LIKE ? || '/%' AND type IN ({marks}) AND (? = 'both' OR layer = ?)",  # noqa: S608 - only marks
        (work, *types, view, view),
    )
    joined: dict[int, tuple[set[int], set[int]]] = {}
    for row in rows:
        first, last = (places.get(end.partition("#")[0]) for end in row)
        if first is not None and last is not None and first != last:
            joined.setdefault(first, (set(), set()))[1].add(last)
            joined.setdefault(last, (set(), set()))[0].add(first)
    return {place: (frozenset(come), frozenset(go)) for place, (come, go) in joined.items()}


def fetch(base: KnowledgeBase, work: str, view: View, terms: Sequence[str]) -> dict[str, Term]:
    """The postings of those terms that the view holds."""
    marks = ",".join("?" * len(terms))
    rows = base.rows(
        f"SELECT term, rarity, documents, segments FROM postings WHERE work = ? AND view = ? AND term IN ({marks})",  # noqa: S608 - only marks
        (work, view, *terms),
    )
    return {
        term: Term(rare, np.frombuffer(documents, dtype=ENTRY), np.frombuffer(segments, dtype=NUMBERS))
        for term, rare, documents, segments in rows
    }


@dataclass(frozen=True, slots=True)
class Meanings:
    """The vector of every word of the base."""

    places: dict[str, int]
    vectors: Floats

    def of(self, keys: Iterable[str]) -> Floats:
        """The vector of a question, of length one."""
        return unit(self.vectors[[self.places[key] for key in keys if key in self.places]].sum(axis=0))


def meanings(base: KnowledgeBase) -> Meanings:
    """The space of meanings, as the base holds it."""
    rows = base.rows("SELECT key, vector FROM meanings")
    return Meanings({row[0]: place for place, row in enumerate(rows)}, unpacked(b"".join(row[1] for row in rows)))


@dataclass(frozen=True, slots=True)
class Scores:
    """BM25F over every document, and how much of the question each holds; `whole` is the rarity of all its words."""

    bm25: Floats
    cover: Floats
    whole: float


def score(index: Index, found: Mapping[str, Term], keys: Iterable[str], unknown: float) -> Scores:
    """Add the terms up. A word of the question that the work never uses counts as the rarest, `unknown`."""
    bm25 = np.zeros(index.size, dtype=np.float32)
    cover = np.zeros(index.size, dtype=np.float32)
    whole = 0.0
    asked = set(keys)
    for key in asked - found.keys():
        whole += unknown if key else 0.0
    for key, term in found.items():
        at = term.documents["document"]
        bm25[at] += term.documents["impact"]
        if key in asked:
            whole += term.rarity
            cover[at] += term.rarity
    bm25 *= index.weights
    return Scores(bm25, cover / (whole or 1.0), whole or 1.0)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as terms: its words, the keys of the events that it tells and their rarity, its vector, what it asks for."""

    words: tuple[Term, ...]
    events: tuple[Term, ...]
    told: float
    vector: Floats
    intent: str = ""


def hold(index: Index, asked: Asked) -> Floats:
    """How much of the question each segment holds, by rarity."""
    held = np.zeros(len(index.segments), dtype=np.float32)
    for term in (*asked.words, *asked.events):
        held[term.segments] += term.rarity
    return held


def measure(index: Index, scores: Scores, candidates: Integers, asked: Asked, held: Floats) -> Floats:
    """The signals of the candidates, in the order of `SIGNALS`."""
    top = float(scores.bm25[candidates].max()) or 1.0
    relative = scores.bm25 / top
    out = np.zeros((len(candidates), len(SIGNALS)), dtype=np.float32)
    out[:, 0] = scores.bm25[candidates] / (scores.whole * (SATURATION + 1))
    out[:, 1] = relative[candidates]
    out[:, 2] = scores.cover[candidates]
    _resemblances(index, candidates, asked.told, scores.whole, held, out)
    out[:, 13] = index.vectors[candidates] @ asked.vector
    parents = index.parents[candidates]
    out[:, 11] = np.where(parents >= 0, relative[parents], 0.0)
    _traits_of(index, candidates, asked, out)
    # The best child among the candidates: one that is not stands far below.
    rows = np.full(index.size + 1, -1)
    rows[candidates] = np.arange(len(candidates))
    # A parent of -1 is no place: it reads the last row, which is of no candidate.
    above = rows[parents]
    np.maximum.at(out[:, 12], above[above >= 0], out[above >= 0, 1])
    return out


def _traits_of(index: Index, candidates: Integers, asked: Asked, out: Floats) -> None:
    """Fill the signals that come from what a candidate is and from what it is linked to."""
    said = np.flatnonzero(out[:, 10])
    near = np.zeros(index.size, dtype=np.float32)
    for place, share in zip(candidates[said].tolist(), out[said, 10].tolist(), strict=True):
        linked = list(index.neighbours.get(place, ()))
        near[linked] = np.maximum(near[linked], np.float32(share))
    out[:, 14] = near[candidates]
    traits = index.traits[candidates]
    out[:, 15:19] = traits[:, :4]
    out[:, 19] = traits[:, 4] * (asked.intent == "definition")
    out[:, 20] = traits[:, 5] * (asked.intent == "value")
    out[:, 21] = traits[:, 6] * (asked.intent in {"sequence", "timing"})


def _resemblances(index: Index, candidates: Integers, told: float, whole: float, held: Floats, out: Floats) -> None:
    """Fill the signals that compare the question with segments."""
    at, owner = spread(index.telling_starts, candidates)
    if not len(at):
        return
    at = index.telling[at]
    part, weight, inside = index.parts[at], index.rarities[at], held[at]
    share, said = inside / whole, inside / weight
    alike = inside / np.sqrt(weight * np.float32(whole))
    firsts = np.flatnonzero(np.diff(owner, prepend=-1))
    rows = owner[firsts]

    def best(values: Floats, of: npt.NDArray[np.bool_]) -> Floats:
        """The highest value of each candidate's segments of a kind."""
        return np.maximum.reduceat(np.where(of, values, np.float32(0)), firsts)

    question, clause, name = part == Part.QUESTION, part == Part.CLAUSE, part == Part.NAME
    out[rows, 3], out[rows, 4] = best(alike, question), best(share, question)
    out[rows, 5] = best(alike, question & (alike < out[owner, 3]))
    out[rows, 6], out[rows, 7] = best(alike, clause), best(share, clause)
    if told:
        out[rows, 8] = best(inside / np.sqrt(weight * np.float32(told)), part == Part.EVENT)
    out[rows, 9] = best(said, name)
    # All of a name, to the last digit of a float.
    out[rows, 10] = best(share, name & (said > 0.999))  # noqa: PLR2004
    out[rows, 22] = out[rows, 10] >= _HARDLY_MORE


def spread(starts: Integers, candidates: Integers) -> tuple[Integers, Integers]:
    """The numbers of the segments of each candidate, and the candidate (its row) of each."""
    first, last = starts[candidates], starts[candidates + 1]
    counts = last - first
    owner = np.repeat(np.arange(len(candidates)), counts)
    before = np.cumsum(counts) - counts
    return np.arange(int(counts.sum())) - before[owner] + first[owner], owner

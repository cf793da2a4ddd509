"""What the questions beside one rule that have a verdict teach together: towards which side each of them leans a question like it.

The nearest question alone misleads where two differ by one word and have contrary answers: most of what they share with a third says
nothing. Ridge regression on the likeness of questions (Saunders, Gammerman and Vovk, 1998) gives each a weight such that all of a rule
together answer each of them as it should be: what two contrary questions share cancels out, and what tells them apart counts. The likeness
is what each bears on the other: less with each figure or thing that parts them, the contrary where only one denies (products of kernels).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.search.wording import ASKED, ASKED_BY_WORD, BRING, Booleans, Wording, is_pair

# How much the weights are kept small, in the unit of a question's likeness to itself.
_RIDGE = 0.3
# How far a question speaks for the contrary of one that denies where it does not, and what each thing that parts two leaves of it.
_CONTRARY, _LEFT = 0.5, 0.85
_DIGITS = 4

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Settled:
    """A question that has a verdict (1 for yes, -1 for no): its keys, how it is worded."""

    verdict: int
    keys: tuple[str, ...]
    wording: Wording


@dataclass(frozen=True, slots=True)
class Rarities:
    """How much each key tells, and each word or pair of words; and what a key tells that is in neither list."""

    keys: Mapping[str, float]
    terms: Mapping[str, float]
    unknown: float


class Lessons:
    """What the questions of each rule of a work teach; the same questions teach the same in every view."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._known: dict[tuple[Settled, ...], list[float]] = {}

    def of(self, questions: Sequence[Settled], rarities: Rarities) -> list[float]:
        """The weight of each question of a rule, above 0 where it leans to yes what is like it."""
        asked = tuple(questions)
        if asked not in self._known:
            verdicts = np.array([question.verdict for question in asked], dtype=np.float64)
            # The last digits are those of the library that solves, not of the rules.
            self._known[asked] = weights(alike(asked, rarities), verdicts).round(_DIGITS).tolist()
        return self._known[asked]


def weights(likenesses: Matrix, verdicts: Matrix) -> Matrix:
    """The weight of each question of a rule, from how like one another they are (0 to 1) and their verdicts (1, -1)."""
    return np.asarray(np.linalg.solve(likenesses + _RIDGE * np.eye(len(verdicts)), verdicts))


def alike(questions: Sequence[Settled], rarities: Rarities) -> Matrix:
    """How much each of some questions bears on each of them: 1 on itself, under 0 on one that asks the contrary."""
    keys = _cosines(
        [[(key, rarities.keys.get(key, rarities.unknown)) for key in question.keys] for question in questions]
    )
    words, pairs = (
        _cosines(
            [
                [(term, rarities.terms.get(term, 0.0)) for term in question.wording.terms if is_pair(term) == paired]
                for question in questions
            ]
        )
        for paired in (False, True)
    )
    reverse, apart = _parted([question.wording for question in questions])
    return np.asarray((BRING[0] * keys + BRING[1] * words + BRING[2] * pairs) * bearing(reverse, apart))


def bearing(reverse: Booleans, apart: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """What is left of the likeness of questions: whether only one of them denies what it asks, how many things part them."""
    return np.where(reverse, np.float32(-_CONTRARY), np.float32(1)) * np.float32(_LEFT) ** apart


def _parted(wordings: Sequence[Wording]) -> tuple[Booleans, npt.NDArray[Any]]:
    denies = np.array([bool(wording.denies & ASKED) != bool(wording.denies & ASKED_BY_WORD) for wording in wordings])
    figures = np.array([wording.figures for wording in wordings], dtype=np.uint32)
    marks = np.array([wording.marks for wording in wordings], dtype=np.uint64)
    apart = np.bitwise_count(np.bitwise_xor.outer(figures, figures)) + np.bitwise_count(
        np.bitwise_xor.outer(marks, marks)
    )
    return denies[:, None] != denies[None, :], apart


def _cosines(told: Iterable[Sequence[tuple[str, float]]]) -> Matrix:
    """The cosines of some lists of words, each with what it tells."""
    places: dict[str, int] = {}
    rows = [[(places.setdefault(word, len(places)), rarity) for word, rarity in words] for words in told]
    held = np.zeros((len(rows), len(places)))
    for row, words in zip(held, rows, strict=True):
        for place, rarity in words:
            row[place] = math.sqrt(rarity)
    held /= np.maximum(np.linalg.norm(held, axis=1, keepdims=True), 1e-6)
    return np.asarray(held @ held.T)

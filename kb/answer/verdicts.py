"""Yes or no: what the questions written beside the best rules say together of one that is asked.

A verdict stands beside a rule, written by who read it. The nearest questions speak first, and one that denies what is asked speaks for the
contrary. A verdict is given when all of them clearly say the same.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Indel

from kb.search import Found, Model
from kb.store import KnowledgeBase, Wording
from kb.store import search as queries

# The best rules whose questions have a say, and how many of the nearest on either side are weighed together.
_RULES, _NEAREST = 3, 3
# How many questions have a say, the nearest by their keys.
_HEEDED = 60
# What each figure or thing that parts two cases leaves of likeness, and how fast a rule that ranks lower counts less.
_LEFT, _RANK = 0.85, 1.5
# The less alike, the less a question weighs in a share: by this power, and as if one of this likeness said neither.
_POWER, _SILENT = 4, 0.3

EVIDENCE = (
    "nearest",  # by how much yes leads, with the three nearest of either side
    "share",  # how the questions share, those that deny what is asked turned round, other cases and lower rules counting less
    "same-figures",  # by how much yes leads among those with the same figures that deny the same
    "same-side",  # by how much yes leads among those that ask the same and not the contrary
)
"""What a verdict rests on. Each is above 0 where it speaks for yes, under 0 where it speaks for no."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`oui` or `non`, how sure it is (above 0), and the question that speaks most for it: its rule, its place beside it."""

    verdict: Literal["oui", "non"]
    margin: float
    rule: str
    question: int


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A written question with a verdict (1 yes, -1 no): its rule, its place beside it, how alike it is (0 to 1) and its words alone.

    Likeness is the mean of those of keys, of words in their order and of letters. Then by how far its rule ranks under the best one, and
    how its case differs from the one asked.
    """

    rule: str
    place: int
    verdict: int
    likeness: float
    words: float
    behind: float
    denies: bool
    denies_before: bool
    opposed: bool
    same_figures: bool
    apart: int


def verdict_of(base: KnowledgeBase, found: Found, asked: Wording, model: Model) -> Verdict | None:
    """The verdict of the best rules; none when the questions beside them say nothing clear."""
    near = neighbours(base, found, asked) if found.candidates else []
    if not near:
        return None
    odds = sum(weight * value for weight, value in zip(model.verdict.weights.values(), evidence(near), strict=True))
    side = 1 if odds > 0 else -1
    agreeing = max(near, key=lambda one: one.likeness if one.verdict == side else -1.0)
    if abs(odds) < model.verdict.threshold or agreeing.verdict != side:
        return None
    return Verdict("oui" if side > 0 else "non", abs(odds), agreeing.rule, agreeing.place)


def neighbours(base: KnowledgeBase, found: Found, asked: Wording, silent: Collection[int] = ()) -> list[Neighbour]:
    """The questions with a verdict beside the best rules, but for some witnesses."""
    rules = {one.document: one for one in found.candidates[:_RULES]}
    best = found.candidates[0].score
    words = asked.words.split()
    near = []
    for row in queries.verdicts(base, found.numbers, list(rules), _HEEDED):
        if row.witness in silent:
            continue
        said = Indel.normalized_similarity(words, row.wording.words.split())
        keys = row.held / math.sqrt(row.whole * found.whole)
        letters = Indel.normalized_similarity(asked.words, row.wording.words)
        near.append(
            Neighbour(
                rule=rules[row.document].row.id,
                place=row.place,
                verdict=1 if row.verdict == "oui" else -1,
                likeness=(keys + said + letters) / 3,
                words=said,
                behind=best - rules[row.document].score,
                denies=row.wording.denied != asked.denied,
                denies_before=row.wording.denied_before != asked.denied_before,
                opposed=row.wording.opposed(asked),
                same_figures=row.wording.figures == asked.figures,
                apart=row.wording.apart(asked),
            )
        )
    return near


def evidence(near: Sequence[Neighbour]) -> tuple[float, ...]:
    """What the verdict rests on, in the order of `EVIDENCE`."""
    return (
        _lead(near, _NEAREST),
        _share(near),
        _lead([one for one in near if one.same_figures and not one.denies and not one.denies_before], 1),
        _lead([one for one in near if not one.denies and not one.opposed], 1),
    )


def _lead(near: Iterable[Neighbour], count: int) -> float:
    """By how much yes leads, with the nearest few of either side."""
    sides: dict[int, list[float]] = {1: [], -1: []}
    for one in near:
        sides[one.verdict].append(one.likeness)
    yes, no = (sum(sorted(sides[side], reverse=True)[:count]) for side in (1, -1))
    return (yes - no) / count


def _share(near: Iterable[Neighbour]) -> float:
    """How the questions share, the nearest weighing most."""
    total, whole = 0.0, _SILENT**_POWER
    for one in near:
        weight = (one.likeness * _LEFT**one.apart) ** _POWER * math.exp(-one.behind / _RANK)
        total += weight * (-one.verdict if one.denies else one.verdict)
        whole += weight
    return total / whole

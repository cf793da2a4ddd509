"""How like the wording of a question is to that of clauses of a work, and of questions with a verdict beside its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from kb.search.remembering import Remembered
from kb.search.signals import Integers, spread
from kb.search.wording import (
    ASKED,
    ASKED_BY_WORD,
    TERMS,
    TOLD,
    TOLD_BY_WORD,
    WORDED,
    Array,
    Booleans,
    Floats,
    Wording,
    contrary,
    is_pair,
)
from kb.store import KnowledgeBase, View

# How many terms of a view are kept once read.
_TERMS = 1 << 14


@dataclass(frozen=True, slots=True)
class Likeness:
    """For some clauses and questions that have a verdict, in order.

    `segments` are theirs. `words` and `pairs` are the shares (0 to 1) of words and of pairs of words that both have; `contrary`, whether it
    takes the other side of an opposition; `denied` and `denied_before`, whether one denies what the other does not, in what it asks or in
    what it tells before; `refused` and `refused_before`, the same by words that deny; `figures`, whether both hold the same; `apart`, how
    many figures and things that tell two cases apart only one of them holds; `leaning`, towards which verdict each leans what is like it,
    above 0 for yes.
    """

    segments: Array
    words: Floats
    pairs: Floats
    contrary: Booleans
    denied: Booleans
    denied_before: Booleans
    refused: Booleans
    refused_before: Booleans
    figures: Booleans
    apart: Floats
    leaning: Floats


@dataclass(frozen=True, slots=True)
class _Held:
    """The wordings of a view: their rows and segments, where the terms of each begin, these terms, and how many terms there are."""

    rows: Array
    segments: npt.NDArray[np.uint32]
    starts: Integers
    terms: npt.NDArray[np.uint32]
    known: int


class Wordings:
    """The wordings that a base holds."""

    def __init__(self, base: KnowledgeBase) -> None:
        """Prepare; the arrays of a view are read when it is first asked."""
        self._base = base
        self._held = cache(self._held_of)
        self._terms = cache(self._terms_of)

    def prepare(self, work: str, view: View) -> None:
        """Read the arrays of a view."""
        self._held(work, view)

    def _held_of(self, work: str, view: View) -> _Held:
        found = self._base.rows("SELECT worded, terms FROM views WHERE work = ? AND view = ?", (work, view))
        worded, terms = found[0] if found else (b"", b"")
        rows = np.frombuffer(worded, dtype=WORDED)
        starts = np.concatenate([np.zeros(1, dtype=np.intp), rows["end"].astype(np.intp)])
        numbers = np.frombuffer(terms, dtype=TERMS)
        return _Held(rows, rows["segment"].copy(), starts, numbers, int(numbers.max(initial=0)) + 1)

    def _terms_of(self, work: str, view: View) -> Remembered[str, tuple[int, float]]:
        """The number and the rarity of each term of a view."""

        def read(terms: Sequence[str]) -> dict[str, tuple[int, float]]:
            marks = ",".join("?" * len(terms))
            query = f"SELECT term, number, rarity FROM wordings WHERE work = ? AND view = ? AND term IN ({marks})"  # noqa: S608 - only marks
            return {term: (number, rarity) for term, number, rarity in self._base.rows(query, (work, view, *terms))}

        return Remembered(read, _TERMS)

    def like(self, wording: Wording, work: str, view: View, segments: Integers | None = None) -> Likeness:
        """The likeness to one so worded of each clause or question of a view; of those among some segments, in order, when given."""
        held = self._held(work, view)
        places = np.arange(len(held.rows)) if segments is None else _places(held.segments, segments)
        at, owner = spread(held.starts, places)
        brought = np.zeros((2, held.known), dtype=np.float32)
        for term, (number, rarity) in self._terms(work, view).of(wording.terms).items():
            brought[int(is_pair(term)), number] = rarity
        whole = np.sqrt(brought.sum(axis=1))
        rows, said = held.rows[places], held.terms[at]
        known = np.flatnonzero(brought.max(axis=0)[said])
        words, pairs = (
            np.bincount(owner[known], brought[kind, said[known]], minlength=len(rows))
            / np.maximum(rows[name] * whole[kind], np.float32(1e-6))
            for kind, name in enumerate(("words", "pairs"))
        )
        differ, figures, marks = (
            np.bitwise_xor(rows[name], rows.dtype[name].type(getattr(wording, name)))
            for name in ("denies", "figures", "marks")
        )
        return Likeness(
            segments=rows["segment"],
            words=words.astype(np.float32),
            pairs=pairs.astype(np.float32),
            contrary=contrary(rows["sides"], wording.sides),
            denied=(differ & ASKED) != 0,
            denied_before=(differ & TOLD) != 0,
            refused=(differ & ASKED_BY_WORD) != 0,
            refused_before=(differ & TOLD_BY_WORD) != 0,
            figures=figures == 0,
            apart=(np.bitwise_count(figures) + np.bitwise_count(marks)).astype(np.float32),
            leaning=rows["leaning"],
        )


def _places(held: npt.NDArray[np.uint32], segments: Integers) -> Integers:
    """The places of those of some segments that are held, in the order given; `held` goes up."""
    # Of one type: the whole of `held` would be made anew into the other.
    places = np.searchsorted(held, segments.astype(held.dtype))
    known = places < len(held)
    known[known] = held[places[known]] == segments[known]
    return np.asarray(places[known])

"""How like the wording of a question is to that of each clause of a work, and of each question with a verdict beside its rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kb.search.wording import WORDED, Array, Booleans, Floats, Wording, contrary, is_pair
from kb.store import KnowledgeBase, View

_ROWS = np.dtype("<u4")


@dataclass(frozen=True, slots=True)
class Likeness:
    """For each clause, and each question that has a verdict, in the order of their segments.

    `segments` are theirs. `words` and `pairs` are the shares (0 to 1) of words and of pairs of words that both have; `contrary`, whether it
    takes the other side of an opposition; `denied` and `denied_before`, whether one denies what the other does not, in what it asks or in
    what it tells before; `leaning`, towards which verdict each leans what is like it, above 0 for yes.
    """

    segments: Array
    words: Floats
    pairs: Floats
    contrary: Booleans
    denied: Booleans
    denied_before: Booleans
    leaning: Floats


class Wordings:
    """The wordings that a base holds."""

    def __init__(self, base: KnowledgeBase) -> None:
        """Prepare; the rows of a view are read when it is first asked."""
        self._base = base
        self._rows = cache(self._rows_of)

    def _rows_of(self, work: str, view: View) -> Array:
        found = self._base.rows("SELECT worded FROM views WHERE work = ? AND view = ?", (work, view))
        return np.frombuffer(found[0][0] if found else b"", dtype=WORDED)

    def like(self, wording: Wording, work: str, view: View) -> Likeness:
        """The likeness of each question of a view to one so worded."""
        rows = self._rows(work, view)
        held = np.zeros((2, len(rows)), dtype=np.float32)
        whole = [0.0, 0.0]
        marks = ",".join("?" * len(wording.terms))
        query = f"SELECT term, rarity, rows FROM wordings WHERE work = ? AND view = ? AND term IN ({marks})"  # noqa: S608 - only marks
        for term, rarity, having in self._base.rows(query, (work, view, *wording.terms)):
            kind = int(is_pair(term))
            held[kind, np.frombuffer(having, dtype=_ROWS)] += rarity
            whole[kind] += rarity
        words, pairs = (
            held[kind] / np.maximum(rows[name] * np.float32(whole[kind] ** 0.5), np.float32(1e-6))
            for kind, name in enumerate(("words", "pairs"))
        )
        differ = rows["denies"] ^ np.uint8(wording.denies)
        return Likeness(
            segments=rows["segment"],
            words=words,
            pairs=pairs,
            contrary=contrary(rows["sides"], wording.sides),
            denied=(differ & 1) != 0,
            denied_before=(differ & 2) != 0,
            leaning=rows["leaning"],
        )

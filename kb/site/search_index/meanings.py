"""The space of meanings, rounded: the words that many works share, then those of each.

The vector of a document is not written: a page adds those of its words up again. A vector comes in two parts: coarse, to answer at once;
then what is left, loaded behind, for the same order as the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kb.search.signals import meanings
from kb.site.search_index.symbols import text_of, zigzag
from kb.store import KnowledgeBase

# The fine step, against the spread of a middling word. A coarse one is three fine ones: what is left of it is -1, 0 or 1.
FINE, RATIO = 1.0, 3
# A word of this many works stands in the common script, one of fewer in the script of each.
_MANY = 3
# Two coarse numbers this near zero make one sign.
NEAR, WIDE = 4, 128

Numbers = npt.NDArray[np.int64]


class Meanings:
    """The vectors of a base, shared out between the works whose keys are given."""

    def __init__(self, base: KnowledgeBase, keys: Mapping[str, Sequence[str]]) -> None:
        """Round the vectors of the base."""
        self._all = meanings(base)
        self._keys = keys
        spreads = self._all.vectors.std(axis=1)
        self.step = FINE * float(np.exp(np.log(spreads[spreads > 0]).mean())) if (spreads > 0).any() else 1.0
        self._fine: Numbers = np.rint(self._all.vectors / self.step).astype(np.int64)
        self._coarse: Numbers = np.rint(self._fine / RATIO).astype(np.int64)

    @cached_property
    def _works(self) -> Counter[str]:
        """In how many works each key stands."""
        return Counter(key for held in self._keys.values() for key in set(held) if key in self._all.places)

    @cached_property
    def shared(self) -> list[str]:
        """The keys that many works hold, the most telling first."""
        held = [key for key, count in self._works.items() if count >= _MANY]
        return sorted(held, key=lambda key: (-int(np.abs(self._coarse[self._all.places[key]]).sum()), key))

    def own(self, work: str) -> list[int]:
        """The numbers of the other keys of one work."""
        return [number for number, key in enumerate(self._keys[work]) if 0 < self._works[key] < _MANY]

    def coarse(self, keys: Iterable[str]) -> str:
        """The coarse part of the vectors of some keys, two numbers a sign."""
        return text_of(_pair(first, last) for first, last in self._rows(self._coarse, keys, 2))

    def rest(self, keys: Iterable[str]) -> str:
        """What is left of them, four numbers a sign."""
        left = self._fine - RATIO * self._coarse + 1
        return text_of(((a * 3 + b) * 3 + c) * 3 + d for a, b, c, d in self._rows(left, keys, 4))

    def _rows(self, numbers: Numbers, keys: Iterable[str], width: int) -> list[list[int]]:
        found: list[list[int]] = numbers[[self._all.places[key] for key in keys]].reshape(-1, width).tolist()
        return found


def _pair(first: int, last: int) -> int:
    """Two numbers as one: below 81 when both are near zero."""
    side = 2 * NEAR + 1
    if abs(first) <= NEAR and abs(last) <= NEAR:
        return (first + NEAR) * side + last + NEAR
    return side * side + zigzag(first) * WIDE + min(zigzag(last), WIDE - 1)

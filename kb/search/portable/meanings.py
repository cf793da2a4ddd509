"""The space of meanings as text: the words that many works share, then those of each.

The vector of a document is not written: a page adds those of its words up again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from kb.search.portable.symbols import text_of, zigzag
from kb.search.space import LARGEST, Space

# A word of this many works stands in the common script, one of fewer in the script of each.
_MANY = 3
# Two numbers this near zero make one sign.
NEAR, WIDE = 4, 2 * LARGEST + 2


class Meanings:
    """The vectors of a space, shared out between the works whose keys are given."""

    def __init__(self, space: Space, keys: Mapping[str, Sequence[str]]) -> None:
        """Count in how many works each key stands."""
        self._places, self._keys = space.places, keys
        self._numbers = space.words.astype(np.int64)
        self._works = Counter(key for held in keys.values() for key in set(held) if key in space.places)
        often = [key for key, count in self._works.items() if count >= _MANY]
        sizes = np.abs(self._numbers).sum(axis=1)
        self.shared = sorted(often, key=lambda key: (-int(sizes[self._places[key]]), key))
        """The keys that many works hold, the most telling first."""

    def own(self, work: str) -> list[int]:
        """The numbers of the other keys of one work."""
        return [number for number, key in enumerate(self._keys[work]) if 0 < self._works[key] < _MANY]

    def numbers(self, keys: Iterable[str]) -> str:
        """The vectors of some keys, two numbers a sign."""
        rows = self._numbers[[self._places[key] for key in keys]].reshape(-1, 2)
        return text_of(_pair(first, last) for first, last in rows.tolist())


def _pair(first: int, last: int) -> int:
    """Two numbers as one: below 81 when both are near zero."""
    side = 2 * NEAR + 1
    if abs(first) <= NEAR and abs(last) <= NEAR:
        return (first + NEAR) * side + last + NEAR
    return side * side + zigzag(first) * WIDE + zigzag(last)

"""The worked examples of a game: which value another question asks for, by those that are most like it."""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from kb.answer.ruling.word_counts import WordCounts
from kb.store import WorkedExample

# What a question is like: the nearest of a quantity counts for more than the mean of so many.
_NEAREST, _SHARE = 3, 2.0
# What the words of all its worked examples count for, and how many must have a word for it to be believed.
_OF_ALL, _BELIEVED = 0.1, 1.0
# What a key tells that no worked example has.
_UNKNOWN = 5.0


class Meant(NamedTuple):
    """A quantity that a question may ask for: how far behind the likeliest (0 or below), how like it the nearest worked examples are."""

    quantity: str
    behind: float
    alike: float


class _Written(NamedTuple):
    """A worked example, or a name: its quantity, how much its keys tell in all."""

    quantity: str
    whole: float


class Examples:
    """The written questions of one game, and the names of its quantities, as keys."""

    def __init__(self, written: Iterable[WorkedExample], names: Mapping[str, Iterable[Collection[str]]]) -> None:
        """Count what is written; `names` are by the id of each quantity."""
        asked = [(one.quantity, frozenset(one.keys)) for one in written if one.quantity in names]
        asked += [(identifier, frozenset(keys)) for identifier, named in names.items() for keys in named]
        holders: dict[str, set[str]] = defaultdict(set)
        self._counts = WordCounts()
        for quantity, keys in asked:
            self._counts.add((quantity, None), keys)
            for key in keys:
                holders[key].add(quantity)
        self._rarities = {
            key: math.log(1 + (len(names) - len(held) + 0.5) / (len(held) + 0.5)) for key, held in holders.items()
        }
        self._written = [_Written(quantity, self._length(keys)) for quantity, keys in asked]
        self._holding: dict[str, list[int]] = defaultdict(list)
        for place, (_quantity, keys) in enumerate(asked):
            for key in keys:
                self._holding[key].append(place)

    def _length(self, keys: Iterable[str]) -> float:
        return math.sqrt(math.fsum(self._rarities.get(key, _UNKNOWN) ** 2 for key in keys)) or 1.0

    def nearest(self, keys: Collection[str], count: int) -> list[Meant]:
        """The quantities that a question is likeliest to ask for, by its keys, the likeliest first.

        By how like it the nearest of their worked examples are, and by how much its words are those of all of them.
        """
        alike: dict[str, list[float]] = defaultdict(list)
        length = self._length(keys)
        for place, shared in self._shared(keys).items():
            one = self._written[place]
            alike[one.quantity].append(shared / (one.whole * length))
        known = [key for key in keys if key in self._rarities]
        scored = (
            (_similarity_of(held) + _OF_ALL * self._counts.tell(quantity, None, known, _BELIEVED), quantity)
            for quantity, held in alike.items()
        )
        found = sorted(scored, reverse=True)[:count]
        return [Meant(one, score - found[0][0], _similarity_of(alike[one])) for score, one in found]

    def _shared(self, keys: Iterable[str]) -> Mapping[int, float]:
        """How much the keys that written questions share with another tell, squared, by their places."""
        shared: dict[int, float] = defaultdict(float)
        for key in keys:
            for place in self._holding.get(key, ()):
                shared[place] += self._rarities[key] ** 2
        return shared


def _similarity_of(alike: list[float]) -> float:
    nearest = sorted(alike, reverse=True)[:_NEAREST]
    return _SHARE * nearest[0] + sum(nearest) / _NEAREST

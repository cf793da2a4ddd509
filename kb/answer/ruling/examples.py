"""The written questions of the values of a game: which value another question asks for, and what each of its figures is."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from kb.store import WorkedExample

# What a question is like: the nearest of a quantity counts for more than the mean of so many.
_NEAREST, _SHARE = 3, 2.0
# How many figures a word must have been seen near to be believed: of the slot in any quantity, then of the quantity's own.
_ANY, _OWN = 4.0, 2.0
# What a word near any figure counts for, however seldom it was seen.
_SEEN, _FIGURES = 0.5, 50.0
# What a key tells that no written question has.
_UNKNOWN = 5.0


class Meant(NamedTuple):
    """A quantity that a question may ask for: how far behind the most alike one (0 or below), how much of the question is known of it.

    `alike` is how alike the nearest question is of those whose requests give the same, 0 to 1.
    """

    quantity: str
    behind: float
    covered: float
    alike: Mapping[tuple[str, ...], float]


class _Written(NamedTuple):
    """A written question, or a name: its quantity, how much its keys tell in all, what its request gives."""

    quantity: str
    whole: float
    given: tuple[str, ...]


class Examples:
    """The written questions of one game, and the names of its quantities, as keys."""

    def __init__(self, written: Iterable[WorkedExample], names: Mapping[str, Iterable[Collection[str]]]) -> None:
        """Count what is written; `names` are by the id of each quantity."""
        written = [one for one in written if one.quantity in names]
        asked = [(one.quantity, frozenset(one.keys), one.given) for one in written]
        asked += [(identifier, frozenset(keys), ()) for identifier, named in names.items() for keys in named]
        holders: dict[str, set[str]] = defaultdict(set)
        for quantity, keys, _given in asked:
            for key in keys:
                holders[key].add(quantity)
        self._rarities = {
            key: math.log(1 + (len(names) - len(held) + 0.5) / (len(held) + 0.5)) for key, held in holders.items()
        }
        self._written = [_Written(quantity, self._length(keys), given) for quantity, keys, given in asked]
        self._holding: dict[str, list[int]] = defaultdict(list)
        self._known: dict[str, set[str]] = {identifier: set() for identifier in names}
        for place, (quantity, keys, _given) in enumerate(asked):
            self._known[quantity] |= keys
            for key in keys:
                self._holding[key].append(place)
        self._count(written)

    def _count(self, written: Iterable[WorkedExample]) -> None:
        """How often each word stands near a figure of each slot, of each quantity and of any."""
        self._own: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._any: dict[str, Counter[str]] = defaultdict(Counter)
        self._near: Counter[str] = Counter()
        # How many figures, by slot and in all.
        self._figures: Counter[object] = Counter()
        for one in written:
            for slot, around in one.figures:
                for counter in (self._own[one.quantity, slot], self._any[slot], self._near):
                    counter.update(around)
                self._figures.update(((one.quantity, slot), slot, None))

    def _length(self, keys: Iterable[str]) -> float:
        return math.sqrt(math.fsum(self._rarities.get(key, _UNKNOWN) ** 2 for key in keys)) or 1.0

    def nearest(self, keys: Collection[str], count: int) -> list[Meant]:
        """The quantities whose written questions and names are most like a question, the most alike first."""
        alike: dict[str, list[tuple[float, tuple[str, ...]]]] = defaultdict(list)
        length = self._length(keys)
        for place, shared in self._shared(keys).items():
            one = self._written[place]
            alike[one.quantity].append((shared / (one.whole * length), one.given))
        scored = ((_similarity_of([one for one, _given in held]), quantity) for quantity, held in alike.items())
        found = sorted(scored, reverse=True)[:count]
        whole = math.fsum(self._rarities.get(key, _UNKNOWN) for key in keys) or 1.0
        covered = {
            one: math.fsum(self._rarities[key] for key in keys if key in self._known[one]) for _score, one in found
        }
        return [
            Meant(one, score - found[0][0], covered[one] / whole, {given: near for near, given in sorted(alike[one])})
            for score, one in found
        ]

    def _shared(self, keys: Iterable[str]) -> Mapping[int, float]:
        """How much the keys that written questions share with another tell, squared, by their places."""
        shared: dict[int, float] = defaultdict(float)
        for key in keys:
            for place in self._holding.get(key, ()):
                shared[place] += self._rarities[key] ** 2
        return shared

    def likely(self, quantity: str, slot: str, around: Sequence[str]) -> float:
        """How much the words around a figure say that it is of a slot (of none: an empty one), above 0 when more than for any figure."""
        own, of_any = self._own.get((quantity, slot), _NONE), self._any.get(slot, _NONE)
        total = 0.0
        for word in around:
            usual = (self._near[word] + _SEEN) / (self._figures[None] + _FIGURES)
            often = (of_any[word] + _ANY * usual) / (self._figures[slot] + _ANY)
            total += math.log((own[word] + _OWN * often) / (self._figures[quantity, slot] + _OWN) / usual)
        return total / math.sqrt(len(around))


def _similarity_of(alike: list[float]) -> float:
    nearest = sorted(alike, reverse=True)[:_NEAREST]
    return _SHARE * nearest[0] + sum(nearest) / _NEAREST


_NONE: Counter[str] = Counter()

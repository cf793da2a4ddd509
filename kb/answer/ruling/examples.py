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
    """A quantity that a question may ask for: how far behind the most alike one (0 or below), how much of the question is known of it."""

    quantity: str
    behind: float
    covered: float


class _Written(NamedTuple):
    """A written question, or a name: its keys, how much they tell in all, what its request gives."""

    keys: frozenset[str]
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
        self._written: dict[str, list[_Written]] = {identifier: [] for identifier in names}
        for quantity, keys, given in asked:
            self._written[quantity].append(_Written(keys, self._length(keys), given))
        self._known = {
            identifier: frozenset().union(*(one.keys for one in held)) for identifier, held in self._written.items()
        }
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
        found = sorted(
            ((self._alike(keys, held), identifier) for identifier, held in self._written.items()), reverse=True
        )
        best = found[0][0] if found else 0.0
        whole = math.fsum(self._rarities.get(key, _UNKNOWN) for key in keys) or 1.0
        return [
            Meant(one, alike - best, math.fsum(self._rarities[key] for key in keys if key in self._known[one]) / whole)
            for alike, one in found[:count]
            if alike
        ]

    def _alike(self, keys: Collection[str], held: Sequence[_Written]) -> float:
        alike = sorted((self._cosine(keys, one) for one in held), reverse=True)[:_NEAREST]
        return (_SHARE * alike[0] + sum(alike) / _NEAREST) / self._length(keys) if alike else 0.0

    def _cosine(self, keys: Collection[str], one: _Written) -> float:
        return math.fsum(self._rarities[key] ** 2 for key in keys if key in one.keys) / one.whole

    def given_alike(self, quantity: str, keys: Collection[str], given: tuple[str, ...]) -> float:
        """How alike the nearest question of a quantity is whose request gives the same, 0 to 1."""
        same = (self._cosine(keys, one) for one in self._written[quantity] if one.given == given)
        return max(same, default=0.0) / self._length(keys)

    def likely(self, quantity: str, slot: str, around: Sequence[str]) -> float:
        """How much the words around a figure say that it is of a slot (of none: an empty one), above 0 when more than for any figure."""
        own, of_any = self._own.get((quantity, slot), _NONE), self._any.get(slot, _NONE)
        total = 0.0
        for word in around:
            usual = (self._near[word] + _SEEN) / (self._figures[None] + _FIGURES)
            often = (of_any[word] + _ANY * usual) / (self._figures[slot] + _ANY)
            total += math.log((own[word] + _OWN * often) / (self._figures[quantity, slot] + _OWN) / usual)
        return total / math.sqrt(len(around))


_NONE: Counter[str] = Counter()

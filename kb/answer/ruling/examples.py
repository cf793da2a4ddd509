"""The worked examples of a game: which value another question asks for, by those that are most like it."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from kb.answer.ruling.word_counts import WordCounts
from kb.search.classifying import pieces_of
from kb.store import WorkedExample

# What a question is like: the nearest of a quantity counts for more than the mean of so many.
_NEAREST, _SHARE = 3, 2.0
# What the words of all its worked examples count for, how many must have a word for it to be believed; and what the pieces of all do.
_OF_ALL, _BELIEVED, _OF_PIECES = 0.1, 1.0, 24.0
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


class _Centroids:
    """Each quantity as the pieces of words that all that is written of it has, the rarer ones counting for more (Rocchio, 1971)."""

    def __init__(self, written: Iterable[tuple[str, str]]) -> None:
        """Count the pieces of some (quantity, words)."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        uses, whole = Counter[str](), 0
        for quantity, words in written:
            held = pieces_of(words)
            counts[quantity].update(held)
            uses.update(held)
            whole += 1
        self._rarities = {piece: 1 + math.log((whole + 1) / (count + 1)) for piece, count in uses.items()}
        self._holding: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for quantity, pieces in counts.items():
            weights = {piece: self._rarities[piece] * math.log1p(count) for piece, count in pieces.items()}
            for piece, weight in _normalised(weights).items():
                self._holding[piece].append((quantity, weight))

    def similarities(self, words: str) -> Mapping[str, float]:
        """How like each quantity some words are, 0 to 1."""
        asked = _normalised({piece: self._rarities[piece] for piece in pieces_of(words) if piece in self._rarities})
        found: defaultdict[str, float] = defaultdict(float)
        for piece, weight in asked.items():
            for quantity, held in self._holding[piece]:
                found[quantity] += weight * held
        return found


def _normalised(weights: Mapping[str, float]) -> Mapping[str, float]:
    length = math.sqrt(math.fsum(weight**2 for weight in weights.values())) or 1.0
    return {piece: weight / length for piece, weight in weights.items()}


class Examples:
    """The written questions of one game, and the names of its quantities, as keys."""

    def __init__(self, written: Iterable[WorkedExample], names: Mapping[str, Iterable[Sequence[str]]]) -> None:
        """Count what is written; `names` are by the id of each quantity."""
        known = [one for one in written if one.quantity in names]
        called = [(identifier, keys) for identifier, named in names.items() for keys in named]
        asked = [(one.quantity, frozenset(one.keys)) for one in known]
        asked += [(identifier, frozenset(keys)) for identifier, keys in called]
        in_words = [(one.quantity, one.words) for one in known]
        self._centroids = _Centroids([*in_words, *((identifier, " ".join(keys)) for identifier, keys in called)])
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

    def nearest(self, words: str, keys: Collection[str], count: int) -> list[Meant]:
        """The quantities that a question is likeliest to ask for, by its words and its keys, the likeliest first.

        By how like it the nearest of their worked examples are, and by how much its keys and the pieces of its words are those of all of
        them.
        """
        alike: dict[str, list[float]] = defaultdict(list)
        length = self._length(keys)
        for place, shared in self._shared(keys).items():
            one = self._written[place]
            alike[one.quantity].append(shared / (one.whole * length))
        known = [key for key in keys if key in self._rarities]
        similar = self._centroids.similarities(words)
        scored = (
            (
                _similarity_of(held)
                + _OF_ALL * self._counts.tell(quantity, None, known, _BELIEVED)
                + _OF_PIECES * similar[quantity],
                quantity,
            )
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

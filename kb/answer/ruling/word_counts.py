"""How often words stand with things, and how much a word tells of one: the counts that worked examples are read by."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

# What a word counts for that was never seen, in how many places.
_SEEN, _PLACES = 0.5, 50.0


class WordCounts:
    """How often each word stands with each thing, and how often each thing was seen."""

    def __init__(self) -> None:
        """Nothing is seen yet."""
        self._words: dict[object, Counter[str]] = defaultdict(Counter)
        self._seen: Counter[object] = Counter()

    def add(self, things: Iterable[object], words: Collection[str]) -> None:
        """See some words once, with each of these things."""
        for thing in things:
            self._words[thing].update(words)
            self._seen[thing] += 1

    def seen(self, thing: object) -> int:
        """How often a thing was seen."""
        return self._seen[thing]

    def knows(self, thing: object, word: str) -> bool:
        """True when a word was seen with a thing."""
        return word in self._words.get(thing, _NONE)

    def share(self, thing: object, word: str) -> float:
        """How often a word was seen with a thing, 0 to 1."""
        return self._words.get(thing, _NONE)[word] / (self._seen[thing] or 1)

    def tell(self, thing: object, usual: object, words: Iterable[str], believed: float) -> float:
        """How much words are of a thing more than of what is usual, in logarithms.

        A word is believed when it was seen about `believed` times.
        """
        own, whole = self._words.get(thing, _NONE), self._words.get(usual, _NONE)
        count, of_all = self._seen[thing], self._seen[usual]
        total = 0.0
        for word in words:
            often = (whole[word] + _SEEN) / (of_all + _PLACES)
            total += math.log((own[word] + believed * often) / (count + believed) / often)
        return total


_NONE: Counter[str] = Counter()

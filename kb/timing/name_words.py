"""The words of the name of a moment, as they are compared: those that say which it is, those that say little, a number."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from kb.model.words import fold, title_key, tokens
from kb.search import Analyzer


@dataclass(frozen=True, slots=True)
class NameWords:
    """A name in keys: its `heavy` words say which moment it is.

    `light` ones (« unité », « phase ») only choose between two that it fits alike, `acts` (« jet », « test ») a little more. `weak` when
    there are none but light words: they then count as the others do. `number` is the one that it holds, if it holds one; `others` are its
    words for the other player, or for another of the same.
    """

    key: str
    heavy: Counter[str]
    light: Counter[str]
    acts: Counter[str]
    weak: bool
    number: int | None
    others: frozenset[str]

    @property
    def every(self) -> frozenset[str]:
        """All of its words."""
        return frozenset((*self.heavy, *self.light, *self.acts))


class NameReader:
    """Reads names with the analysis of a work."""

    def __init__(self, analyzer: Analyzer) -> None:
        """Prepare the words of moments of its lexicon."""
        self._analyzer = analyzer
        words = analyzer.lexicon.moments
        self._light, self._acts, self._others = (
            set(map(fold, said)) for said in (words.light, words.acts, words.others)
        )
        self._ordinals = {fold(word): place for place, said in enumerate(words.ordinals, 1) for word in said}
        # The key of each word that another means: that of the first of its kindred.
        key = analyzer.key
        self._kindred = {key(word): key(said[0]) for said in reversed(words.kindred) for word in said}

    @lru_cache(maxsize=8192)  # noqa: B019 - it lives as long as the timeline that it serves
    def read(self, name: str) -> NameWords:
        """The words of a name."""
        heavy, light, acts = Counter[str](), Counter[str](), Counter[str]()
        found = tokens(name)
        for token in found:
            if token not in self._analyzer.lexicon.stopwords:
                little = token.isdigit() or fold(token) in self._light
                words = light if little else acts if fold(token) in self._acts else heavy
                words[self._key(token)] += 1
        weak = not heavy
        numbers = (self._number(fold(token)) for token in found)
        return NameWords(
            key=title_key(name),
            heavy=light + acts if weak else heavy,
            light=Counter() if weak else light,
            acts=Counter() if weak else acts,
            weak=weak,
            number=next((number for number in numbers if number is not None), None),
            others=frozenset(self._key(token) for token in found if fold(token) in self._others),
        )

    def _key(self, token: str) -> str:
        key = self._analyzer.key(token)
        return self._kindred.get(key, key)

    def _number(self, word: str) -> int | None:
        return int(word) if word.isdecimal() else self._ordinals.get(word)

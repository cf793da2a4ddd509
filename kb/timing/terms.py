"""The words of the name of a moment, as they are compared: what tells, what tells little, what counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kb.model.words import fold, title_key, tokens

if TYPE_CHECKING:
    from kb.search import Analyzer


@dataclass(frozen=True, slots=True)
class Terms:
    """A name in keys: its `heavy` words tell which moment it is.

    `light` ones (« unité », « phase ») tell only between two that it fits alike, `acts` (« jet », « test ») a little more. `weak` when
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


class TermReader:
    """Reads names with the analysis of a work."""

    def __init__(self, analyzer: Analyzer) -> None:
        """Prepare the words of moments of its lexicon."""
        self._analyzer = analyzer
        self._words = analyzer.lexicon.moments
        self._light = {fold(word) for word in self._words.light}
        self._acts = {fold(word) for word in self._words.acts}
        self._others = {fold(word) for word in self._words.others}
        self._ordinals = {fold(word): place for place, said in enumerate(self._words.ordinals, 1) for word in said}

    @cached_property
    def _kindred(self) -> dict[str, str]:
        """The key of each word that another means: that of the first of its kindred."""
        key = self._analyzer.key
        return {key(word): key(said[0]) for said in reversed(self._words.kindred) for word in said}

    @lru_cache(maxsize=8192)  # noqa: B019 - it lives as long as the timeline that it serves
    def read(self, name: str) -> Terms:
        """The terms of a name."""
        heavy, light, acts = Counter[str](), Counter[str](), Counter[str]()
        found = tokens(name)
        for token in found:
            if token not in self._analyzer.lexicon.stopwords:
                bag = light if self._tells_little(token) else acts if fold(token) in self._acts else heavy
                bag[self._key(token)] += 1
        weak = not heavy
        folded = [fold(token) for token in found]
        return Terms(
            key=title_key(name),
            heavy=light + acts if weak else heavy,
            light=Counter() if weak else light,
            acts=Counter() if weak else acts,
            weak=weak,
            number=next((self._number(word) for word in folded if self._number(word) is not None), None),
            others=frozenset(self._key(token) for token in found if fold(token) in self._others),
        )

    def _tells_little(self, token: str) -> bool:
        return token.isdigit() or fold(token) in self._light

    def _key(self, token: str) -> str:
        key = self._analyzer.key(token)
        return self._kindred.get(key, key)

    def _number(self, word: str) -> int | None:
        return int(word) if word.isdecimal() else self._ordinals.get(word)

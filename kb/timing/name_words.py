"""The words of the name of a moment, as they are compared: those that say which it is, those that say little, a number."""

from collections import Counter
from collections.abc import Callable
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


def name_reader(analyzer: Analyzer) -> Callable[[str], NameWords]:
    """What reads names with the analysis of a work."""
    words, stopwords = analyzer.lexicon.moments, analyzer.lexicon.stopwords
    little, done, elsewhere = (set(map(fold, said)) for said in (words.light, words.acts, words.others))
    ordinals = {fold(word): place for place, said in enumerate(words.ordinals, 1) for word in said}
    # The key of each word that another means: that of the first of its kindred.
    kindred = {analyzer.key(word): analyzer.key(said[0]) for said in reversed(words.kindred) for word in said}

    def key_of(token: str) -> str:
        key = analyzer.key(token)
        return kindred.get(key, key)

    @lru_cache(maxsize=8192)
    def read(name: str) -> NameWords:
        heavy, light, acts = Counter[str](), Counter[str](), Counter[str]()
        found = [(token, fold(token)) for token in tokens(name)]
        for token, word in found:
            if token not in stopwords:
                kind = light if token.isdigit() or word in little else acts if word in done else heavy
                kind[key_of(token)] += 1
        weak = not heavy
        numbers = (int(word) if word.isdecimal() else ordinals.get(word) for _token, word in found)
        return NameWords(
            key=title_key(name),
            heavy=light + acts if weak else heavy,
            light=Counter() if weak else light,
            acts=Counter() if weak else acts,
            weak=weak,
            number=next((number for number in numbers if number is not None), None),
            others=frozenset(key_of(token) for token, word in found if word in elsewhere),
        )

    return read

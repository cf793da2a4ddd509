"""The words of every work in one table: forms, and the key of each that its own stem does not give."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile

import Stemmer
from simplemma.strategies.dictionaries import DefaultDictionaryFactory

from kb.model import Lexicon
from kb.search.analysis import Analyzer
from kb.words import fold

# Capitals part the pieces of a word: a form has none.
_MOST = 25
# Tenses that nobody speaks: forms of the dictionary that no question holds.
_BOOKISH = re.compile(r"[âîû](?:t|mes|tes)$|[aiu]ss(?:es?|ions|iez|ent)$|[èiu]rent$|i(?:ons|ez)$")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one work: its lexicon, the keys that name an action, how often each form stands in it."""

    lexicon: Lexicon
    actions: frozenset[str]
    uses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameWords:
    """What one work adds to the common table: uses of forms, keys of its own, families; its stop words and actions."""

    uses: Mapping[str, int]
    keys: Mapping[str, str]
    families: Mapping[str, str]
    stopwords: frozenset[str]
    actions: frozenset[str]


class Words:
    """The forms of some works, and what tells the key of each."""

    def __init__(self, works: Mapping[str, Vocabulary], known: Collection[str]) -> None:
        """Analyse each form once; `known` are the keys of the base: the dictionary gives forms of no other."""
        stemmer = Stemmer.Stemmer("french")
        self._stemmed = cache(lambda form: fold(stemmer.stemWord(form)))
        self._keys: dict[str, str] = {}
        self.games = {work: self._game(vocabulary) for work, vocabulary in works.items()}
        self.irregular = self._irregular({*known, *self._keys.values()})
        """The forms whose stem is not their key: those of the works, then those that the dictionary gives one of their keys."""

    def _game(self, vocabulary: Vocabulary) -> GameWords:
        """One work, its words added to the common ones: a word that another work has otherwise is its own."""
        lexicon = vocabulary.lexicon
        plain = Analyzer(replace(lexicon, families=()))
        uses = {form: vocabulary.uses[form] for form in sorted(vocabulary.uses)}
        keys = {form: plain.analysed(form) for form in [*uses, *(form for form, _key in lexicon.protected)]}
        for form in uses:
            self._keys.setdefault(form, keys[form])
        own = {form: key for form, key in keys.items() if self._keys.get(form, self._stemmed(form)) != key}
        families = {plain.analysed(word): plain.analysed(family[0]) for family in lexicon.families for word in family}
        families = {word: key for word, key in families.items() if word != key}
        return GameWords(uses, own, families, lexicon.stopwords, vocabulary.actions)

    def _irregular(self, known: Collection[str]) -> dict[str, str]:
        found = {form: key for form, key in self._keys.items() if self._stemmed(form) != key}
        lemmas = [
            (_text(form), _text(lemma)) for form, lemma in DefaultDictionaryFactory().get_dictionary("fr").items()
        ]
        keys = {lemma: key for lemma in {lemma for _form, lemma in lemmas} if (key := self._stemmed(lemma)) in known}
        for form, lemma in lemmas:
            given = keys.get(lemma)
            if given is None or form in self._keys or _BOOKISH.search(form):
                continue
            if form.isalpha() and form.islower() and self._stemmed(form) != given:
                found[form] = given
        return found

    def key(self, form: str, game: GameWords) -> str:
        """The key of a form in one work, as the pages work it out."""
        bare = game.keys.get(form) or self.irregular.get(form) or self._stemmed(form)
        return game.families.get(bare, bare)


def _text(word: str | bytes) -> str:
    return word if isinstance(word, str) else word.decode()


def shared(first: str, second: str) -> int:
    """How many letters two words begin with alike, 25 at most."""
    same = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    return min(same, _MOST)


def listed(words: Iterable[str]) -> str:
    """Sorted words, each as a capital (how much it has of the one before) and its end."""
    found, before = [], ""
    for word in words:
        same = shared(before, word)
        found.append(f"{chr(65 + same)}{word[same:]}")
        before = word
    return "".join(found)


def paired(pairs: Mapping[str, str]) -> str:
    """Words with a key each: as `listed`, then a capital (how much the key has of the folded word) and the end of the key."""
    found, before = [], ""
    for word in sorted(pairs):
        same, kept = shared(before, word), shared(fold(word), pairs[word])
        found.append(f"{chr(65 + same)}{word[same:]}{chr(65 + kept)}{pairs[word][kept:]}")
        before = word
    return "".join(found)

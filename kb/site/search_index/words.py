"""The words of every work in one table: forms, and the key of each that its own stem does not give."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

import Stemmer
from simplemma.strategies.dictionaries import DefaultDictionaryFactory

from kb.model import Lexicon
from kb.search import Analyzer, Searcher
from kb.store import KnowledgeBase
from kb.words import fold

# Capitals part the pieces of a word: a form has none.
_MOST = 25
# Tenses that nobody speaks: forms of the dictionary that no question holds.
_BOOKISH = re.compile(r"[âîû](?:t|mes|tes)$|[aiu]ss(?:es?|ions|iez|ent)$|[èiu]rent$|i(?:ons|ez)$")


@dataclass(frozen=True, slots=True)
class GameWords:
    """What one work adds to the common table: uses of forms, keys of its own, families, lexicon; its forms as the base analyses them."""

    uses: Mapping[str, int]
    keys: Mapping[str, str]
    families: Mapping[str, str]
    lexicon: Lexicon
    analysed: tuple[tuple[str, str], ...]


class Words:
    """The forms of some works, and what tells the key of each."""

    def __init__(self, base: KnowledgeBase, searcher: Searcher, works: Iterable[str]) -> None:
        """Gather the forms and analyse each once."""
        self._stem = Stemmer.Stemmer("french")
        self._keys: dict[str, str] = {}
        self.games: dict[str, GameWords] = {}
        for work in works:
            rows = base.rows("SELECT form, uses, key FROM forms WHERE work = ? ORDER BY form", (work,))
            uses = {form: count for form, count, _key in rows if count}
            analysed = tuple((form, key) for form, _count, key in rows)
            self.games[work] = self._game(uses, analysed, searcher.analyzer(work).lexicon)
        # What a work does not settle has words that no provision holds.
        self._known = {term for (term,) in base.rows("SELECT DISTINCT term FROM postings") if term.isalpha()}

    def _game(self, uses: dict[str, int], analysed: tuple[tuple[str, str], ...], lexicon: Lexicon) -> GameWords:
        """One work, its words added to the common ones: a word that another work has otherwise is its own."""
        plain = Analyzer(replace(lexicon, families=()))
        keys = {form: plain.analysed(form) for form in [*uses, *(form for form, _key in lexicon.protected)]}
        for form in uses:
            self._keys.setdefault(form, keys[form])
        own = {form: key for form, key in keys.items() if self._keys.get(form, self.stemmed(form)) != key}
        families = {plain.analysed(word): plain.analysed(family[0]) for family in lexicon.families for word in family}
        return GameWords(uses, own, {word: key for word, key in families.items() if word != key}, lexicon, analysed)

    def stemmed(self, form: str) -> str:
        """The key that the stem alone gives."""
        return fold(self._stem.stemWord(form))

    @cached_property
    def irregular(self) -> dict[str, str]:
        """The forms whose stem is not their key: those of the works, then those that the dictionary gives one of their keys."""
        found = {form: key for form, key in self._keys.items() if self.stemmed(form) != key}
        known = self._known | set(self._keys.values())
        lemmas = [
            (_text(form), _text(lemma)) for form, lemma in DefaultDictionaryFactory().get_dictionary("fr").items()
        ]
        keys = {lemma: key for lemma in {lemma for _form, lemma in lemmas} if (key := self.stemmed(lemma)) in known}
        for form, lemma in lemmas:
            given = keys.get(lemma)
            if given is None or form in self._keys or _BOOKISH.search(form):
                continue
            if form.isalpha() and form.islower() and self.stemmed(form) != given:
                found[form] = given
        return found

    def key(self, form: str, game: GameWords) -> str:
        """The key of a form in one work, as the pages work it out."""
        bare = game.keys.get(form) or self.irregular.get(form) or self.stemmed(form)
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

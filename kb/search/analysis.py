"""French words to index keys: lower case, elision, dice and numbers kept, lemma then stem, families, abbreviations.

The same analysis serves the index and the question. A base carries the forms that its corpus uses, already analysed; other forms are
analysed when they are met.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import Stemmer

from kb.model import Lexicon
from kb.model.words import fold, tokens, words
from kb.search.counting import in_figures
from kb.search.wording import Wordings

if TYPE_CHECKING:
    from simplemma import Lemmatizer

UNACCENTED = "~"
"""What marks a form that stands for those written with accents."""

_QUOTED = re.compile(r"[«“\"]([^«»“”\"\n]{2,60})[»”\"]")
_QUOTED_WORDS = 5


class Analyzer:
    """Gives the keys of a text under a lexicon; `forms` are (form, key) pairs known beforehand, `figures` the numbers in letters."""

    def __init__(
        self, lexicon: Lexicon, forms: Iterable[tuple[str, str]] = (), remembered: Mapping[str, str] | None = None
    ) -> None:
        """Prepare the families and abbreviations; what words come to that are not among the forms may be `remembered`."""
        self.lexicon = lexicon
        self.forms = dict(forms)
        self.wordings = Wordings(lexicon)
        self._remembered = remembered
        self._protected = dict(lexicon.protected)
        self.figures = dict(lexicon.figures)
        self._stemmer = Stemmer.Stemmer("french")
        self._expansions: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = defaultdict(list)
        for short, full in lexicon.expansions:
            written = tuple(tokens(short))
            self._expansions[written[0]].append((written, tuple(tokens(full))))

    @cached_property
    def _lemmatizer(self) -> Lemmatizer:
        """The dictionary, slow to import; what is known beforehand wants none."""
        from simplemma import Lemmatizer  # noqa: PLC0415

        return Lemmatizer()

    @cached_property
    def _families(self) -> dict[str, str]:
        """The key of each word of a family; the dictionary that this opens is large, and what is known beforehand wants none."""
        return {self._bare(word): self._bare(family[0]) for family in self.lexicon.families for word in family}

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - an analyzer lives as long as its process
    def keys(self, text: str) -> tuple[str, ...]:
        """The index keys of a text, stop words left out, in order; an abbreviation gives its words too."""
        return tuple(self.keys_of(tokens(text), text))

    def keys_of(self, written: list[str], text: str) -> list[str]:
        """The keys of a text, whose words are cut already."""
        found = [self.key(token) for token in self._expanded(written) if token not in self.lexicon.stopwords]
        return [*found, *quoted_keys(text)]

    def _expanded(self, found: list[str]) -> list[str]:
        result: list[str] = []
        for place, token in enumerate(found):
            result.append(token)
            for written, meant in self._expansions.get(token, ()):
                if tuple(found[place : place + len(written)]) == written:
                    result += meant
        return result

    def key(self, form: str) -> str:
        """The key of one word as written."""
        known = self.forms.get(form)
        if known is None and fold(form) == form:
            known = self.forms.get(f"{UNACCENTED}{form}")
        return known if known is not None else self.analysed(form)

    @lru_cache(maxsize=65536)  # noqa: B019 - an analyzer lives as long as its process
    def analysed(self, form: str) -> str:
        """The key of a word, worked out: protected, else stem of lemma, then family."""
        if self._remembered is not None:
            return self._remembered[form]
        bare = self._bare(form)
        # A family is of words: a figure opens no dictionary.
        return self._families.get(bare, bare) if form.isalpha() else bare

    def in_figures(self, text: str) -> str:
        """A text with its numbers in figures."""
        return in_figures(text, self.figures)

    def protects(self, form: str) -> bool:
        """True for a form that has a key of its own."""
        return form in self._protected

    def knows(self, form: str) -> bool:
        """True for a word of the dictionary, of a family or of an abbreviation."""
        from simplemma import is_known  # noqa: PLC0415 - as below

        return form in self._expansions or self._bare(form) in self._families or is_known(form, lang="fr")

    def lemma(self, form: str) -> str:
        """The dictionary form of a word, lower case; itself when the dictionary has none."""
        return str(self._lemmatizer.lemmatize(form, lang="fr")).lower()

    def _bare(self, form: str) -> str:
        if form in self._protected:
            return self._protected[form]
        if not form.isalpha():
            return form
        lemma = self.lemma(form)
        if lemma in self._protected:
            return self._protected[lemma]
        return fold(self._stemmer.stemWord(lemma))


def quoted_keys(text: str) -> list[str]:
    """Each quoted phrase of a few words as one key: a rule that speaks of « ne peut pas » or « Quand » speaks of these very words."""
    phrases = (words(match[1]) for match in _QUOTED.finditer(text))
    return [f"«{' '.join(phrase)}»" for phrase in phrases if 0 < len(phrase) <= _QUOTED_WORDS]

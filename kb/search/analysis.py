"""French words to index keys: lower case, elision, dice and numbers kept, lemma then stem, families, abbreviations.

The same analysis serves the index and the question. A base carries the forms that its corpus uses, already analysed; other forms are
analysed when they are met.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import Stemmer

from kb.model import Lexicon
from kb.model.words import fold, tokens, words
from kb.search.classifying import Classifier, examples, trained
from kb.search.shorthand import in_full
from kb.search.wording import Wordings
from kb.store import Wording
from kb.system.memory import Memory

if TYPE_CHECKING:
    from simplemma import Lemmatizer

UNACCENTED = "~"
"""What marks a form that stands for those written with accents."""

_QUOTED = re.compile(r"[«“\"]([^«»“”\"\n]{2,60})[»”\"]")
_QUOTED_WORDS = 5

_WORD = re.compile(r"[^\W\d_]+")
# What stands between two words of one number.
_JOINS = ("-", " ", " et ", "-et-")
_TWENTY, _HUNDRED, _THOUSAND = 20, 100, 1000
# « Vingt et un », « soixante et onze ».
_AFTER_AND = (1, 11)
_TEENS = ((10, 7), (10, 8), (10, 9))
# « Soixante et un » : the one word that is a figure only there. « Pour cent » is no number.
_ONE, _SHARE = {"un": 1, "une": 1}, re.compile(r"\bpour $")


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
        stopwords = self.lexicon.stopwords
        found = [self.key(token) for token in self._expanded(written) if token not in stopwords]
        return [*found, *quoted_keys(text)]

    def _expanded(self, found: list[str]) -> list[str]:
        if self._expansions.keys().isdisjoint(found):
            return found
        result: list[str] = []
        for place, token in enumerate(found):
            result.append(token)
            for written, meant in self._expansions.get(token, ()):
                if tuple(found[place : place + len(written)]) == written:
                    result += meant
        return result

    @lru_cache(maxsize=1 << 16)  # noqa: B019 - an analyzer lives as long as its process
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

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - an analyzer lives as long as its process
    def in_figures(self, text: str) -> str:
        """A text with its numbers in figures."""
        found: list[tuple[int, int, int]] = []
        for word in _WORD.finditer(text):
            last = found[-1] if found else None
            join = text[last[1] : word.start()] if last is not None else ""
            figure = self.figures.get(fold(word[0]), _ONE.get(fold(word[0])) if join in _JOINS[2:] else None)
            if figure is None or (int(figure) == _HUNDRED and _SHARE.search(text[: word.start()])):
                continue
            whole = _joined(last[2], int(figure), join) if last is not None else None
            if last is not None and whole is not None:
                found[-1] = (last[0], word.end(), whole)
            elif figure not in _ONE.values():
                found.append((word.start(), word.end(), int(figure)))
        for start, end, number in reversed(found):
            text = f"{text[:start]}{number}{text[end:]}"
        return text

    def has_figures(self, text: str) -> bool:
        """True for a text with a figure, or a number in words."""
        return any(map(str.isdigit, self.in_figures(text)))

    def protects(self, form: str) -> bool:
        """True for a form that has a key of its own."""
        return form in self._protected

    @lru_cache(maxsize=1 << 14)  # noqa: B019 - an analyzer lives as long as its process
    def knows(self, form: str) -> bool:
        """True for a word of the dictionary, of a family or of an abbreviation."""
        from simplemma import is_known  # noqa: PLC0415 - as below

        return form in self._expansions or self._bare(form) in self._families or is_known(form, lang="fr")

    def _bare(self, form: str) -> str:
        if form in self._protected:
            return self._protected[form]
        if not form.isalpha():
            return form
        lemma = str(self._lemmatizer.lemmatize(form, lang="fr")).lower()
        if lemma in self._protected:
            return self._protected[lemma]
        return fold(self._stemmer.stemWord(lemma))


def quoted_keys(text: str) -> list[str]:
    """Each quoted phrase of a few words as one key: a rule that speaks of « ne peut pas » or « Quand » speaks of these very words."""
    phrases = (words(match[1]) for match in _QUOTED.finditer(text))
    return [f"«{' '.join(phrase)}»" for phrase in phrases if 0 < len(phrase) <= _QUOTED_WORDS]


def _joined(before: int, figure: int, join: str) -> int | None:
    """The number that two make (« vingt » and « cinq », « deux » and « cent »); None when they are two numbers."""
    if join not in _JOINS or ("et" in join and figure not in _AFTER_AND):
        return None
    if figure >= _HUNDRED:
        # « Deux mille cinq cents » : the hundreds alone are multiplied.
        low = before % _THOUSAND if figure == _HUNDRED else before
        return before + low * (figure - 1) if 1 < low < figure else None
    if (before % _HUNDRED, figure) == (4, _TWENTY):
        # « Cent quatre-vingts ».
        return before - 4 + 4 * _TWENTY
    tens = before % _HUNDRED
    added = (
        (tens in range(_TWENTY, _HUNDRED, 10) and figure < _TWENTY)
        or (before >= _HUNDRED and not tens)
        or (before, figure) in _TEENS
    )
    return before + figure if added else None


class Analysis(NamedTuple):
    """The words of a text as they are written, and its keys, in order."""

    tokens: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownTexts:
    """What is known beforehand of some texts, of some questions as they are worded, of the key of some words, of what was learnt."""

    texts: dict[str, Analysis] = field(default_factory=dict)
    wordings: dict[str, Wording] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)
    classifiers: dict[str, dict[str, int]] = field(default_factory=dict)


class Analyses:
    """Analyses each text once; `met` is what all of them came to, to be known beforehand another time."""

    def __init__(self, lexicon: Lexicon, known: KnownTexts | None = None) -> None:
        """Begin with what is known."""
        known = known or KnownTexts()
        self._lexicon = lexicon
        # What is known of words spares opening the dictionary.
        self._analyzer = Analyzer(lexicon, known.forms.items())
        self._texts = Memory(self._analysed, known.texts)
        self._wordings = Memory(self._analyzer.wordings.of, known.wordings)
        self._forms = Memory(self._analyzer.analysed, known.forms)
        self._classifiers: dict[str, dict[str, int]] = {}
        self._learnt = known.classifiers
        self.of, self.wording = self._texts.__getitem__, self._wordings.__getitem__
        self.in_full = Memory(in_full, {}).__getitem__

    @property
    def met(self) -> KnownTexts:
        """What all the texts came to."""
        return KnownTexts(self._texts, self._wordings, self._forms, self._classifiers)

    def classifier(self, questions: Sequence[tuple[str, str]]) -> Classifier:
        """What tells apart the questions that have yes and no (text, verdict)."""
        samples = examples((verdict, self.wording(text)) for text, verdict in questions if verdict)
        digest = hashlib.sha256(repr(samples).encode()).hexdigest()
        known = self._learnt.get(digest)
        found = self._classifiers[digest] = trained(samples) if known is None else known
        return found

    def _analysed(self, text: str) -> Analysis:
        written = tokens(text)
        return Analysis(tuple(written), tuple(self._analyzer.keys_of(written, text)))

    def forms(self, words: Iterable[str]) -> dict[str, str]:
        """Each word with its key."""
        return {word: self._forms[word] for word in words}

    def asking(self, forms: Iterable[tuple[str, str]]) -> Analyzer:
        """What analyses a question asked of a base that holds some forms; other words come to what they did before."""
        return Analyzer(self._lexicon, forms, self._forms)

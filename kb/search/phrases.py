"""Phrases, and where they stand in what a question tells: words in their order, by their keys, with few others between.

A phrase as an editor writes it (« arme … lourde », « engag* », « mêlée/corps à corps ») is put in keys once, when a base is built: `*` ends
the beginning of a word, `/` parts the words that may stand in one place, `…` stands for any others of the clause.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from kb.model.conclusions import Condition, Issue
from kb.model.words import fold
from kb.search.analysis import Analyzer
from kb.search.wording import pattern

WHATEVER = "*"
"""The phrase that stands for whatever is asked."""

# How many words may stand between two of a phrase, and between a phrase and its figure.
_BETWEEN, _FIGURE_WITHIN = 2, 2
_CLAUSE = re.compile(r"[:;?!«»()]|[,.](?!\d)|\s[-–—]\s")
_TOKEN = re.compile(r"\d*[dD]\d+(?!\w)|(?:(?<![\w.])[+-])?\d+(?:[.,]\d+)?\+?|[^\W\d_]+")
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_MINUS = str.maketrans("−–", "--")
# In « à 15 pas », nothing is denied: a step is read as another word than the one that denies, with the same key.
_DENIAL, _STEP = "pas", "ps"
# « M5 pas rapide »: what is said of a characteristic is no distance.
_LABELLED = re.compile(r"\b([B-Z]|[A-Z]{2,3})( ?\d+ )pas\b")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
# What a phrase in keys begins with that says a denial itself; the word of a phrase that stands for any others of its clause.
_DENYING, _ELLIPSIS = "!", "…"
_ANY, _BEGINS = "/", "*"


class Token(NamedTuple):
    """A word said: as written, its key, and which clause it stands in."""

    word: str
    key: str
    clause: int


class Place(NamedTuple):
    """Where a phrase stands: its words, between which others may stand; whether it says a denial itself."""

    words: tuple[int, ...]
    denying: bool

    @property
    def size(self) -> int:
        """How many words it has."""
        return len(self.words)

    @property
    def first(self) -> int:
        """Its first word."""
        return self.words[0]

    @property
    def last(self) -> int:
        """Its last word."""
        return self.words[-1]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a phrase: the keys and the beginnings that may stand there."""

    keys: frozenset[str]
    beginnings: tuple[str, ...]

    def holds(self, token: Token) -> bool:
        return token.word.startswith(self.beginnings) or token.key in self.keys


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Its words after the first (none stands for any of the clause), whether it says a denial."""

    rest: tuple[_Word | None, ...]
    denying: bool


def in_keys(phrases: Iterable[str], analyzer: Analyzer) -> tuple[str, ...]:
    """Phrases as editors write them, in keys, each once; one that no word is left of goes.

    Where one word would be left, who acts or owns says something: « m'attaque » is not « j'attaque ».
    """
    found = dict.fromkeys(_in_keys(phrase, analyzer) for phrase in phrases)
    return tuple(phrase for phrase in found if phrase)


_all_in_keys = lru_cache(maxsize=1 << 12)(in_keys)


def issue_in_keys(issue: Issue, analyzer: Analyzer) -> Issue:
    """An issue whose phrases are in keys, as a base holds it."""

    def condition(one: Condition) -> Condition:
        said, denied, against = (_all_in_keys(phrases, analyzer) for phrases in (one.said, one.denied, one.against))
        return replace(one, said=said, denied=denied, against=against)

    return replace(
        issue,
        acts=_all_in_keys(issue.acts, analyzer),
        contrary=_all_in_keys(issue.contrary, analyzer),
        cases=tuple(replace(case, conditions=tuple(map(condition, case.conditions))) for case in issue.cases),
    )


def _in_keys(phrase: str, analyzer: Analyzer) -> str:
    lexicon = analyzer.lexicon
    if phrase == WHATEVER:
        return phrase
    written = _APOSTROPHE.sub("' ", phrase.lower()).split()
    words = [key for word in written if (key := _word_in_keys(word, analyzer))]
    if len(words) < 2:  # noqa: PLR2004 - a word alone
        words = [key for word in written if (key := _word_in_keys(word, analyzer, persons=True))]
    if not words or words[0] == _ELLIPSIS:
        return ""
    return " ".join(words) if lexicon.denials.isdisjoint(phrase.split()) else f"{_DENYING}{' '.join(words)}"


# The phrases of a work are made of a few words.
@lru_cache(maxsize=1 << 14)
def _word_in_keys(word: str, analyzer: Analyzer, *, persons: bool = False) -> str:
    """What may stand in the place of a word of a phrase; nothing for a filler, which may be missing. Persons may be no fillers."""
    if word == _ELLIPSIS:
        return word
    lexicon = analyzer.lexicon
    fillers = lexicon.fillers - lexicon.persons if persons else lexicon.fillers
    either: list[str] = []
    for one in word.split(_ANY):
        tokens = [_token(bare, 0, analyzer) for bare in _TOKEN.findall(one)]
        begins = one.endswith(_BEGINS)
        if not tokens or (tokens[-1].word in fillers and not begins):
            return ""
        either.append(f"{tokens[-1].word}{_BEGINS}" if begins else tokens[-1].key)
    return _ANY.join(sorted({*either}))


# The same phrases come back; of most, no question has the first word.
@lru_cache(maxsize=1 << 14)
def _parsed(phrase: str) -> _Phrase:
    """A phrase in keys, word by word."""
    rest: list[_Word | None] = []
    for word in phrase.split(" ")[1:]:
        parts = word.split(_ANY)
        keys = frozenset(part for part in parts if not part.endswith(_BEGINS))
        beginnings = tuple(part[:-1] for part in parts if part.endswith(_BEGINS) and part != WHATEVER)
        rest.append(None if word == _ELLIPSIS else _Word(keys, beginnings))
    return _Phrase(tuple(rest), phrase.startswith(_DENYING))


@lru_cache(maxsize=1 << 15)
def _by_head(phrases: tuple[str, ...]) -> dict[str, list[tuple[int, str]]]:
    """Some phrases with their places among all, by the keys and the beginnings (which a star ends) of their first words."""
    found: dict[str, list[tuple[int, str]]] = {}
    for place, phrase in enumerate(phrases):
        for head in phrase.removeprefix(_DENYING).partition(" ")[0].split(_ANY):
            found.setdefault(head, []).append((place, phrase))
    return found


def denied_apart(text: str) -> str:
    """A text in which the « pas » after a characteristic is one that denies what follows it."""
    return _LABELLED.sub(r"\1\2non", text)


class Utterance:
    """What a question tells, word by word."""

    def __init__(self, text: str, analyzer: Analyzer) -> None:
        """Cut a question into its clauses and words."""
        self._analyzer = analyzer
        self._lexicon = analyzer.lexicon
        self.turned = analyzer.wordings.of(text).turned
        self.denials = self._lexicon.denials
        self.forbidding, self.obliging = pattern(self._lexicon.forbidding), pattern(self._lexicon.obliging)
        self.tokens: list[Token] = []
        for place, clause in enumerate(_CLAUSE.split(denied_apart(text).lower().translate(_MINUS))):
            for word in _TOKEN.findall(clause):
                token = _token(word, place, analyzer)
                before = self.tokens[-1] if self.tokens else None
                is_step = (
                    word == _DENIAL
                    and before is not None
                    and before.clause == token.clause
                    and before.word[0].isdigit()
                )
                self.tokens.append(token._replace(word=_STEP) if is_step else token)
        # Where the words stand that have a key, or that begin so.
        self._at: dict[str, list[int]] = {}
        for place, token in enumerate(self.tokens):
            for head in (token.key, *_beginnings(token.word)):
                self._at.setdefault(head, []).append(place)
        # Where each clause ends.
        self._ends = {token.clause: place + 1 for place, token in enumerate(self.tokens)}

    def said(self, phrases: Sequence[str]) -> list[Place]:
        """Where any of some phrases stands, as editors write them, the longest first."""
        return self.places(_all_in_keys(tuple(phrases), self._analyzer))

    def places(self, phrases: Iterable[str]) -> list[Place]:
        """Where any of some phrases in keys stands, the longest first."""
        by_head = _by_head(tuple(phrases))
        heads = by_head.keys() & self._at.keys()
        if not heads:
            # Of most phrases the question has no first word.
            return []
        found = {
            (-len(words), first, place): Place(words, one.denying)
            for head in heads
            for place, phrase in by_head[head]
            for one in (_parsed(phrase),)
            for first in self._at[head]
            if (words := self._words(first, one.rest))
        }
        return [found[at] for at in sorted(found)]

    def _words(self, first: int, wanted: Iterable[_Word | None]) -> tuple[int, ...]:
        """Where the words stand of a phrase that begins there; none when its rest does not follow."""
        words, within = [first], _BETWEEN
        for word in wanted:
            if word is None:
                within = len(self.tokens)
                continue
            for at in range(words[-1] + 1, min(words[-1] + within + 2, self._ends[self.tokens[first].clause])):
                if word.holds(self.tokens[at]):
                    words.append(at)
                    within = _BETWEEN
                    break
            else:
                return ()
        return tuple(words)

    def denies(self, place: Place) -> bool:
        """True when what stands there is denied (« n'a pas … », « sans … », « … n'est pas »)."""
        if place.denying:
            return False
        lexicon, clause = self._lexicon, self.tokens[place.first].clause
        for at in range(place.first - 1, -1, -1):
            word = self.tokens[at].word
            if self.tokens[at].clause != clause:
                break
            if word in lexicon.denials:
                return True
            if word in ("n", "ne"):
                break
            if word not in lexicon.fillers and word not in lexicon.kinds:
                return False
        inside = [
            token.word for token in self.tokens[max(0, place.first - 2) : place.last + 1] if token.clause == clause
        ]
        after = [token.word for token in self.tokens[place.first + 1 : place.last + 3] if token.clause == clause]
        return not {"n", "ne"}.isdisjoint(inside) and not lexicon.denials.isdisjoint(after)

    def figure(self, place: Place) -> float | None:
        """The figure within a phrase, or next to it; none when there is none."""
        clause = self.tokens[place.first].clause
        around = (
            *range(place.first, place.last + 1),
            *range(place.first - 1, place.first - 1 - _FIGURE_WITHIN, -1),
            *range(place.last + 1, place.last + 1 + _FIGURE_WITHIN),
        )
        for at in around:
            if 0 <= at < len(self.tokens) and self.tokens[at].clause == clause:
                found = _FIGURE.fullmatch(self.tokens[at].word)
                if found:
                    return float(found[0])
        return None

    def rest(self, taken: set[int]) -> str:
        """The words that nothing took in, in order; the others leave a gap."""
        return " ".join("_" if at in taken else token.word for at, token in enumerate(self.tokens))

    def left(self, taken: set[int]) -> tuple[str, ...]:
        """The keys that nothing took in, words without weight left out."""
        fillers = self._lexicon.fillers | self._lexicon.denials
        return tuple(token.key for at, token in enumerate(self.tokens) if at not in taken and token.word not in fillers)


@lru_cache(maxsize=1 << 14)
def _beginnings(word: str) -> tuple[str, ...]:
    """How a word begins, as phrases in keys say it."""
    return tuple(f"{word[:length]}{_BEGINS}" for length in range(1, len(word) + 1))


def _token(word: str, clause: int, analyzer: Analyzer) -> Token:
    return Token(*_read(word, analyzer), clause)


@lru_cache(maxsize=1 << 14)
def _read(word: str, analyzer: Analyzer) -> tuple[str, str]:
    """A word as it is compared, and its key: the same words come back from one question to the next."""
    bare = fold(word.replace(",", ".")).rstrip("+")
    figure = analyzer.figures.get(bare, bare)
    if figure in analyzer.lexicon.fillers and analyzer.protects(word):
        # « dés » is no « des ».
        figure = word
    return figure, analyzer.key(word) if figure[0].isalpha() else figure

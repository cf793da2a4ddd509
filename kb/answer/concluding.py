"""Yes or no by what is declared of a provision: the issue that a question is about, its conditions tried on the case that it tells.

A phrase is found when its words come in their order, by their keys, with few others between. A condition is true, false or not told; what
is not told is what the declaration presumes. What no declaration has a word for is told apart, so that it may cost the conclusion.
"""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.model.conclusions import Case, Condition, Issue, Said
from kb.model.words import fold
from kb.search import Analyzer
from kb.search.wording import pattern

# How many words may stand between two of a phrase, and between a phrase and its figure.
_BETWEEN, _FIGURE_WITHIN = 2, 2
_CLAUSE = re.compile(r"[:;?!«»()]|[,.](?!\d)|\s[-–—]\s")
_TOKEN = re.compile(r"\d*[dD]\d+(?!\w)|(?:(?<![\w.])[+-])?\d+(?:[.,]\d+)?\+?|[^\W\d_]+")
_MINUS = str.maketrans("−–", "--")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
# What asks whether a thing is so alone, or always: no issue says it.
_ONLY = re.compile(
    r"\b(?:seulement|uniquement|exclusivement|forcement|seule?s?|quel(?:le)?s? que|peu importe)\b|\b(?:ne|n)(?: \w+){1,3} qu(?:e)?\b"
)
_CONTRARY: dict[Said, Said] = {"oui": "non", "non": "oui"}
_DENIED = re.compile(r"\b(?:ne|n)(?: \w+){1,3}? (?:pas|plus|jamais)\b")
# The word of a phrase that stands for any others of its clause, and the act that stands for whatever is asked.
_ELLIPSIS, WHATEVER = "…", "*"


@dataclass(frozen=True, slots=True)
class Concluded:
    """Yes or no to what is asked, as it is asked; the clause that says so; the keys of the question that nothing took in.

    `told` is true when a case of the issue holds, false when its default stands; `matched` is how many words of the question were taken in.
    """

    said: Said
    clause: str | None
    told: bool
    matched: int
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    word: str
    key: str
    clause: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a phrase stands: its first and last token, how many words it has, whether it says a denial itself."""

    first: int
    last: int
    size: int
    denying: bool


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a phrase: the keys and the beginnings that may stand there."""

    keys: frozenset[str]
    beginnings: tuple[str, ...]

    def holds(self, token: _Token) -> bool:
        return token.key in self.keys or token.word.startswith(self.beginnings)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a case comes to, in how many words of the question; `open` when it would hold if what is not told were so."""

    answer: Said | None
    size: int
    open: bool = False


class Told:
    """What a question tells, word by word."""

    def __init__(self, text: str, analyzer: Analyzer) -> None:
        """Cut a question into its clauses and words."""
        self._analyzer = analyzer
        self._lexicon = analyzer.lexicon
        self.forbidding, self.obliging = pattern(self._lexicon.forbidding), pattern(self._lexicon.obliging)
        self.tokens = [
            _token(word, place, analyzer)
            for place, clause in enumerate(_CLAUSE.split(text.lower().translate(_MINUS)))
            for word in _TOKEN.findall(clause)
        ]
        self._at: dict[str, list[int]] = defaultdict(list)
        for place, token in enumerate(self.tokens):
            self._at[token.key].append(place)
        # Where each clause ends.
        self._ends = {token.clause: place + 1 for place, token in enumerate(self.tokens)}

    def places(self, phrases: Iterable[str]) -> list[_Place]:
        """Where any of some phrases stands, the longest first."""
        return sorted(
            (place for phrase in phrases for place in self._found(phrase)), key=lambda one: (-one.size, one.first)
        )

    def _found(self, phrase: str) -> Iterator[_Place]:
        wanted = _words(phrase, self._analyzer)
        if not wanted or wanted[0] is None:
            return
        head = wanted[0]
        firsts = (
            sorted(place for key in head.keys for place in self._at.get(key, ()))
            if not head.beginnings
            else [place for place, token in enumerate(self.tokens) if head.holds(token)]
        )
        denying = not {*phrase.split()}.isdisjoint(self._lexicon.denials)
        for first in firsts:
            last = self._last(first, wanted[1:])
            if last is not None:
                yield _Place(first, last, sum(word is not None for word in wanted), denying)

    def _last(self, first: int, wanted: Iterable[_Word | None]) -> int | None:
        """Where the rest of a phrase ends that begins there; none when it does not follow."""
        last, within = first, _BETWEEN
        for word in wanted:
            if word is None:
                within = len(self.tokens)
                continue
            following = range(last + 1, min(last + within + 2, self._ends[self.tokens[first].clause]))
            last, within = next((at for at in following if word.holds(self.tokens[at])), -1), _BETWEEN
            if last < 0:
                return None
        return last

    def denies(self, place: _Place) -> bool:
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
            if word not in lexicon.fillers:
                return False
        inside = [
            token.word for token in self.tokens[max(0, place.first - 2) : place.last + 1] if token.clause == clause
        ]
        after = [token.word for token in self.tokens[place.first + 1 : place.last + 3] if token.clause == clause]
        return not {"n", "ne"}.isdisjoint(inside) and not lexicon.denials.isdisjoint(after)

    def figure(self, place: _Place) -> float | None:
        """The figure within a phrase, or beside it; none when there is none."""
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


def _token(word: str, clause: int, analyzer: Analyzer) -> _Token:
    bare = fold(word.replace(",", ".")).rstrip("+")
    figure = dict(analyzer.lexicon.figures).get(bare, bare)
    return _Token(figure, analyzer.key(word) if figure[0].isalpha() else figure, clause)


@lru_cache(maxsize=1 << 15)
def _words(phrase: str, analyzer: Analyzer) -> tuple[_Word | None, ...]:
    """The words of a phrase, fillers left out; none stands for any others of the clause.

    Where one word would be left, who acts or owns says something: « m'attaque » is not « j'attaque ».
    """
    found = _without(phrase, analyzer, analyzer.lexicon.fillers)
    kept = analyzer.lexicon.fillers - analyzer.lexicon.persons
    return found if len(found) > 1 else _without(phrase, analyzer, kept)


def _without(phrase: str, analyzer: Analyzer, fillers: frozenset[str]) -> tuple[_Word | None, ...]:
    found: list[_Word | None] = []
    for word in re.sub(r"(?<=\w)['’](?=\w)", "' ", phrase.lower()).split():
        if word == _ELLIPSIS:
            found.append(None)
            continue
        keys, beginnings, empty = set(), [], False
        for one in word.split("/"):
            tokens = [_token(bare, 0, analyzer) for bare in _TOKEN.findall(one)]
            last = tokens[-1] if tokens else None
            if last is None or (last.word in fillers and not one.endswith("*")):
                empty = True
            elif one.endswith("*"):
                beginnings.append(last.word)
            else:
                keys.add(last.key)
        # A word that may be a filler may be missing.
        if not empty:
            found.append(_Word(frozenset(keys), tuple(beginnings)))
    return tuple(found)


def conclude(told: Told, issues: Sequence[Issue]) -> Concluded | None:
    """What the issues of one provision come to in a case; none when none is asked, when two differ, or when it stays open."""
    found = [one for issue in issues if (one := _Trial(told, issue).concluded()) is not None]
    most = max((one.matched for one in found), default=0)
    best = [one for one in found if one.matched == most]
    return best[0] if len({one.said for one in best}) == 1 else None


class _Trial:
    """One issue tried on one case; what of the question it takes in is kept."""

    def __init__(self, told: Told, issue: Issue) -> None:
        self._told = told
        self._issue = issue
        self._taken: set[int] = set()
        # The clauses in which a condition is denied.
        self._denied: set[int] = set()

    def concluded(self) -> Concluded | None:
        """What the issue comes to; none when it is not asked, or stays open."""
        told, issue = self._told, self._issue
        acts, contrary = told.places(issue.acts), told.places(issue.contrary)
        if not (acts or contrary or WHATEVER in issue.acts):
            return None
        self._take(*acts, *contrary)
        # The longer phrase says what is asked.
        turned = bool(contrary) and (not acts or contrary[0].size >= acts[0].size)
        act = (contrary if turned else acts)[:1]
        said, clause, matched, holding, stays_open = (
            issue.answer,
            issue.clause,
            sum(place.size for place in act),
            False,
            False,
        )
        for case in issue.cases:
            outcome = self._outcome(case)
            if outcome.answer is not None:
                said, clause, holding, stays_open = outcome.answer, case.clause or clause, True, False
                matched += outcome.size
            elif outcome.open and case.answer != said:
                stays_open = True
        if said is None or stays_open or self._otherwise_asked():
            return None
        flips = turned + self._flips(act)
        return Concluded(said if flips % 2 == 0 else _CONTRARY[said], clause, holding, matched, told.left(self._taken))

    def _take(self, *places: _Place) -> None:
        self._taken.update(at for place in places for at in range(place.first, place.last + 1))

    def _outcome(self, case: Case) -> _Outcome:
        """What a case comes to, by its conditions."""
        values = [self._value(condition) for condition in case.conditions]
        size = sum(size for _value, size in values)
        if any(value is False and size for value, size in values):
            return _Outcome(case.otherwise, size)
        known = [
            condition.presumed if value is None else value
            for condition, (value, _size) in zip(case.conditions, values, strict=True)
        ]
        if all(known):
            return _Outcome(case.answer, size)
        return _Outcome(None, 0, open=False not in known)

    def _value(self, condition: Condition) -> tuple[bool | None, int]:
        """Whether a condition holds, and how many words say so; none when the case does not tell."""
        told = self._told
        said, denied = told.places(condition.said), told.places(condition.denied)
        if condition.beside:
            return self._compared(condition, said, told.places(condition.beside))
        if condition.least is not None or condition.most is not None:
            return self._measured(condition, said)
        contrary = bool(denied) and (not said or denied[0].size >= said[0].size)
        for place in (denied if contrary else said)[:1]:
            self._take(place)
            refused = told.denies(place)
            if refused:
                self._denied.add(told.tokens[place.first].clause)
            return refused == contrary, place.size
        return None, 0

    def _measured(self, condition: Condition, said: Sequence[_Place]) -> tuple[bool | None, int]:
        for place in said:
            figure = self._told.figure(place)
            if figure is not None:
                self._take(place)
                least = condition.least is None or figure >= condition.least
                return least and (condition.most is None or figure <= condition.most), place.size
        return None, 0

    def _compared(
        self, condition: Condition, said: Sequence[_Place], beside: Sequence[_Place]
    ) -> tuple[bool | None, int]:
        for one in said:
            for other in beside:
                mine, its = self._told.figure(one), self._told.figure(other)
                if one.first != other.first and mine is not None and its is not None:
                    self._take(one, other)
                    return _SIGNS[condition.sign](mine, its), one.size + other.size
        return None, 0

    def _otherwise_asked(self) -> bool:
        """True when an obligation is asked of an act that is none."""
        rest = self._told.rest(self._taken)
        return bool(_ONLY.search(rest)) or (not self._issue.must and bool(self._told.obliging.search(rest)))

    def _flips(self, act: Sequence[_Place]) -> int:
        """How many times what is asked is denied, or said to be forbidden."""
        rest = self._told.rest(self._taken)
        denied = any(self._told.denies(place) or self._clause_denies(place) for place in act)
        denied = denied or (not act and bool(_DENIED.search(rest)))
        return denied + len(self._told.forbidding.findall(rest))

    def _clause_denies(self, act: _Place) -> bool:
        """True when « ne … pas » stands in the clause of an act, and denies no condition there."""
        clause = self._told.tokens[act.first].clause
        said = " ".join(token.word for token in self._told.tokens if token.clause == clause)
        return clause not in self._denied and _DENIED.search(said) is not None

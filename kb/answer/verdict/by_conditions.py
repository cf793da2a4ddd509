"""Yes or no by what is declared of a provision: the issue that a question is about, its conditions tried on the case that it tells.

A condition is true, false or not said; what is not said is what the declaration presumes. What no declaration has a word for is kept
apart, so that it may cost the conclusion.
"""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.model.conclusions import CONTRARY, Case, Condition, Issue, Said
from kb.search import WHATEVER, Place, Utterance

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
# How near before a word that forbids stands what denies it.
_WITHIN = 3
_DENIED = re.compile(r"\b(?:ne|n)(?: \w+){1,3}? (?:pas|plus|jamais)\b")


@dataclass(frozen=True, slots=True)
class Concluded:
    """Yes or no to what is asked, as it is asked; the clause that says so; the keys of the question that nothing took in.

    `holds` is true when a case of the issue holds, false when its default stands; `matched` is how many of its words were taken in.
    `act` are the words that ask it, empty where any would; `facts` those that tell the case, and whether each is a figure.
    """

    said: Said
    clause: str | None
    holds: bool
    matched: int
    left: tuple[str, ...]
    act: str
    facts: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a case comes to, in how many words of the question; `open` when it would hold if what is not said were so, or says nothing."""

    answer: Said | None
    size: int
    open: bool = False


def conclude(utterance: Utterance, issues: Sequence[Issue]) -> Concluded | None:
    """What the issues of one provision come to in a case; none when none is asked, when two differ, or when it stays open."""
    found = [one for issue in issues if (one := _Trial(utterance, issue).concluded()) is not None]
    most = max((one.matched for one in found), default=0)
    best = [one for one in found if one.matched == most]
    return best[0] if len({one.said for one in best}) == 1 else None


class _Trial:
    """One issue tried on one case; what of the question it takes in is kept."""

    def __init__(self, utterance: Utterance, issue: Issue) -> None:
        self._utterance = utterance
        self._issue = issue
        self._taken: set[int] = set()
        self._facts: dict[str, bool] = {}
        # The clauses in which a condition is denied.
        self._denied: set[int] = set()

    def concluded(self) -> Concluded | None:
        """What the issue comes to; none when it is not asked, or stays open."""
        utterance, issue = self._utterance, self._issue
        acts, contrary = utterance.places(issue.acts), utterance.places(issue.contrary)
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
        if said is None or stays_open or self._otherwise_asked(said):
            return None
        flips = self._flips(act)
        if self._is_of_the_case(act, flips):
            return None
        flips += turned
        return Concluded(
            said if flips % 2 == 0 else CONTRARY[said],
            clause,
            holding,
            matched,
            utterance.left(self._taken),
            " ".join(map(self._words, act)),
            tuple(self._facts.items()),
        )

    def _take(self, *places: Place) -> None:
        self._taken.update(at for place in places for at in range(place.first, place.last + 1))

    def _state(self, *places: Place, figures: bool = False) -> None:
        """Take in what the case says."""
        self._take(*places)
        self._facts |= {self._words(place): figures for place in places}

    def _words(self, place: Place) -> str:
        return " ".join(token.word for token in self._utterance.tokens[place.first : place.last + 1])

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
            return _Outcome(case.answer, size, open=case.answer is None)
        return _Outcome(None, 0, open=False not in known)

    def _value(self, condition: Condition) -> tuple[bool | None, int]:
        """Whether a condition holds, and how many words say so; none when the case does not tell."""
        utterance = self._utterance
        said, denied = utterance.places(condition.said), utterance.places(condition.denied)
        if condition.against:
            return self._compared(condition, said, utterance.places(condition.against))
        if condition.least is not None or condition.most is not None:
            return self._measured(condition, said)
        contrary = bool(denied) and (not said or denied[0].size >= said[0].size)
        for place in (denied if contrary else said)[:1]:
            self._state(place)
            refused = utterance.denies(place)
            if refused:
                self._denied.add(utterance.tokens[place.first].clause)
            return refused == contrary, place.size
        return None, 0

    def _measured(self, condition: Condition, said: Sequence[Place]) -> tuple[bool | None, int]:
        for place in said:
            figure = self._utterance.figure(place)
            if figure is not None:
                self._state(place, figures=True)
                least = condition.least is None or figure >= condition.least
                return least and (condition.most is None or figure <= condition.most), place.size
        return None, 0

    def _compared(
        self, condition: Condition, said: Sequence[Place], against: Sequence[Place]
    ) -> tuple[bool | None, int]:
        for one in said:
            for other in against:
                mine, its = self._utterance.figure(one), self._utterance.figure(other)
                if one.first != other.first and mine is not None and its is not None:
                    self._state(one, other, figures=True)
                    return _SIGNS[condition.sign](mine, its), one.size + other.size
        return None, 0

    def _otherwise_asked(self, said: Said) -> bool:
        """True when an obligation is asked, and the act may be done, which does not tell; what may not be done need not be."""
        rest = self._utterance.rest(self._taken)
        return bool(_ONLY.search(rest)) or (said == "oui" and bool(self._utterance.obliging.search(rest)))

    def _flips(self, act: Sequence[Place]) -> int:
        """How many times what is asked is denied, or said to be forbidden."""
        rest = self._utterance.rest(self._taken)
        forbidden = [said.start() for said in self._utterance.forbidding.finditer(rest)]
        if self._is_denied(act):
            return 1 + len(forbidden)
        return sum(not self._is_allowed(rest[:at]) for at in forbidden)

    def _is_denied(self, act: Sequence[Place]) -> bool:
        if not act:
            return bool(_DENIED.search(self._utterance.rest(self._taken)))
        return any(self._utterance.denies(place) or self._clause_denies(place) for place in act)

    def _is_allowed(self, before: str) -> bool:
        """True when what stands before a word that forbids denies it: « rien ne l'interdit »."""
        return not self._utterance.denials.isdisjoint(before.split()[-_WITHIN:])

    def _is_of_the_case(self, act: Sequence[Place], flips: int) -> bool:
        """True when a denial may be another than that of what is asked: one that stands in the case, or in other words than the act."""
        if self._utterance.turned:
            return flips % 2 == 0 and not self._denied
        return self._is_denied(act)

    def _clause_denies(self, act: Place) -> bool:
        """True when « ne … pas » stands in the clause of an act, and denies no condition there."""
        clause = self._utterance.tokens[act.first].clause
        said = " ".join(token.word for token in self._utterance.tokens if token.clause == clause)
        return clause not in self._denied and _DENIED.search(said) is not None

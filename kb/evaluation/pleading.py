"""Learn what makes a verdict: each question written beside a rule is asked in its turn, those written along with it kept silent.

A rule's questions are many and stand in the order in which they were written: the neighbours of one are often the same case put another
way, which no player's question has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from kb.answer import PLEAS, beside, hear, intent_of, is_closed, nearest
from kb.evaluation.questions import Question
from kb.search import Likeness, Model, Searcher
from kb.search.leaning import Rarities, Settled, alike, weights
from kb.search.wording import wording_of
from kb.store import VIEWS, KnowledgeBase

Floats = npt.NDArray[np.float64]

_PENALTY = 0.001
# Every how many questions beside the rules one is asked, how many on either side of it are kept silent, and how alike another's words
# may be before it is taken for the same question, written beside another rule.
_STEP, _ALONG, _SAME = 3, 4, 0.95
# The share of the verdicts given that must be right on the questions that choose the margin; on others it is a point lower.
_RIGHT = 0.93


@dataclass(frozen=True, slots=True)
class Plea:
    """What is pleaded for a question whose verdict is known: 1 for yes, -1 for no."""

    pleas: Floats
    verdict: int


def pleaded(base: KnowledgeBase, works: Iterable[str]) -> Iterator[Plea]:
    """One in some of the questions beside the rules, asked of its own work as if it were not written there."""
    searcher = Searcher(base)
    for work in works:
        taught = Taught(base, searcher, work)
        settled = np.flatnonzero(searcher.index(work, "both").segments["verdict"])
        for place in range(0, len(settled), _STEP):
            along = settled[max(0, place - _ALONG) : place + _ALONG + 1]
            plea = _plead(searcher, taught, int(settled[place]), along.tolist())
            if plea is not None:
                yield plea


def _plead(searcher: Searcher, taught: Taught, at: int, along: list[int]) -> Plea | None:
    """What is pleaded for the question of a segment, with those written along with it silent."""
    work, text = taught.work, taught.texts[at]
    measured = searcher.measured(text, work, "both", intent_of(text))
    if measured is None:
        return None
    likeness = searcher.likeness(text, work, "both", beside(measured))
    silent = {*along, *likeness.segments[likeness.words >= _SAME].tolist()}
    heard = hear(measured, replace(likeness, leaning=taught.without(silent, likeness)), silent)
    return Plea(heard.pleas.astype(np.float64), taught.settled[at].verdict) if heard is not None else None


class Taught:
    """What the questions beside the rules of a work teach when some of them are silent."""

    def __init__(self, base: KnowledgeBase, searcher: Searcher, work: str) -> None:
        """Gather the questions of a work that have a verdict, by their segment."""
        self.work = work
        index, analyzer = searcher.index(work, "both"), searcher.analyzer(work)
        asked = cache(base.asked_beside)
        self.texts: dict[int, str] = {}
        self.settled: dict[int, Settled] = {}
        self._rule: dict[int, int] = {}
        self._beside: dict[int, list[int]] = defaultdict(list)
        for at in np.flatnonzero(index.segments["verdict"]).tolist():
            rule, unit, verdict = (int(index.segments[at][name]) for name in ("document", "unit", "verdict"))
            text = asked(index.ids[rule])[unit]
            wording = wording_of(text, analyzer.lexicon)
            self.texts[at] = text
            self.settled[at] = Settled(verdict, tuple(dict.fromkeys(analyzer.keys(text))), wording)
            self._rule[at] = rule
            self._beside[rule].append(at)
        place = (work, "both")
        keys = dict(base.rows("SELECT term, rarity FROM postings WHERE work = ? AND view = ?", place))
        worded = dict(base.rows("SELECT term, rarity FROM wordings WHERE work = ? AND view = ?", place))
        self._rarities = Rarities(keys, worded, max(keys.values(), default=0.0))
        self._alike = cache(self._alike_of)

    def _alike_of(self, rule: int) -> npt.NDArray[np.float64]:
        return alike([self.settled[at] for at in self._beside[rule]], self._rarities)

    def without(self, silent: set[int], likeness: Likeness) -> npt.NDArray[np.float32]:
        """Towards which verdict each question leans, those beside the rules of silent ones anew."""
        found = likeness.leaning.copy()
        places = {at: place for place, at in enumerate(likeness.segments.tolist())}
        for rule in {self._rule[at] for at in silent if at in self._rule}:
            beside = self._beside[rule]
            if beside[0] not in places:
                continue
            heard = [place for place, at in enumerate(beside) if at not in silent]
            verdicts = np.array([self.settled[beside[place]].verdict for place in heard], dtype=np.float64)
            anew = weights(self._alike(rule)[np.ix_(heard, heard)], verdicts)
            found[[places[beside[place]] for place in heard]] = anew
        return found


def learn_pleas(found: Sequence[Plea]) -> tuple[float, ...]:
    """The weight of each plea: logistic, without a bias, so that yes and no are alike before anything is pleaded."""
    rows = np.array([plea.pleas * plea.verdict for plea in found])
    spread = rows.std(axis=0) + 1e-9
    rows = rows / spread

    def loss(weights: Floats) -> tuple[float, Floats]:
        margin = rows @ weights
        pull = -1 / (1 + np.exp(margin))
        value = np.logaddexp(0, -margin).mean() + _PENALTY * weights @ weights
        return float(value), np.asarray(rows.T @ pull / len(rows) + 2 * _PENALTY * weights)

    best = minimize(loss, np.zeros(len(PLEAS)), jac=True, method="L-BFGS-B")
    return tuple(float(weight) for weight in best.x / spread)


def learn_margin(base: KnowledgeBase, questions: Sequence[Question], model: Model) -> float:
    """The least margin from which verdicts are right often enough, on questions of players, in every view."""
    searcher = Searcher(base, model)
    given = []
    for question in questions:
        for view in VIEWS:
            measured = searcher.measured(question.text, question.game, view, intent_of(question.text))
            if measured is not None and question.yesno and is_closed(question.text):
                likeness = searcher.likeness(question.text, question.game, view, beside(measured))
                verdict = nearest(measured, likeness, model)
                given += [(verdict.margin, verdict.told == question.yesno)] if verdict is not None else []
    return _clear(given)


def _clear(given: Sequence[tuple[float, bool]]) -> float:
    """The margin of the last of the (margin, right) verdicts that may be given for enough of them to be right."""
    margin, right = float("inf"), 0
    for place, (least, good) in enumerate(sorted(given, reverse=True), 1):
        right += good
        if right / place >= _RIGHT:
            margin = least
    return margin

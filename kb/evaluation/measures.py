"""The measures of a question set: hits, ranks, refusals, verdicts, with bootstrap intervals.

A question line names the line ranges of the publication that answer it; a passage is a hit when its text overlaps one of them. On the
précis layer, what counts is the lines where the text layer holds the same id: a base without the publication can't be measured.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation.questions import Question
from kb.store import KnowledgeBase, View

DEPTH = 10
_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question got: the rank of each gold range found (1 is best), whether it was refused, the verdict."""

    question: Question
    ranks: tuple[int, ...]
    refused: bool
    verdict: str | None
    first: str | None

    @property
    def rank(self) -> int:
        """Rank of the first hit, 0 when there is none among the first ten."""
        return min(self.ranks, default=0)


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        """`0.87 [0.78–0.95]`."""
        return f"{self.mean:.2f} [{self.low:.2f}–{self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class Report:
    """The measures of one group of questions."""

    name: str
    count: int
    measures: tuple[tuple[str, Measure], ...]


def run(answerer: Answerer, questions: Iterable[Question], view: View) -> list[Outcome]:
    """Ask every question, its game given.

    Raises:
        UnusableFileError: the base holds no publication to measure a question's game on.
    """
    outcomes = []
    for question in _measurable(answerer.base, questions):
        answer = answerer.ask(question.text, question.game, DEPTH, view)
        ids = [scored.id for scored in answer.passages]
        ranks = ranks_of(answerer.base, question, ids)
        outcomes.append(Outcome(question, ranks, not answer.answerable, answer.verdict, ids[0] if ids else None))
    return outcomes


def run_without_game(answerer: Answerer, questions: Iterable[Question], view: View) -> list[Outcome]:
    """Search every question in all games at once: a passage of another game takes its place like any other.

    Raises:
        UnusableFileError: the base holds no publication to measure a question's game on.
    """
    outcomes = []
    for question in _measurable(answerer.base, questions):
        ids = [found.id for found in answerer.search(question.text, None, None, DEPTH, 0, view).results]
        ranks = ranks_of(answerer.base, question, ids)
        outcomes.append(Outcome(question, ranks, not ids, None, ids[0] if ids else None))
    return outcomes


def _measurable(base: KnowledgeBase, questions: Iterable[Question]) -> Iterator[Question]:
    measured: set[str] = set()
    for question in questions:
        if question.game not in measured:
            if "texte" not in base.work(question.game).layers:
                advice = "reconstruisez-la avec « arbitre build --texts DOSSIER »"
                raise UnusableFileError(
                    f"la base ne contient pas la publication de « {question.game} », où sont comptées les lignes ; {advice}"
                )
            measured.add(question.game)
        yield question


def ranks_of(base: KnowledgeBase, question: Question, ids: Sequence[str]) -> tuple[int, ...]:
    """The rank of each gold range that one of the first ten ids holds, 1 the best."""
    texts = {passage.id: passage for passage in base.passages(ids[:DEPTH], "texte")}
    ranks: list[int] = []
    for low, high in question.gold:
        for rank, identifier in enumerate(ids[:DEPTH], 1):
            same = identifier in texts and texts[identifier].work == question.game
            spans = texts[identifier].source.spans if same else ()
            if any(span.start <= high and low <= span.end for span in spans):
                ranks.append(rank)
                break
    return tuple(ranks)


def overall(outcomes: Sequence[Outcome]) -> Report:
    """The measures of all the questions together: the first of `reports`, without the others' resampling."""
    return _report("ensemble", list(outcomes))


def reports(outcomes: Sequence[Outcome]) -> list[Report]:
    """The measures overall, then by game, then by kind."""
    groups: dict[str, list[Outcome]] = {"ensemble": list(outcomes)}
    by_game: dict[str, list[Outcome]] = defaultdict(list)
    by_kind: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_game[outcome.question.game].append(outcome)
        by_kind[f"· {outcome.question.kind}"].append(outcome)
    groups |= dict(sorted(by_game.items())) | dict(sorted(by_kind.items()))
    return [_report(name, group) for name, group in groups.items()]


def _report(name: str, outcomes: list[Outcome]) -> Report:
    answerable = [outcome for outcome in outcomes if outcome.question.gold]
    measures: list[tuple[str, Measure]] = []
    for depth in (1, 3, 5, 10):
        measures += _mean(f"hit@{depth}", [float(0 < outcome.rank <= depth) for outcome in answerable])
    measures += _mean("MRR@10", [1 / outcome.rank if outcome.rank else 0.0 for outcome in answerable])
    measures += _mean("nDCG@10", [_gain(outcome) for outcome in answerable])
    refused = [outcome for outcome in outcomes if outcome.refused]
    unanswerable = [outcome for outcome in outcomes if not outcome.question.gold]
    measures += _mean("refus : précision", [float(not outcome.question.gold) for outcome in refused])
    measures += _mean("refus : rappel", [float(outcome.refused) for outcome in unanswerable])
    if unanswerable:
        measures += _agreement("refus : F1", [(outcome.refused, not outcome.question.gold) for outcome in outcomes])
    measures += _mean("refus à tort", [float(outcome.refused) for outcome in answerable])
    asked = [outcome for outcome in outcomes if outcome.question.yesno]
    given = [outcome for outcome in asked if outcome.verdict]
    measures += _mean("verdict : justesse", [float(outcome.verdict == outcome.question.yesno) for outcome in given])
    measures += _mean("verdict : donné", [float(outcome.verdict is not None) for outcome in asked])
    return Report(name, len(outcomes), tuple(measures))


def _agreement(name: str, pairs: Sequence[tuple[bool, bool]]) -> list[tuple[str, Measure]]:
    """The F1 of (told, true) pairs with its bootstrap interval."""

    def score(drawn: Sequence[tuple[bool, bool]]) -> float:
        both = sum(told and true for told, true in drawn)
        either = sum(told for told, _true in drawn) + sum(true for _told, true in drawn)
        return 2 * both / either if either else 0.0

    chance = random.Random(0)  # noqa: S311 - resampling, always the same
    drawn = sorted(score(chance.choices(pairs, k=len(pairs))) for _ in range(_RESAMPLES))
    return [(name, Measure(score(pairs), drawn[int(0.025 * _RESAMPLES)], drawn[int(0.975 * _RESAMPLES)]))]


def _gain(outcome: Outcome) -> float:
    """Discounted gain of the first hit: each gold range answers alone, so one found first is the ideal."""
    return 1 / math.log2(outcome.rank + 1) if outcome.rank else 0.0


def _mean(name: str, values: list[float]) -> list[tuple[str, Measure]]:
    """The mean of some values with its bootstrap interval; nothing for no value."""
    if not values:
        return []
    chance = random.Random(0)  # noqa: S311 - resampling, always the same
    means = sorted(sum(chance.choices(values, k=len(values))) / len(values) for _ in range(_RESAMPLES))
    low, high = means[int(0.025 * _RESAMPLES)], means[int(0.975 * _RESAMPLES)]
    return [(name, Measure(sum(values) / len(values), low, high))]

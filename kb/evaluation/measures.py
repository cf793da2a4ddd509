"""The measures of a question set: hits, ranks, refusals, verdicts, with bootstrap intervals.

A question line names the line ranges of the publication that answer it; a passage is a hit when its text overlaps one of them. On the
précis layer, what counts is the lines where the text layer holds the same id: a base without the publication can't be measured.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.answer import Answer, Answerer
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
    base = answerer.base
    outcomes = []
    measured: set[str] = set()
    for question in questions:
        if question.game not in measured:
            if "texte" not in base.work(question.game).layers:
                advice = "reconstruisez-la avec « arbitre build --texts DOSSIER »"
                raise UnusableFileError(
                    f"la base ne contient pas la publication de « {question.game} », où sont comptées les lignes ; {advice}"
                )
            measured.add(question.game)
        answer = answerer.ask(question.text, question.game, DEPTH, view)
        outcomes.append(_outcome(base, question, answer))
    return outcomes


def _outcome(base: KnowledgeBase, question: Question, answer: Answer) -> Outcome:
    ids = [scored.passage.id for scored in answer.passages[:DEPTH]]
    texts = {passage.id: passage for passage in base.passages(ids, "texte")}
    ranks: list[int] = []
    for low, high in question.gold:
        for rank, identifier in enumerate(ids, 1):
            spans = texts[identifier].source.spans if identifier in texts else ()
            if any(span.start <= high and low <= span.end for span in spans):
                ranks.append(rank)
                break
    return Outcome(question, tuple(ranks), not answer.answerable, answer.verdict, ids[0] if ids else None)


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
    asked = [outcome for outcome in outcomes if outcome.question.yesno]
    given = [outcome for outcome in asked if outcome.verdict]
    measures += _mean("verdict : justesse", [float(outcome.verdict == outcome.question.yesno) for outcome in given])
    measures += _mean("verdict : donné", [float(outcome.verdict is not None) for outcome in asked])
    return Report(name, len(outcomes), tuple(measures))


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

"""Measure answers on question sets: hits, ranks, refusals, verdicts, with bootstrap intervals.

A question line names the line ranges of the publication that answer it; a passage is a hit when its text overlaps one of them. On the
précis layer, what counts is the lines where the text layer holds the same id: a base without the publication can't be measured.
"""

import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.store import KnowledgeBase, View
from kb.system.files import read_text
from kb.system.grouping import by_key

DEPTH = 10
_RESAMPLES = 1000

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A line of a question set, judged: `gold` are 1-based inclusive line ranges, each answering alone, none when nothing does."""

    id: str
    game: str
    kind: str
    text: str
    gold: tuple[tuple[int, int], ...]
    yesno: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one question got: the rank of each gold range found (1 is best), whether it was refused, the verdict."""

    question: JudgedQuestion
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


def read_questions(paths: Iterable[Path]) -> list[JudgedQuestion]:
    """The questions of JSON Lines files.

    Raises:
        UnusableFileError: a file is missing or a line is not a question; the message names both.
    """
    questions: list[JudgedQuestion] = []
    for path in paths:
        lines = read_text(path).splitlines()
        questions += [_question(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    return questions


def _question(line: str, place: str) -> JudgedQuestion:
    try:
        data = json.loads(line)
        gold = tuple((int(first), int(last)) for first, last in data.get("gold", ()))
        yesno = data.get("yesno")
        return JudgedQuestion(
            str(data.get("id", place)),
            str(data["game"]),
            str(data.get("kind", "")),
            str(data["question"]),
            gold,
            yesno if yesno in {"oui", "non"} else None,
        )
    except (RecursionError, ValueError, KeyError, TypeError, AttributeError) as fault:
        message = f"{place} : ce n'est pas une question ; il faut un objet JSON avec game, question et gold"
        raise UnusableFileError(message) from fault


def run(answerer: Answerer, questions: Iterable[JudgedQuestion], view: View) -> list[Outcome]:
    """Ask every question in its game.

    Raises:
        UnusableFileError: the base holds no publication to measure a question's game on.
    """
    asked = list(questions)
    for game in dict.fromkeys(question.game for question in asked):
        if "texte" not in answerer.base.work(game).layers:
            message = f"la base ne contient pas la publication de « {game} », où sont comptées les lignes"
            raise UnusableFileError(f"{message} ; reconstruisez-la avec « arbitre build --texts DOSSIER »")
    outcomes = []
    for question in asked:
        answer = answerer.ask(question.text, question.game, DEPTH, view)
        ids = [found.id for found in answer.passages]
        ranks = ranks_of(answerer.base, question, ids)
        outcomes.append(Outcome(question, ranks, not answer.answerable, answer.verdict, next(iter(ids), None)))
    return outcomes


def ranks_of(base: KnowledgeBase, question: JudgedQuestion, ids: Sequence[str]) -> tuple[int, ...]:
    """The rank of each gold range that one of the first ten ids holds, 1 the best."""
    passages = base.passages(ids[:DEPTH], "texte")
    held = {passage.id: passage.source.spans for passage in passages if passage.work == question.game}

    def rank(low: int, high: int) -> int:
        ranked = enumerate((held.get(one, ()) for one in ids[:DEPTH]), 1)
        return next((rank for rank, spans in ranked if any(a <= high and low <= b for a, b in spans)), 0)

    return tuple(filter(None, (rank(low, high) for low, high in question.gold)))


def overall(outcomes: Sequence[Outcome]) -> Report:
    """The measures of all the questions together: the first of `reports`, without the others' resampling."""
    return _report("ensemble", outcomes)


def reports(outcomes: Sequence[Outcome]) -> list[Report]:
    """The measures overall, then by game, then by kind."""
    # A dot puts the kinds after the games.
    groups = by_key((name, one) for one in outcomes for name in (one.question.game, f"· {one.question.kind}"))
    return [overall(outcomes), *(_report(name, group) for name, group in sorted(groups.items()))]


def _report(name: str, outcomes: Sequence[Outcome]) -> Report:
    answerable = [outcome for outcome in outcomes if outcome.question.gold]
    unanswerable = [outcome for outcome in outcomes if not outcome.question.gold]
    yesno = [outcome for outcome in outcomes if outcome.question.yesno]
    ranks = [outcome.rank for outcome in answerable]
    refusals = [(outcome.refused, not outcome.question.gold) for outcome in outcomes] if unanswerable else []
    measures = {
        **{f"hit@{depth}": _mean(0 < rank <= depth for rank in ranks) for depth in (1, 3, 5, 10)},
        "MRR@10": _mean(1 / rank if rank else 0.0 for rank in ranks),
        # Each gold range answers alone, so one found first is the ideal.
        "nDCG@10": _mean(1 / math.log2(rank + 1) if rank else 0.0 for rank in ranks),
        "refus : précision": _mean(not outcome.question.gold for outcome in outcomes if outcome.refused),
        "refus : rappel": _mean(outcome.refused for outcome in unanswerable),
        "refus : F1": _measure(_f1, refusals),
        "refus à tort": _mean(outcome.refused for outcome in answerable),
        "verdict : justesse": _mean(outcome.verdict == outcome.question.yesno for outcome in yesno if outcome.verdict),
        "verdict : donné": _mean(outcome.verdict is not None for outcome in yesno),
    }
    return Report(name, len(outcomes), tuple((name, found) for name, found in measures.items() if found))


def _f1(pairs: Sequence[tuple[bool, bool]]) -> float:
    """The F1 of (refused, to be refused) pairs."""
    both = sum(refused and right for refused, right in pairs)
    either = sum(refused + right for refused, right in pairs)
    return 2 * both / either if either else 0.0


def _mean(values: Iterable[float]) -> Measure | None:
    return _measure(lambda drawn: sum(drawn) / len(drawn), list(values))


def _measure(statistic: Callable[[Sequence[_Value]], float], values: Sequence[_Value]) -> Measure | None:
    """A statistic of some values with its bootstrap interval; none of no value."""
    if not values:
        return None
    chance = random.Random(0)  # noqa: S311 - resampling, always the same
    drawn = sorted(statistic(chance.choices(values, k=len(values))) for _ in range(_RESAMPLES))
    return Measure(statistic(values), drawn[int(0.025 * _RESAMPLES)], drawn[int(0.975 * _RESAMPLES)])

"""Measure answers on question sets: hits, ranks, refusals, verdicts, with bootstrap intervals.

A question line names the line ranges of the publication that answer it; a passage is a hit when its text overlaps one of them. On the
précis layer, what counts is the lines where the text layer holds the same id: a base without the publication can't be measured.
"""

from __future__ import annotations

import json
import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.model import Span
from kb.store import KnowledgeBase, View

DEPTH = 10
_RESAMPLES = 1000

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Question:
    """A line of a question set; `gold` are 1-based inclusive line ranges, each answering alone, none when nothing does."""

    id: str
    game: str
    kind: str
    text: str
    gold: tuple[tuple[int, int], ...]
    yesno: str | None


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


def read_questions(paths: Iterable[Path]) -> list[Question]:
    """The questions of JSON Lines files.

    Raises:
        UnusableFileError: a file is missing or a line is not a question; the message names both.
    """
    questions: list[Question] = []
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as fault:
            message = f"{path} : fichier de questions introuvable ou illisible ; donnez un fichier de texte UTF-8"
            raise UnusableFileError(message) from fault
        questions += [_question(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    return questions


def _question(line: str, place: str) -> Question:
    try:
        data = json.loads(line)
        gold = tuple((int(first), int(last)) for first, last in data.get("gold", ()))
        yesno = data.get("yesno")
        return Question(
            str(data.get("id", place)),
            str(data["game"]),
            str(data.get("kind", "")),
            str(data["question"]),
            gold,
            yesno if yesno in {"oui", "non"} else None,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        message = f"{place} : ce n'est pas une question ; il faut un objet JSON avec game, question et gold"
        raise UnusableFileError(message) from fault


def run(answerer: Answerer, questions: Iterable[Question], view: View, *, with_game: bool = True) -> list[Outcome]:
    """Ask every question in its game; else search in all games at once, where another's passage takes its place like any other.

    Raises:
        UnusableFileError: the base holds no publication to measure a question's game on.
    """
    outcomes = []
    for question in _measurable(answerer.base, questions):
        if with_game:
            answer = answerer.ask(question.text, question.game, DEPTH, view)
            ids, refused, verdict = [found.id for found in answer.passages], not answer.answerable, answer.verdict
        else:
            ids = [found.id for found in answerer.search(question.text, None, None, DEPTH, 0, view).results]
            refused, verdict = not ids, None
        ranks = ranks_of(answerer.base, question, ids)
        outcomes.append(Outcome(question, ranks, refused, verdict, next(iter(ids), None)))
    return outcomes


def _measurable(base: KnowledgeBase, questions: Iterable[Question]) -> list[Question]:
    asked = list(questions)
    for game in dict.fromkeys(question.game for question in asked):
        if "texte" not in base.work(game).layers:
            advice = "reconstruisez-la avec « arbitre build --texts DOSSIER »"
            raise UnusableFileError(
                f"la base ne contient pas la publication de « {game} », où sont comptées les lignes ; {advice}"
            )
    return asked


def ranks_of(base: KnowledgeBase, question: Question, ids: Sequence[str]) -> tuple[int, ...]:
    """The rank of each gold range that one of the first ten ids holds, 1 the best."""
    held = {
        passage.id: passage.source.spans
        for passage in base.passages(ids[:DEPTH], "texte")
        if passage.work == question.game
    }
    ranks = (
        next((rank for rank, one in enumerate(ids[:DEPTH], 1) if _overlaps(held.get(one, ()), low, high)), 0)
        for low, high in question.gold
    )
    return tuple(filter(None, ranks))


def _overlaps(spans: Iterable[Span], low: int, high: int) -> bool:
    return any(span.start <= high and low <= span.end for span in spans)


def overall(outcomes: Sequence[Outcome]) -> Report:
    """The measures of all the questions together: the first of `reports`, without the others' resampling."""
    return _report("ensemble", list(outcomes))


def reports(outcomes: Sequence[Outcome]) -> list[Report]:
    """The measures overall, then by game, then by kind."""
    by_game: dict[str, list[Outcome]] = defaultdict(list)
    by_kind: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        by_game[outcome.question.game].append(outcome)
        by_kind[f"· {outcome.question.kind}"].append(outcome)
    groups = (*sorted(by_game.items()), *sorted(by_kind.items()))
    return [overall(outcomes), *(_report(name, group) for name, group in groups)]


def _report(name: str, outcomes: list[Outcome]) -> Report:
    answerable = [outcome for outcome in outcomes if outcome.question.gold]
    ranks = [outcome.rank for outcome in answerable]
    unanswerable = [float(outcome.refused) for outcome in outcomes if not outcome.question.gold]
    asked = [outcome for outcome in outcomes if outcome.question.yesno]
    refusals = [(outcome.refused, not outcome.question.gold) for outcome in outcomes] if unanswerable else []
    measures = {
        **{f"hit@{depth}": _mean([float(0 < rank <= depth) for rank in ranks]) for depth in (1, 3, 5, 10)},
        "MRR@10": _mean([1 / rank if rank else 0.0 for rank in ranks]),
        # Each gold range answers alone, so one found first is the ideal.
        "nDCG@10": _mean([1 / math.log2(rank + 1) if rank else 0.0 for rank in ranks]),
        "refus : précision": _mean([float(not outcome.question.gold) for outcome in outcomes if outcome.refused]),
        "refus : rappel": _mean(unanswerable),
        "refus : F1": _measure(_f1, refusals),
        "refus à tort": _mean([float(outcome.refused) for outcome in answerable]),
        "verdict : justesse": _mean([float(one.verdict == one.question.yesno) for one in asked if one.verdict]),
        "verdict : donné": _mean([float(outcome.verdict is not None) for outcome in asked]),
    }
    return Report(name, len(outcomes), tuple((name, found) for name, found in measures.items() if found))


def _f1(pairs: Sequence[tuple[bool, bool]]) -> float:
    """The F1 of (told, true) pairs."""
    both = sum(told and true for told, true in pairs)
    either = sum(told + true for told, true in pairs)
    return 2 * both / either if either else 0.0


def _mean(values: list[float]) -> Measure | None:
    return _measure(lambda drawn: sum(drawn) / len(drawn), values)


def _measure(statistic: Callable[[Sequence[_Value]], float], values: Sequence[_Value]) -> Measure | None:
    """A statistic of some values with its bootstrap interval; none of no value."""
    if not values:
        return None
    chance = random.Random(0)  # noqa: S311 - resampling, always the same
    drawn = sorted(statistic(chance.choices(values, k=len(values))) for _ in range(_RESAMPLES))
    return Measure(statistic(values), drawn[int(0.025 * _RESAMPLES)], drawn[int(0.975 * _RESAMPLES)])

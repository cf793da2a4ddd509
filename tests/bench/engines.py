"""Answers and search beside other engines: the same passages, the same questions, their game given, in one run."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation.measures import DEPTH, Measure, overall
from kb.evaluation.questions import Question
from kb.store import KnowledgeBase
from tests.bench import postgres
from tests.bench.rivals import RIVALS, SETTINGS, Document, Rival, documents, found_by, fts5
from tests.bench.speed import Speed, side_by_side

ASK, SEARCH = "arbitre ask", "arbitre search"
# Timed alone: without the game, what it finds is of all of them.
WHOLE = "FTS5, tous les jeux"
# Gives the ids that a question finds in its game, best first.
Finder = Callable[[Question], list[str]]


@dataclass(frozen=True, slots=True)
class Quality:
    """What an engine finds on one question set, over the questions that have an answer."""

    questions: int
    hit1: Measure
    hit5: Measure
    mrr: Measure


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine: its setting, its quality by question set, its speed (milliseconds), how long it takes to index (seconds).

    One that is only timed has no quality.
    """

    name: str
    setting: str
    quality: Mapping[str, Quality]
    speed: Speed
    indexing: float | None


@dataclass(frozen=True, slots=True)
class Compared:
    """The engines, ours first; why one is missing."""

    passages: int
    timed: int
    engines: tuple[Engine, ...]
    missing: str | None


def compare_engines(
    base: KnowledgeBase, sets: Mapping[str, Sequence[Question]], timed_on: Sequence[Question], rounds: int
) -> Compared:
    """Every engine on every set, then their times, the engines taking turns.

    `timed_on` are the questions asked to time; quality is taken on the games whose publication the base holds.
    """
    games = sorted({question.game for questions in (*sets.values(), timed_on) for question in questions})
    passages = {game: documents(base, game, "both") for game in games}
    with _rivals() as (rivals, missing):
        indexing, finders = _made(rivals, passages)
        finders = _ours(base) | finders
        whole = fts5([passage for found in passages.values() for passage in found])
        speeds = side_by_side(finders | {WHOLE: lambda question: whole(question.text)}, timed_on, rounds)
        engines = tuple(
            Engine(
                name,
                _SETTINGS[name],
                _qualities(base, sets, finders[name]) if name in finders else {},
                speed,
                indexing.get(name),
            )
            for name, speed in speeds.items()
        )
    return Compared(sum(map(len, passages.values())), len(timed_on), engines, missing)


def measurable(base: KnowledgeBase, questions: Sequence[Question]) -> list[Question]:
    """The questions on the games whose publication the base holds: the lines that answer are counted there."""
    held = {info.work for info in base.works() if "texte" in info.layers}
    return [question for question in questions if question.game in held]


@contextlib.contextmanager
def _rivals() -> Iterator[tuple[dict[str, Rival], str | None]]:
    """The other engines, PostgreSQL among them where it is; else why it is not."""
    with contextlib.ExitStack() as stack:
        missing = None
        rivals = dict(RIVALS)
        try:
            rivals |= stack.enter_context(postgres.server())
        except UnusableFileError as fault:
            missing = str(fault)
        yield rivals, missing


def _made(
    rivals: Mapping[str, Rival], passages: Mapping[str, Sequence[Document]]
) -> tuple[dict[str, float], dict[str, Finder]]:
    """Each engine with one index a game, and how long that took it."""
    indexing: dict[str, float] = {}
    finders: dict[str, Finder] = {}
    for name, make in rivals.items():
        started = time.perf_counter()
        searches = {game: make(found) for game, found in passages.items()}
        indexing[name] = time.perf_counter() - started
        finders[name] = lambda question, searches=searches: searches[question.game](question.text)  # type: ignore[misc]
    return indexing, finders


def _ours(base: KnowledgeBase) -> dict[str, Finder]:
    answerer = Answerer(base)

    def ask(question: Question) -> list[str]:
        return [scored.id for scored in answerer.ask(question.text, question.game, DEPTH).passages]

    def search(question: Question) -> list[str]:
        found = answerer.search(question.text, question.game, None, DEPTH)
        return [scored.id for scored in found.results]

    return {ASK: ask, SEARCH: search}


def _qualities(base: KnowledgeBase, sets: Mapping[str, Sequence[Question]], finder: Finder) -> dict[str, Quality]:
    return {
        name: _quality(base, kept, finder) for name, questions in sets.items() if (kept := measurable(base, questions))
    }


def _quality(base: KnowledgeBase, questions: Sequence[Question], finder: Finder) -> Quality:
    report = overall([found_by(base, question, finder(question)) for question in questions])
    means = dict(report.measures)
    answerable = sum(bool(question.gold) for question in questions)
    return Quality(answerable, means["hit@1"], means["hit@5"], means["MRR@10"])


_SETTINGS = {
    ASK: "la réponse entière : citation, verdict, exceptions, sujets connexes",
    SEARCH: "dix passages entiers, avec leurs raisons",
    **SETTINGS,
    WHOLE: "le premier FTS5, une seule table pour les passages de tous les jeux, le jeu non donné",
    **dict.fromkeys(postgres.RANKINGS, postgres.SETTING),
}

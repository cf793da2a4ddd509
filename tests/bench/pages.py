"""The pages as a reader has them: what their search weighs and finds, and when each kind of page is first painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation.questions import Question
from kb.store import KnowledgeBase
from tests.bench.offline import parity, weights
from tests.bench.painting import Paint, first_paints, kinds_of_pages


@dataclass(frozen=True, slots=True)
class Pages:
    """What a reader of the pages gets.

    The bytes loaded until the first results, compressed, in the heaviest game and in all; the share of `questions` with the first results
    of the program in the same order, in their game and in all; when pages were first painted. No Node: no shares; no browser: no paints.
    """

    one_game: int
    all_games: int
    questions: int
    within: float | None
    across: float | None
    paints: tuple[Paint, ...]


def look_at(base: KnowledgeBase, site: Path, questions: Sequence[Question], *, quick: bool = False) -> Pages:
    """Measure the pages of a site of the précis of a base."""
    one, every = weights(site, base.work_ids())
    answerer = Answerer(base)
    return Pages(
        one_game=one,
        all_games=every,
        questions=len(questions),
        within=_share(answerer, site, questions, within=True),
        across=_share(answerer, site, questions, within=False),
        paints=_paints(base, site, quick=quick),
    )


def _share(answerer: Answerer, site: Path, questions: Sequence[Question], *, within: bool) -> float | None:
    try:
        return parity(answerer, site, questions, "precis", within=within)
    except UnusableFileError:
        return None


def _paints(base: KnowledgeBase, site: Path, *, quick: bool) -> tuple[Paint, ...]:
    shown = kinds_of_pages(base, site)
    try:
        return tuple(first_paints(site, shown[:1], 1) if quick else first_paints(site, shown))
    except UnusableFileError:
        return ()

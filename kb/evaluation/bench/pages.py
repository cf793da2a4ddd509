"""The pages as a reader has them: what their search weighs and finds, and when each kind of page is first painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation.offline import parity, weights
from kb.evaluation.painting import Paint, first_paints, kinds_of_pages
from kb.evaluation.questions import Question
from kb.store import KnowledgeBase


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
    shares: list[float | None]
    try:
        shares = [parity(answerer, site, questions, "precis", within=within) for within in (True, False)]
    except UnusableFileError:
        shares = [None, None]
    try:
        shown = kinds_of_pages(base, site)
        paints = tuple(first_paints(site, shown[:1], 1) if quick else first_paints(site, shown))
    except UnusableFileError:
        paints = ()
    return Pages(one, every, len(questions), *shares, paints)

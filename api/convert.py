"""The wire shapes as JSON values, for what writes them without HTTP: the command line, exports, the tool server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api import compose, compose_judge, compose_precedence, compose_timing, surroundings
from kb.answer import Answer, Card, Resolved, Results
from kb.precedence import Modified, Ordered, Precedence, Prevailing
from kb.store import KnowledgeBase, Passage, View
from kb.timing import Comparison, Opening, Timeline


def passage(stored: Passage) -> dict[str, Any]:
    """A passage, whole."""
    return compose.passage(stored).model_dump(mode="json")


def rule(base: KnowledgeBase, stored: Passage, view: View = "both", expand: Iterable[str] = ()) -> dict[str, Any]:
    """A passage and what surrounds it."""
    return surroundings.rule(base, stored, view, expand).model_dump(mode="json")


def search(found: Results) -> dict[str, Any]:
    """The results of a search."""
    return compose.search(found).model_dump(mode="json")


def timeline(found: Timeline) -> dict[str, Any]:
    """The timeline of a game, as a tree."""
    return compose_timing.timeline(found).model_dump(mode="json")


def comparison(found: Comparison) -> dict[str, Any]:
    """How two moments stand to one another."""
    return compose_timing.comparison(found).model_dump(mode="json")


def resolved(found: Resolved) -> dict[str, Any]:
    """The answer to a request about time or precedence."""
    match found:
        case Ordered():
            told = compose_precedence.ordered(found).model_dump(mode="json")
        case Modified():
            told = compose_precedence.modified(found).model_dump(mode="json")
        case Prevailing():
            told = compose_precedence.prevailing(found).model_dump(mode="json")
        case Precedence():
            told = compose_precedence.situations(found).model_dump(mode="json")
        case Timeline():
            told = timeline(found)
        case Comparison():
            told = comparison(found)
        case Opening():
            told = opening(found)
    return told


def opening(found: Opening) -> dict[str, Any]:
    """What one player may use at a moment."""
    return compose_timing.opening(found).model_dump(mode="json")


def card(base: KnowledgeBase, found: Card, view: View = "both") -> dict[str, Any]:
    """A ruling card, its quotes checked."""
    return compose_judge.card(base, found, view).model_dump(mode="json")


def answer(base: KnowledgeBase, found: Answer, view: View = "both") -> dict[str, Any]:
    """An answer, its quotes checked."""
    return compose.answer(base, found, view).model_dump(mode="json")

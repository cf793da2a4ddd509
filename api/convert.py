"""The wire shapes as JSON values, for what writes them without HTTP: the command line, exports, the tool server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api import compose, compose_precedence, compose_timing, surroundings
from api.asking import with_permalink
from api.render import as_json
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
    told: dict[str, Any] = as_json(found)
    return told


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


def card(found: Card) -> dict[str, Any]:
    """A ruling card, with its permalink."""
    told: dict[str, Any] = as_json(with_permalink(found))
    return told


def answer(found: Answer) -> dict[str, Any]:
    """An answer."""
    told: dict[str, Any] = as_json(found)
    return told

"""Requests about time and precedence, of every kind, answered one by one: what the command line, the API and Python share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kb.errors import InvalidRequestError
from kb.precedence import Modified, Ordered, Precedence, Prevailing
from kb.precedence.fields import request_of
from kb.store import KnowledgeBase, View
from kb.timing import Comparison, Opening, Timeline, compare, window

Resolved = Ordered | Modified | Prevailing | Comparison | Opening | Timeline | Precedence
_SIDES = ("active", "opponent")


class Resolver:
    """The timelines and the policies of a base, each read once."""

    def __init__(self, base: KnowledgeBase, view: View = "both") -> None:
        """Answer from a view of the base."""
        self.base, self.view = base, view
        self._policies: dict[str, Precedence] = {}
        self._timelines: dict[str, Timeline] = {}

    def precedence(self, game: str) -> Precedence:
        """The engine of a game.

        Raises:
            UnknownWorkError: there is no such game.
            NoPolicyError: it has no policy.
        """
        if game not in self._policies:
            self._policies[game] = Precedence(self.base, game, self.view)
        return self._policies[game]

    def timeline(self, game: str) -> Timeline:
        """The timeline of a game.

        Raises:
            UnknownWorkError: there is no such game.
        """
        if game not in self._timelines:
            self._timelines[game] = Timeline(self.base, game, self.view)
        return self._timelines[game]

    def resolve(self, game: str, endpoint: str, request: object) -> Resolved:
        """The answer to one request.

        Raises:
            InvalidRequestError: there is no such endpoint, or the request is faulty.
            ArbitreError: the game, or what the request names in it, is not known.
        """
        answers: dict[str, Callable[[Mapping[str, Any]], Resolved]] = {
            "order": lambda given: self.precedence(game).order(given),
            "modify": lambda given: self.precedence(game).modify(given),
            "conflict": lambda given: self.precedence(game).conflict(given),
            "situations": lambda _given: self.precedence(game),
            "timeline": lambda _given: self.timeline(game),
            "window": lambda given: window(self.timeline(game), _text(given, "at"), _side(given)),
            "timing": lambda given: compare(self.timeline(game), _text(given, "a"), _text(given, "b")),
        }
        if endpoint not in answers:
            raise InvalidRequestError("endpoint", f"« {endpoint} » n'est pas connu", tuple(answers))
        return answers[endpoint](request_of(request))


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InvalidRequestError(name, "il faut le nom d'un moment, d'une règle ou d'une aptitude", ("un texte",))
    return value


def _side(given: Mapping[str, Any]) -> str:
    value = given.get("player", _SIDES[0])
    if value not in _SIDES:
        raise InvalidRequestError("player", f"« {value} » n'est pas accepté", _SIDES)
    return str(value)

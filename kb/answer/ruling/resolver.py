"""Requests about time and precedence, of every kind, answered one by one: what the command line, the API and Python share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kb.errors import InvalidRequestError, NoTimelineError
from kb.model import Moment
from kb.policy import Policy
from kb.precedence import Modified, Ordered, Precedence, Prevailing, precedence_of
from kb.precedence.fields import request_of, word
from kb.store import KnowledgeBase, View
from kb.timing import TURN_SIDES, Comparison, Opening, Timeline, TurnSide, compare, opening_at

Resolved = Ordered | Modified | Prevailing | Comparison | Opening | Timeline | Precedence


@dataclass(frozen=True, slots=True)
class Draft:
    """The policy and the timeline of a game as an author is writing them; None for what stays as the base has it."""

    work: str
    policy: Policy | None = None
    moments: tuple[Moment, ...] | None = None


class Resolver:
    """The timelines and the policies of a base, each read once."""

    def __init__(self, base: KnowledgeBase, view: View = "both", draft: Draft | None = None) -> None:
        """Answer from a view of the base, and by what an author is writing of one game."""
        self.base, self.view = base, view
        self._draft = draft or Draft("")
        self._policies: dict[tuple[str, str | None], Precedence] = {}
        self._timelines: dict[tuple[str, str | None], Timeline] = {}

    def precedence(self, game: str, mode: str | None = None) -> Precedence:
        """The engine of a game, or of one of its modes.

        Raises:
            UnknownModeError: the game has no such mode.
            UnknownWorkError: there is no such game.
            NoPolicyError: it has no policy.
        """
        if (game, mode) not in self._policies:
            self._policies[game, mode] = precedence_of(self.base, game, self.view, mode, self._drafted(game).policy)
        return self._policies[game, mode]

    def timeline(self, game: str, mode: str | None = None) -> Timeline:
        """The timeline of a game, or of one of its modes.

        Raises:
            UnknownModeError: the game has no such mode.
            UnknownWorkError: there is no such game.
        """
        if (game, mode) not in self._timelines:
            self._timelines[game, mode] = Timeline(self.base, game, self.view, mode, self._drafted(game).moments)
        return self._timelines[game, mode]

    def sequence(self, game: str, mode: str | None = None) -> Timeline:
        """The timeline of a game that has one.

        Raises:
            NoTimelineError: it has none.
        """
        found = self.timeline(game, mode)
        if not found.roots:
            raise NoTimelineError(game)
        return found

    def _drafted(self, game: str) -> Draft:
        return self._draft if game == self._draft.work else Draft(game)

    def resolve(self, game: str, endpoint: str, request: object, mode: str | None = None) -> Resolved:
        """The answer to one request, which may name its own mode.

        Raises:
            InvalidRequestError: there is no such endpoint, or the request is faulty.
            ArbitreError: the game, or what the request names in it, is not known.
        """
        asked = dict(request_of(request))
        mode = _mode(asked.pop("mode", mode))
        answers: dict[str, Callable[[Mapping[str, Any]], Resolved]] = {
            "order": lambda given: self.precedence(game, mode).order(given),
            "modify": lambda given: self.precedence(game, mode).modify(given),
            "conflict": lambda given: self.precedence(game, mode).conflict(given),
            "situations": lambda _given: self.precedence(game, mode),
            "timeline": lambda _given: self.sequence(game, mode),
            "window": lambda given: opening_at(self.sequence(game, mode), _text(given, "at"), _side(given)),
            "timing": lambda given: compare(self.sequence(game, mode), _text(given, "a"), _text(given, "b")),
        }
        if endpoint not in answers:
            raise InvalidRequestError("endpoint", f"« {endpoint} » n'est pas connu", tuple(answers))
        return answers[endpoint](asked)


def _mode(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise InvalidRequestError("mode", "il faut le nom d'un mode de jeu", ("un texte",))
    return value


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip():
        raise InvalidRequestError(name, "il faut le nom d'un moment, d'une règle ou d'une aptitude", ("un texte",))
    return value


def _side(given: Mapping[str, Any]) -> TurnSide:
    return word("player", given.get("player", "active"), TURN_SIDES)

"""What a question is answered with, as it goes on the wire: the same for the routes and for the tools of an assistant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from api import surroundings, wire
from api.library import Library
from kb.answer import Answer, Answers, Card, Results
from kb.site import urls
from kb.store import View


def search(
    shared: Library, view: View, q: str, game: str | None, mode: str | None, kind: str | None, limit: int, offset: int
) -> Results:
    """The passages that share words with a search, best first.

    Raises:
        ArbitreError: there is no such game or mode, or this address does not show it.
    """
    _check(shared, view, game, mode)
    return shared.answerer.search(q, game, kind, limit, offset, view, mode)


def ask(shared: Library, view: View, q: str, game: str | None, mode: str | None, limit: int) -> Answer | Answers:
    """The rule that answers; without a game, the answers of the games that answer, the best first.

    Raises:
        ArbitreError: there is no such game or mode, or this address does not show it.
    """
    _check(shared, view, game, mode)
    if game is not None:
        return shared.answerer.ask(q, game, limit, view, mode)
    return Answers(shared.answerer.ask_all(q, limit, view, mode))


def judge(shared: Library, view: View, q: str, game: str | None, mode: str | None) -> Card:
    """The card of a judge.

    Raises:
        ArbitreError: there is no such game, mode or rule, or this address does not show it.
    """
    _check(shared, view, game, mode)
    return with_permalink(shared.judge.card(q, game, mode, view))


def with_permalink(card: Card) -> Card:
    """A card that leads to the page of its rule."""
    if card.decision is None:
        return card
    part = urls.fragment(card.decision.id)
    return replace(card, permalink=f"/{urls.page_path(card.decision.id)}{f'#{part}' if part else ''}")


def rule(shared: Library, view: View, name: str, expand: Sequence[str], game: str | None) -> wire.Rule:
    """A provision by id, number or title, with what surrounds it.

    Raises:
        ArbitreError: nothing has that name, or several do, or this address does not show it.
    """
    return surroundings.rule(shared.base, shared.find(name, game, view), view, expand)


def _check(shared: Library, view: View, game: str | None, mode: str | None) -> None:
    if game is not None:
        shared.work(game, view)
    shared.check_mode(mode, game, view)

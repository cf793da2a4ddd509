"""`/v1/search` and `/v1/ask`."""

from __future__ import annotations

from fastapi import APIRouter

from api import compose, wire
from api.library import Shared
from api.parameters import Game, KindName, Limit, Mode, Offset, Question, Viewed
from api.schema import problems

router = APIRouter(prefix="/v1", tags=["Chercher et demander"], responses=problems(403, 404, 422))


@router.get("/search", summary="Chercher des passages")
def search(
    shared: Shared,
    view: Viewed,
    q: Question,
    game: Game = None,
    mode: Mode = None,
    kind: KindName = None,
    limit: Limit = 10,
    offset: Offset = 0,
) -> wire.SearchResults:
    """Les passages qui partagent des mots avec la recherche, du meilleur au moins bon, avec les raisons de leur rang."""
    if game is not None:
        shared.work(game, view)
    shared.check_mode(mode, game, view)
    return compose.search(shared.answerer.search(q, game, kind, limit, offset, view, mode))


@router.get("/ask", summary="Poser une question")
def ask(
    shared: Shared, view: Viewed, q: Question, game: Game = None, mode: Mode = None, limit: Limit = 10
) -> wire.Answer | wire.Answers:
    """La règle qui répond, citée mot pour mot ; sans jeu, les réponses des jeux qui répondent, la meilleure d'abord."""
    if game is not None:
        shared.work(game, view)
    shared.check_mode(mode, game, view)
    if game is not None:
        return compose.answer(shared.base, shared.answerer.ask(q, game, limit, view, mode), view)
    found = shared.answerer.ask_all(q, limit, view, mode)
    answers = {work: compose.answer(shared.base, answer, view) for work, answer in found.items()}
    return wire.Answers(games={work: answer for work, answer in answers.items() if answer.answerable})

"""`/v1/search`, `/v1/ask` and `/v1/judge`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Response
from fastapi.responses import HTMLResponse

from api import compose, compose_judge, wire, wire_judge
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


@router.get(
    "/judge", summary="Trancher", response_model=wire_judge.Card, responses={200: {"content": {"text/html": {}}}}
)
def judge(
    shared: Shared,
    view: Viewed,
    q: Question,
    game: Game = None,
    mode: Mode = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> wire_judge.Card | Response:
    """La fiche d'un arbitre : une question, un numéro de règle, un terme, deux règles ou un moment ; en HTML, une page à imprimer."""
    if game is not None:
        shared.work(game, view)
    shared.check_mode(mode, game, view)
    told = compose_judge.card(shared.base, shared.judge.card(q, game, mode, view), view)
    return HTMLResponse(compose_judge.page(shared.base, told)) if _wants_page(accept) else told


def _wants_page(accept: str) -> bool:
    """True for a browser: it names HTML before JSON."""
    wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
    return "text/html" in wanted and (
        "application/json" not in wanted or wanted.index("text/html") < wanted.index("application/json")
    )

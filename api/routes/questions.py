"""`/v1/search`, `/v1/ask` and `/v1/judge`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Response
from fastapi.responses import HTMLResponse

from api import asking, ruling
from api.answers import Found
from api.library import Shared
from api.parameters import Game, KindName, Limit, Mode, Question, Viewed
from api.render import response
from api.schema import PAGES, problems
from kb.answer import Answer, Answers, Card, Results

router = APIRouter(prefix="/v1", tags=["Chercher et demander"], responses=problems(403, 404, 422))


@router.get("/search", summary="Chercher des passages", response_model=Results, responses={200: PAGES})
def search(
    shared: Shared, view: Viewed, q: Question, page: Found, game: Game = None, mode: Mode = None, kind: KindName = None
) -> Response:
    """Les passages qui partagent des mots avec la recherche, du meilleur au moins bon, avec les raisons de leur rang."""
    found = asking.search(shared, view, q, game, mode, kind, page.limit or 0, page.offset)
    return response(found, page.links(found.total))


@router.get("/ask", summary="Poser une question", response_model=Answer | Answers)
def ask(shared: Shared, view: Viewed, q: Question, game: Game = None, mode: Mode = None, limit: Limit = 10) -> Response:
    """La règle qui répond, citée mot pour mot ; sans jeu, les réponses des jeux qui répondent, la meilleure d'abord."""
    return response(asking.ask(shared, view, q, game, mode, limit))


@router.get("/judge", summary="Trancher", response_model=Card, responses={200: {"content": {"text/html": {}}}})
def judge(
    shared: Shared,
    view: Viewed,
    q: Question,
    game: Game = None,
    mode: Mode = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """La fiche d'un arbitre : une question, un numéro de règle, un terme, deux règles ou un moment ; en HTML, une page à imprimer."""
    card = asking.judge(shared, view, q, game, mode)
    return HTMLResponse(ruling.page(shared.base, card)) if _wants_page(accept) else response(card)


def _wants_page(accept: str) -> bool:
    """True for a browser: it names HTML before JSON."""
    wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
    return "text/html" in wanted and (
        "application/json" not in wanted or wanted.index("text/html") < wanted.index("application/json")
    )

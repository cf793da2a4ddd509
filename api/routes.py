"""The endpoints: each is a function that returns a value. Its docstring is its text in `/openapi.json`, hence in French."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Request, Response
from fastapi.responses import HTMLResponse

from api import metrics, values
from api.card import as_page
from api.openapi import problems
from api.parameters import (
    LONGEST_NAME,
    Expand,
    Game,
    KindName,
    Limit,
    Mode,
    MomentName,
    Offset,
    PlayerSide,
    Question,
)
from api.reloading import SESSION
from api.render import json_bytes
from api.session import Session
from kb.answer import Answer, Answers, Card, Results
from kb.precedence import Modified, Ordered, Prevailing
from kb.store import View, neighbourhood
from kb.timing import Comparison, Opening, compare
from kb.timing import window as opening


async def session(
    request: Request,
    layer: Annotated[View, Query(description="La couche : precis, texte, ou les deux (both).")] = "both",
) -> Session:
    """The session that a request was given when it came (see `api.reloading`), in the layer that it reads.

    Raises:
        RequestProblem: the texts are asked for and not served here.
    """
    given: Session = request.scope[SESSION]
    return given.of(layer)


Given = Annotated[Session, Depends(session)]
WorkName = Annotated[str, Path(max_length=LONGEST_NAME, description="Le jeu, par l'identifiant que donne /v1/works.")]
Identifier = Annotated[
    str,
    Path(
        min_length=1,
        max_length=LONGEST_NAME,
        description="Un identifiant (« runewars/35.3 », « runewars/35.3%232 »), un numéro ou un titre.",
    ),
]
TermName = Annotated[str, Path(min_length=1, max_length=LONGEST_NAME, description="Le terme, ou un autre de ses noms.")]
Depth = Annotated[int, Query(ge=1, le=3, description="Nombre de liens à suivre depuis le nœud.")]
EngineRequest = Annotated[
    dict[str, Any],
    Body(description="La requête ; `/v1/games/{game}/situations` dit ce que chaque jeu y accepte."),
]

questions = APIRouter(prefix="/v1", tags=["Chercher et demander"], responses=problems(403, 404, 422))
rules = APIRouter(prefix="/v1", tags=["Règles"], responses=problems(403, 404, 409, 422))
games = APIRouter(prefix="/v1/games/{game}", tags=["Le temps"], responses=problems(403, 404, 409, 422))
catalogue = APIRouter(prefix="/v1", tags=["Œuvres"], responses=problems(403, 404, 422))
service = APIRouter(tags=["Service"])
ROUTERS = (questions, rules, games, catalogue, service)


def response(value: object) -> Response:
    """A value as a response.

    FastAPI would check the value again and write it in another thread: it is typed already, and its thread is at hand.
    """
    return Response(json_bytes(value), media_type="application/json")


@questions.get("/search", summary="Chercher des passages", response_model=Results)
def search(
    given: Given,
    q: Question,
    game: Game = None,
    mode: Mode = None,
    kind: KindName = None,
    limit: Limit = 10,
    offset: Offset = 0,
) -> Response:
    """Les passages qui partagent des mots avec la recherche, du meilleur au moins bon, avec les raisons de leur rang."""
    return response(given.search(q, game, mode, kind, limit, offset))


@questions.get("/ask", summary="Poser une question", response_model=Answer | Answers)
def ask(given: Given, q: Question, game: Game = None, mode: Mode = None, limit: Limit = 10) -> Response:
    """La règle qui répond, citée mot pour mot ; sans jeu, les réponses des jeux qui répondent, la meilleure d'abord."""
    return response(given.ask(q, game, mode, limit))


@questions.get("/judge", summary="Trancher", response_model=Card, responses={200: {"content": {"text/html": {}}}})
def judge(
    given: Given,
    q: Question,
    game: Game = None,
    mode: Mode = None,
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Response:
    """La fiche d'un arbitre : une question, un numéro de règle, un terme, deux règles ou un moment ; en HTML, une page à imprimer."""
    card = given.card(q, game, mode)
    return HTMLResponse(as_page(given.base, card)) if _wants_page(accept) else response(card)


def _wants_page(accept: str) -> bool:
    """True for a browser: it names HTML before JSON."""
    wanted = [part.partition(";")[0].strip() for part in accept.split(",")]
    return "text/html" in wanted and (
        "application/json" not in wanted or wanted.index("text/html") < wanted.index("application/json")
    )


@rules.get("/rules/{id:path}", summary="Lire une règle", response_model=values.Rule)
def rule(given: Given, id: Identifier, expand: Expand = [], game: Game = None) -> Response:  # noqa: A002, B006 - its public name; FastAPI copies it
    """Une règle, une entrée ou un passage, par identifiant, numéro ou titre, avec ce qui l'entoure."""
    return response(given.rule(id, expand, game))


@rules.get("/glossary/{work}", summary="Lire un glossaire", response_model=values.Glossary)
def glossary(given: Given, work: WorkName) -> Response:
    """Les termes d'une œuvre, leurs autres noms, et l'entrée qui les définit."""
    terms = tuple(values.Term(*entry) for entry in given.base.glossary(given.info(work).work, given.view))
    return response(values.Glossary(terms, len(terms)))


@rules.get("/glossary/{work}/{term:path}", summary="Lire une entrée de glossaire", response_model=values.Rule)
def glossary_entry(given: Given, work: WorkName, term: TermName, expand: Expand = []) -> Response:  # noqa: B006 - FastAPI copies it
    """L'entrée de ce terme, comme la donne « Lire une règle »."""
    return response(given.entry(work, term, expand))


@rules.get("/graph/{id:path}", summary="Lire le voisinage d'une règle", response_model=values.Graph)
def graph(given: Given, id: Identifier, depth: Depth = 1, game: Game = None) -> Response:  # noqa: A002 - its public name
    """Les nœuds à `depth` liens au plus, dans les deux sens, et leurs liens."""
    found = neighbourhood(given.base, given.find(id, game).id, depth, given.view)
    nodes = tuple(values.NodeLink(identifier, **attributes) for identifier, attributes in found.nodes(data=True))
    edges = tuple(
        values.GraphEdge(source, target, **attributes) for source, target, attributes in found.edges(data=True)
    )
    return response(values.Graph(nodes, edges))


@catalogue.get("/works", summary="Lister les œuvres", response_model=values.Works)
def works(given: Given) -> Response:
    """Les jeux de la base, leurs modes, leurs couches et l'état de leurs renvois."""
    return response(given.works())


@catalogue.get("/works/{work}", summary="Décrire une œuvre", response_model=values.Work)
def work(given: Given, work: WorkName) -> Response:
    """Un jeu : ses modes, celui par défaut, ses couches et l'état de ses renvois."""
    return response(given.work(given.info(work)))


@catalogue.get("/diagnostics/{work}", summary="Lire les constats", response_model=values.Diagnostics)
def diagnostics(given: Given, work: WorkName) -> Response:
    """Ce que les contrôles ont trouvé dans les données d'une œuvre, les erreurs d'abord."""
    found = given.base.diagnostics(given.info(work).work, given.view)
    return response(values.Diagnostics(tuple(found), len(found)))


@catalogue.get("/coverage/{work}", summary="Mesurer la couverture", response_model=values.Coverage)
def coverage(given: Given, work: WorkName) -> Response:
    """Combien de lignes de la source la base tient, et ce qu'elle a laissé, avec la raison."""
    found = given.base.coverage(given.info(work).work, given.view)
    dropped = tuple(values.DroppedLines((first, last), reason) for first, last, reason in found.dropped)
    measured = values.Coverage(
        lines=found.lines,
        held=found.held,
        left_out=found.left_out,
        dropped=dropped,
        departures=tuple(given.base.departures(work, given.view)),
        total=len(dropped),
        references=values.References(**dict(found.references)),
    )
    return response(measured)


@games.get("/timeline", summary="Lire la séquence d'un jeu", response_model=values.Moment)
def timeline(given: Given, game: WorkName, mode: Mode = None) -> Response:
    """Les tours, phases et étapes d'un jeu, dans l'ordre, chacun avec les règles qui le placent là."""
    return response(given.moment(game, mode))


@games.get("/timing", summary="Comparer deux moments", response_model=Comparison)
def timing(given: Given, game: WorkName, a: MomentName, b: MomentName, mode: Mode = None) -> Response:
    """Lequel de deux moments, règles ou aptitudes vient avant l'autre, et les règles qui le veulent."""
    return response(compare(given.timeline(game, mode), a, b))


@games.get("/window", summary="Savoir ce qui est permis à un moment", response_model=Opening)
def window(given: Given, game: WorkName, at: MomentName, player: PlayerSide = "active", mode: Mode = None) -> Response:
    """Les aptitudes, réactions et règles que le joueur dont c'est le tour, ou l'autre, peut utiliser à un moment."""
    return response(opening(given.timeline(game, mode), at, player))


@games.get("/situations", summary="Savoir ce qui peut être tranché", response_model=values.Situations)
def situations(given: Given, game: WorkName, mode: Mode = None) -> Response:
    """Les situations à mettre dans l'ordre et les valeurs à calculer d'un jeu, avec les attributs que chaque requête donne."""
    return response(given.situations(game, mode))


_POSTED = problems(413)


@games.post("/order", summary="Mettre dans l'ordre", response_model=Ordered, responses=_POSTED)
def order(given: Given, game: WorkName, request: EngineRequest, mode: Mode = None) -> Response:
    """Qui ou quoi vient d'abord, qui choisit, et les règles qui le veulent ; `undecided` là où aucune ne tranche."""
    return response(given.precedence(game, mode).order(request))


@games.post("/modify", summary="Calculer une valeur modifiée", response_model=Modified, responses=_POSTED)
def modify(given: Given, game: WorkName, request: EngineRequest, mode: Mode = None) -> Response:
    """Ce que devient une valeur, ou le jet qu'il faut, modificateur après modificateur, avec les bornes que le jeu fixe."""
    return response(given.precedence(game, mode).modify(request))


@games.post("/conflict", summary="Dire quelle règle l'emporte", response_model=Prevailing, responses=_POSTED)
def conflict(given: Given, game: WorkName, request: EngineRequest, mode: Mode = None) -> Response:
    """Laquelle de deux règles contraires l'emporte, et pourquoi."""
    return response(given.precedence(game, mode).conflict(request))


@service.get("/healthz", summary="Savoir si le service répond", response_model=values.Health)
async def health(request: Request) -> Response:
    """L'état du service, la version et l'empreinte de la base, les œuvres servies."""
    served: Session = request.scope[SESSION]
    meta = served.base.meta
    return response(values.Health("ok", meta["version"], meta["digest"], tuple(info.work for info in served.infos())))


@service.get(
    "/metrics",
    summary="Lire les mesures du service",
    response_class=Response,
    responses={200: {"description": "Le texte de Prometheus.", "content": {"text/plain": {}}}},
)
async def measures(request: Request) -> Response:
    """Requêtes, durées, refus, changements de base, au format texte de Prometheus ; de tous les processus ensemble."""
    counted: metrics.Metrics = request.app.state.metrics
    return Response(counted.text(), media_type=metrics.MEDIA_TYPE)

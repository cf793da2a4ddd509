"""The endpoints: each is a function that returns a value. Its docstring is its text in `/openapi.json`, hence in French."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from inspect import cleandoc
from typing import Annotated, Any, TypeVar, get_type_hints

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import AfterValidator

from api import metrics, shapes
from api.games import decidable, sequence
from api.html import MEDIA_TYPE, SHOWN, as_page, as_part
from api.openapi import problems
from api.parameters import (
    LONGEST_NAME,
    Expand,
    Game,
    KindName,
    Levels,
    Limit,
    Mode,
    MomentName,
    Offset,
    OneMoment,
    PlayerSide,
    Question,
    json_object,
)
from api.reloading import SESSION
from api.render import json_bytes
from api.session import Session
from kb.answer import Answer, Answers, Card, Results
from kb.precedence import Modified, Ordered, Prevailing
from kb.store import View, neighbourhood
from kb.timing import Comparison, Opening, compare, opening_at

F = TypeVar("F", bound=Callable[..., Any])


async def session(
    request: Request,
    layer: Annotated[View, Query(description="La couche : precis, texte, ou les deux (both).")] = "both",
    accept: Annotated[str, Header(include_in_schema=False)] = "",
) -> Session:
    """The session that a request was given when it came (see `api.reloading`), in the layer that it reads."""
    given: Session = request.scope[SESSION]
    return replace(given.of(layer), accept=accept)


Given = Annotated[Session, Depends(session)]
WorkName = Annotated[str, Path(max_length=LONGEST_NAME, description="Le jeu, par l'identifiant que donne works.")]
Identifier = Annotated[
    str,
    Path(
        min_length=1,
        max_length=LONGEST_NAME,
        description="Un identifiant (« runewars/35.3 », « runewars/35.3#2 »), un numéro ou un titre.",
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


# What each endpoint that answers with a value is called in French, and the function that gives it: the tools of an assistant are these.
ENDPOINTS: dict[str, tuple[str, Callable[..., Any]]] = {}


def answers(router: APIRouter, place: str, title: str, method: str = "GET", **more: Any) -> Callable[[F], F]:  # noqa: ANN401 - as FastAPI takes them
    """Make an endpoint of a function that returns a value.

    FastAPI would check the value again and write it in another thread: it is typed already, and its thread is at hand.
    """

    def made(answer: F) -> F:
        @wraps(answer)
        def written(given: Session, **asked: object) -> Response:
            return response(answer(given, **asked), given)

        kind = get_type_hints(answer)["return"]
        router.add_api_route(place, written, methods=[method], summary=title, response_model=kind, **more)
        ENDPOINTS[answer.__name__] = title, answer
        return answer

    return made


def response(value: object, given: Session | None = None) -> Response:
    """A value as a response: as a part of a page, or as a page, what can be shown so and is asked so; a browser names HTML before JSON."""
    if given is not None and given.accept == MEDIA_TYPE and isinstance(value, SHOWN):
        return Response(as_part(given, value), media_type=MEDIA_TYPE)
    if given is not None and isinstance(value, Card) and "text/html" in given.accept.partition("application/json")[0]:
        return HTMLResponse(as_page(given, value))
    return Response(json_bytes(value), media_type="application/json")


@answers(questions, "/search", "Chercher des passages")
def search(
    given: Given,
    q: Question,
    game: Game = None,
    mode: Mode = None,
    kind: KindName = None,
    limit: Limit = 10,
    offset: Offset = 0,
) -> Results:
    """Cherche des passages, du meilleur au moins bon, avec les raisons de leur rang. Pour une question, préférez ask ou judge."""
    return given.search(q, game, mode, kind, limit, offset)


@answers(questions, "/ask", "Poser une question")
def ask(given: Given, q: Question, game: Game = None, mode: Mode = None, limit: Limit = 10) -> Answer | Answers:
    """Répond à une question de règle par une citation exacte, avec ce qui suit et les exceptions ; sans jeu, pour chaque jeu qui répond.

    Quand aucune règle ne répond, `answerable` est faux : ne répondez pas à sa place.
    """
    return given.ask(q, game, mode, limit)


@answers(questions, "/judge", "Trancher", responses={200: {"content": {"text/html": {}}}})
def judge(given: Given, q: Question, game: Game = None, mode: Mode = None) -> Card:
    """Tranche comme un arbitre, en bref : un verdict ou la règle qui décide, sa citation, ce sur quoi elle repose, les exceptions.

    À une question, un numéro de règle, un terme, deux règles (« 1.2 et 3.4 ») ou un moment. `undecided` : aucune règle ne tranche.
    """
    return given.card(q, game, mode)


_POSTED = problems(413)


@answers(questions, "/verify", "Vérifier des citations", method="POST", responses=_POSTED)
def verify(
    given: Given, asked: Annotated[shapes.Claims, Body(description="Les citations, et ce qui en est affirmé.")]
) -> shapes.Verified:
    """Dit de chaque citation si elle est mot pour mot dans la règle citée, en vigueur, et si ce qu'on en affirme en découle.

    À la typographie près. `supported` null : rien d'écrit ne tranche ; `nearest` : la phrase la plus proche d'une citation non trouvée.
    """
    return given.verify(asked)


@answers(rules, "/rules/{id:path}", "Lire une règle")
def rule(
    given: Given,
    id: Identifier,  # noqa: A002 - its public name
    expand: Expand = [],  # noqa: B006 - FastAPI copies it
    game: Game = None,
    mode: Mode = None,
) -> shapes.Rule:
    """Une règle, une entrée ou un passage : son texte, ce qu'il contient, ses exceptions, ses renvois, ses errata."""
    return given.rule(id, expand, game, mode)


@answers(rules, "/glossary/{work}", "Lire un glossaire")
def glossary(given: Given, work: WorkName) -> shapes.Glossary:
    """Les termes d'une œuvre, leurs autres noms, et l'entrée qui les définit."""
    terms = tuple(shapes.Term(*entry) for entry in given.base.glossary(given.info(work).work, given.view))
    return shapes.Glossary(terms, len(terms))


@answers(rules, "/glossary/{work}/{term:path}", "Lire une entrée de glossaire")
def glossary_entry(given: Given, work: WorkName, term: TermName, expand: Expand = []) -> shapes.Rule:  # noqa: B006 - FastAPI copies it
    """L'entrée de ce terme, comme la donne « Lire une règle »."""
    return given.entry(work, term, expand)


@answers(rules, "/graph/{id:path}", "Lire le voisinage d'une règle")
def graph(given: Given, id: Identifier, depth: Depth = 1, game: Game = None) -> shapes.Graph:  # noqa: A002 - its public name
    """Les nœuds à `depth` liens au plus, dans les deux sens, et leurs liens."""
    found = neighbourhood(given.base, given.find(id, game).id, depth, given.view)
    nodes = tuple(shapes.NodeLink(identifier, **attributes) for identifier, attributes in found.nodes(data=True))
    edges = tuple(
        shapes.GraphEdge(source, target, **attributes) for source, target, attributes in found.edges(data=True)
    )
    return shapes.Graph(nodes, edges)


@answers(catalogue, "/works", "Lister les œuvres")
def works(given: Given) -> shapes.Works:
    """Les jeux de la base, leur identifiant (à donner en `game`), leurs modes, leurs couches et l'état de leurs renvois."""
    return shapes.Works(tuple(work(given, info.work) for info in given.infos()))


@answers(catalogue, "/works/{work}", "Décrire une œuvre")
def work(given: Given, work: WorkName) -> shapes.Work:
    """Un jeu : ses modes, celui par défaut, ses couches et l'état de ses renvois."""
    info = given.info(work)
    editions = given.base.editions(work)
    return shapes.Work(
        work=work,
        title=info.title,
        edition=info.edition,
        modes=info.modes,
        default_mode=info.modes[0],
        layers=info.layers,
        editions={layer: editions[layer] for layer in info.layers},
        nodes=info.nodes,
        references=shapes.References(**dict(info.references)),
    )


@answers(catalogue, "/diagnostics/{work}", "Lire les constats")
def diagnostics(given: Given, work: WorkName) -> shapes.Diagnostics:
    """Ce que les contrôles ont trouvé dans les données d'une œuvre, les erreurs d'abord."""
    found = given.base.diagnostics(given.info(work).work, given.view)
    return shapes.Diagnostics(tuple(found), len(found))


@answers(catalogue, "/coverage/{work}", "Mesurer la couverture")
def coverage(given: Given, work: WorkName) -> shapes.Coverage:
    """Combien de lignes de la source la base tient, et ce qu'elle a laissé, avec la raison."""
    found = given.base.coverage(given.info(work).work, given.view)
    dropped = tuple(shapes.DroppedLines((first, last), reason) for first, last, reason in found.dropped)
    return shapes.Coverage(
        lines=found.lines,
        held=found.held,
        left_out=found.left_out,
        dropped=dropped,
        departures=tuple(given.base.departures(work, given.view)),
        total=len(dropped),
        references=shapes.References(**dict(found.references)),
    )


@answers(games, "/timeline", "Lire la séquence d'un jeu")
def timeline(
    given: Given, game: WorkName, mode: Mode = None, moment: OneMoment = None, depth: Levels = None
) -> shapes.Moment:
    """Les tours, phases et étapes d'un jeu, dans l'ordre, chacun avec les règles qui le placent là ; ou un moment seul."""
    return sequence(given.timeline(game, mode), moment, depth)


@answers(games, "/timing", "Comparer deux moments")
def timing(given: Given, game: WorkName, a: MomentName, b: MomentName, mode: Mode = None) -> Comparison:
    """Lequel de deux moments, règles ou aptitudes vient avant l'autre, et les règles qui le veulent."""
    return compare(given.timeline(game, mode), a, b)


@answers(games, "/window", "Savoir ce qui est permis à un moment")
def window(given: Given, game: WorkName, at: MomentName, player: PlayerSide = "active", mode: Mode = None) -> Opening:
    """Les aptitudes, réactions et règles que le joueur dont c'est le tour, ou l'autre, peut utiliser à un moment."""
    return opening_at(given.timeline(game, mode), at, player)


@answers(games, "/situations", "Savoir ce qui peut être tranché")
def situations(given: Given, game: WorkName, mode: Mode = None) -> shapes.Situations:
    """Ce que order, modify et conflict savent trancher dans un jeu, et ce que chaque requête doit donner. À lire avant eux."""
    return decidable(given.precedence(game, mode))


@answers(games, "/order", "Mettre dans l'ordre", method="POST", responses=_POSTED)
def order(given: Given, game: WorkName, request: EngineRequest, mode: Mode = None) -> Ordered:
    """Met dans l'ordre ce que deux joueurs veulent résoudre : les étapes, qui choisit, les règles ; `undecided` là où aucune ne tranche."""
    return given.precedence(game, mode).order(request)


@answers(games, "/modify", "Calculer une valeur modifiée", method="POST", responses=_POSTED)
def modify(given: Given, game: WorkName, request: EngineRequest, mode: Mode = None) -> Modified:
    """Ce que devient une valeur, ou le jet qu'il faut (`needed`), modificateur après modificateur, avec les bornes que le jeu fixe."""
    return given.precedence(game, mode).modify(request)


@answers(games, "/conflict", "Dire quelle règle l'emporte", method="POST", responses=_POSTED)
def conflict(given: Given, game: WorkName, request: EngineRequest, mode: Mode = None) -> Prevailing:
    """Laquelle de deux règles contraires l'emporte, et la règle qui le veut ; `prevails` null : aucune règle ne tranche."""
    return given.precedence(game, mode).conflict(request)


RequestText = Annotated[
    str,
    Query(description="La requête, en JSON ; `/v1/games/{game}/situations` dit ce que chaque jeu y accepte."),
    AfterValidator(json_object),
]


def _by_address(decide: Callable[..., Any]) -> None:
    """Have an endpoint that is sent a request answer the same to an address that holds it: one that can be kept, and shared."""
    name = decide.__name__

    def by_address(given: Given, game: WorkName, request: RequestText, mode: Mode = None) -> Response:
        return response(decide(given, game, request, mode), given)

    games.add_api_route(
        f"/{name}",
        by_address,
        methods=["GET"],
        name=f"{name}_by_address",
        summary=f"{ENDPOINTS[name][0]}, par une adresse",
        description=cleandoc(decide.__doc__ or ""),
        response_model=get_type_hints(decide)["return"],
    )


for _decide in (order, modify, conflict):
    _by_address(_decide)


@service.get("/healthz", summary="Savoir si le service répond", response_model=shapes.Health)
async def health(request: Request) -> Response:
    """L'état du service, la version et l'empreinte de la base, les œuvres servies."""
    served: Session = request.scope[SESSION]
    meta = served.base.meta
    return response(shapes.Health("ok", meta["version"], meta["digest"], tuple(info.work for info in served.infos())))


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


@answers(service, "/readyz", "Savoir si le service peut répondre", responses=problems(403, 422))
def readiness(given: Given) -> shapes.Readiness:
    """La base servie, après l'avoir lue ; 503 quand elle ne se lit plus. `/healthz` dit seulement que le service est en vie."""
    given.base.probe()
    return shapes.Readiness(ready=True, digest=given.base.meta["digest"])

"""`/v1/rules`, `/v1/glossary` and `/v1/graph`."""

from __future__ import annotations

from fastapi import APIRouter, Response

from api import asking, surroundings, wire, wire_works
from api.answers import Paged, told
from api.library import Shared
from api.parameters import Depth, Expand, Game, Identifier, TermName, Viewed, WorkName
from api.schema import PAGES, problems
from kb.store import neighbourhood

router = APIRouter(prefix="/v1", tags=["Règles"], responses=problems(403, 404, 409, 422))


@router.get("/rules/{id:path}", summary="Lire une règle", response_model=wire.Rule)
def rule(shared: Shared, view: Viewed, id: Identifier, expand: Expand = [], game: Game = None) -> Response:  # noqa: A002, B006 - its public name; FastAPI copies it
    """Une règle, une entrée ou un passage, par identifiant, numéro ou titre, avec ce qui l'entoure."""
    return told(asking.rule(shared, view, id, expand, game))


@router.get("/glossary/{work}", summary="Lire un glossaire", response_model=wire_works.Glossary, responses={200: PAGES})
def glossary(shared: Shared, view: Viewed, work: WorkName, page: Paged) -> Response:
    """Les termes d'une œuvre, leurs autres noms, et l'entrée qui les définit."""
    shared.work(work, view)
    entries = shared.base.glossary(work, view)
    terms = [
        wire_works.Term(term=term, id=identifier, aliases=list(names)) for term, identifier, names in page.of(entries)
    ]
    return told(wire_works.Glossary(terms=terms, total=len(entries)), page.links(len(entries)))


@router.get("/glossary/{work}/{term:path}", summary="Lire une entrée de glossaire", response_model=wire.Rule)
def glossary_entry(shared: Shared, view: Viewed, work: WorkName, term: TermName, expand: Expand = []) -> Response:  # noqa: B006 - FastAPI copies it
    """L'entrée de ce terme, comme la donne « Lire une règle »."""
    return told(surroundings.rule(shared.base, shared.term(work, term, view), view, expand))


@router.get("/graph/{id:path}", summary="Lire le voisinage d'une règle", response_model=wire_works.Graph)
def graph(shared: Shared, view: Viewed, id: Identifier, depth: Depth = 1, game: Game = None) -> Response:  # noqa: A002 - its public name
    """Les nœuds à `depth` liens au plus, dans les deux sens, et leurs liens."""
    found = neighbourhood(shared.base, shared.find(id, game, view).id, depth, view)
    nodes = [wire.NodeLink(id=identifier, **attributes) for identifier, attributes in found.nodes(data=True)]
    edges = [
        wire_works.GraphEdge(source=source, target=target, **attributes)
        for source, target, attributes in found.edges(data=True)
    ]
    return told(wire_works.Graph(nodes=nodes, edges=edges))

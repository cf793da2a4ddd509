"""`/v1/rules`, `/v1/glossary` and `/v1/graph`."""

from __future__ import annotations

from fastapi import APIRouter

from api import surroundings, wire, wire_works
from api.library import Shared
from api.parameters import Depth, Expand, Game, Identifier, TermName, Viewed, WorkName
from api.schema import problems
from kb.store import neighbourhood

router = APIRouter(prefix="/v1", tags=["Règles"], responses=problems(403, 404, 409, 422))


@router.get("/rules/{id:path}", summary="Lire une règle")
def rule(shared: Shared, view: Viewed, id: Identifier, expand: Expand = [], game: Game = None) -> wire.Rule:  # noqa: A002, B006 - its public name; FastAPI copies it
    """Une règle, une entrée ou un passage, par identifiant, numéro ou titre, avec ce qui l'entoure."""
    return surroundings.rule(shared.base, shared.find(id, game, view), view, expand)


@router.get("/glossary/{work}", summary="Lire un glossaire")
def glossary(shared: Shared, view: Viewed, work: WorkName) -> wire_works.Glossary:
    """Les termes d'une œuvre, leurs autres noms, et l'entrée qui les définit."""
    shared.work(work, view)
    entries = shared.base.glossary(work, view)
    return wire_works.Glossary(
        terms=[wire_works.Term(term=term, id=identifier, aliases=list(names)) for term, identifier, names in entries]
    )


@router.get("/glossary/{work}/{term:path}", summary="Lire une entrée de glossaire")
def glossary_entry(shared: Shared, view: Viewed, work: WorkName, term: TermName, expand: Expand = []) -> wire.Rule:  # noqa: B006 - FastAPI copies it
    """L'entrée de ce terme, comme la donne « Lire une règle »."""
    return surroundings.rule(shared.base, shared.term(work, term, view), view, expand)


@router.get("/graph/{id:path}", summary="Lire le voisinage d'une règle")
def graph(shared: Shared, view: Viewed, id: Identifier, depth: Depth = 1, game: Game = None) -> wire_works.Graph:  # noqa: A002 - its public name
    """Les nœuds à `depth` liens au plus, dans les deux sens, et leurs liens."""
    found = neighbourhood(shared.base, shared.find(id, game, view).id, depth, view)
    nodes = [wire.NodeLink(id=identifier, **attributes) for identifier, attributes in found.nodes(data=True)]
    edges = [
        wire_works.GraphEdge(source=source, target=target, **attributes)
        for source, target, attributes in found.edges(data=True)
    ]
    return wire_works.Graph(nodes=nodes, edges=edges)

"""The base as a networkx graph: nodes carry title, kind and number, edges their type and how they were found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.store.reading import KnowledgeBase
from kb.store.values import View

if TYPE_CHECKING:
    from networkx import MultiDiGraph


def _empty() -> MultiDiGraph[str]:
    # A quarter of what a command takes to start, and most commands draw no graph.
    import networkx as nx  # noqa: PLC0415

    return nx.MultiDiGraph()


def whole_graph(base: KnowledgeBase, work: str, *, view: View = "both") -> MultiDiGraph[str]:
    """Every node and edge of a work, as printed: an edge to an entry that redirects goes to that entry."""
    graph = _empty()
    query = "SELECT id, title, kind, number FROM nodes WHERE work = :work AND :view IN ('both', layer) ORDER BY place"
    for identifier, title, kind, number in base.rows(query, work=work, view=view):
        graph.add_node(identifier, title=title, kind=kind, number=number)
    for source, target, kind, how, layer, _spans in base.edge_rows(work):
        if view in {"both", layer}:
            graph.add_edge(source, target, key=kind, type=kind, how=how)
    return graph


def neighbourhood(base: KnowledgeBase, identifier: str, depth: int = 1, view: View = "both") -> MultiDiGraph[str]:
    """The nodes within `depth` edges of a provision, in both directions, `contains` included.

    Raises:
        UnknownIdError: nothing bears this id in this view.
    """
    graph = _empty()
    passage = base.passage(identifier, view)
    graph.add_node(passage.id, title=passage.title, kind=str(passage.kind), number=passage.number)
    frontier = {passage.id}
    for _round in range(depth):
        reached: set[str] = set()
        for node in sorted(frontier):
            for incoming in (False, True):
                for link in base.edges(node, incoming=incoming, view=view):
                    ends = (link.id, node) if incoming else (node, link.id)
                    if link.id not in graph:
                        graph.add_node(link.id, title=link.title, kind=link.kind, number=link.number)
                        reached.add(link.id)
                    graph.add_edge(*ends, key=link.type, type=link.type, how=link.how)
        frontier = reached
    return graph

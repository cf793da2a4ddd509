"""The base as a networkx graph: nodes carry title, kind and number, edges their type and how they were found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kb.store.reading import KnowledgeBase
from kb.store.values import View

if TYPE_CHECKING:
    from networkx import MultiDiGraph as Graph


def _empty() -> Graph[str]:
    # A quarter of what a command takes to start, and most commands draw no graph.
    import networkx as nx  # noqa: PLC0415

    return nx.MultiDiGraph()


def whole_graph(base: KnowledgeBase, work: str, *, follow_redirects: bool = False, view: View = "both") -> Graph[str]:
    """Every node and edge of a work; with `follow_redirects`, an edge to a redirecting entry goes to its target.

    Following leaves no self-loop and no second edge of one type between two nodes; the stored edges stay as printed.
    """
    graph = _empty()
    for identifier, title, kind, number in base.rows(
        "SELECT id, title, kind, number FROM nodes WHERE work = ? AND (? = 'both' OR layer = ?) ORDER BY node",
        (work, view, view),
    ):
        graph.add_node(identifier, title=title, kind=kind, number=number)
    redirects = _redirects(base, work) if follow_redirects else {}
    for source, target, kind, how, layer, _spans in base.edge_rows(work):
        if view not in {"both", layer}:
            continue
        end = redirects.get(target, target)
        if end != source or end == target:
            graph.add_edge(source, end, key=kind, type=kind, how=how)
    return graph


def _redirects(base: KnowledgeBase, work: str) -> dict[str, str]:
    """Redirecting entry to final target, chains followed."""
    rows = base.rows(
        "SELECT DISTINCT e.source, e.target FROM edges e JOIN nodes n ON n.id = e.source AND n.layer = e.layer"
        " WHERE n.work = ? AND n.redirect IS NOT NULL AND e.type = 'cites' AND e.how = 'explicit'",
        (work,),
    )
    direct: dict[str, str] = dict(rows)
    final: dict[str, str] = {}
    for source, first in direct.items():
        target, seen = first, {source}
        while target in direct and target not in seen:
            seen.add(target)
            target = direct[target]
        final[source] = target
    return final


def neighbourhood(base: KnowledgeBase, identifier: str, depth: int = 1, view: View = "both") -> Graph[str]:
    """The nodes within `depth` edges of a provision, in both directions, `contains` included.

    Raises:
        UnknownIdError: nothing bears this id in this view.
    """
    graph = _empty()
    passage = base.passage(identifier, view)
    graph.add_node(passage.id, title=passage.title, kind=str(passage.kind), number=passage.number)
    edge_of = {passage.id}
    for _round in range(depth):
        reached: set[str] = set()
        for node in sorted(edge_of):
            for incoming in (False, True):
                for link in base.edges(node, incoming=incoming, view=view):
                    ends = (link.id, node) if incoming else (node, link.id)
                    attributes: dict[str, Any] = {"title": link.title, "kind": link.kind, "number": link.number}
                    if link.id not in graph:
                        graph.add_node(link.id, **attributes)
                        reached.add(link.id)
                    graph.add_edge(*ends, key=link.type, type=link.type, how=link.how)
        edge_of = reached
    return graph

"""The base as a networkx graph: nodes carry title, kind and number, edges their type and how they were found.

What one rule has to do with another, and all that rests on one, are walks of this graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kb.model import EdgeType
from kb.model.clauses import provision_of
from kb.store.reading import KnowledgeBase
from kb.store.records import View

if TYPE_CHECKING:
    from networkx import DiGraph, Graph, MultiDiGraph


def _empty() -> MultiDiGraph[str]:
    # A quarter of what a command takes to start, and most commands draw no graph.
    import networkx as nx  # noqa: PLC0415

    return nx.MultiDiGraph()


def whole_graph(base: KnowledgeBase, work: str, *, view: View = "both") -> MultiDiGraph[str]:
    """Every node and edge of a work, as printed: an edge to an entry that redirects goes to that entry; no number is an empty one."""
    graph = _empty()
    query = "SELECT id, title, kind, number FROM nodes WHERE work = :work AND :view IN ('both', layer) ORDER BY place"
    for identifier, title, kind, number in base.rows(query, work=work, view=view):
        graph.add_node(identifier, title=title, kind=kind, number=number or "")
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


class PathStep(NamedTuple):
    """An edge of a path, as it stands in the base: the path may follow it backwards."""

    source: str
    target: str
    type: str


# How far two provisions are that an edge joins: what one does to the other is nearer than a word that it employs.
_LENGTHS: dict[str, int] = {
    EdgeType.EXCEPTS: 2,
    EdgeType.OVERRIDES: 2,
    EdgeType.CONTRADICTS: 2,
    EdgeType.AMENDS: 2,
    EdgeType.RESTATES: 2,
    EdgeType.CITES: 3,
    EdgeType.DEFINES: 3,
    EdgeType.CONTAINS: 3,
    EdgeType.RELATED: 4,
    EdgeType.PRECEDES: 4,
    EdgeType.USES: 5,
}
# What rests on a rule: what is an exception to it, gives way to it, is about it.
_RESTING = frozenset({EdgeType.EXCEPTS, EdgeType.OVERRIDES, EdgeType.AMENDS, EdgeType.CITES})


def path_between(base: KnowledgeBase, start: str, end: str, view: View = "both") -> list[PathStep]:
    """The shortest way from one provision to another of its work, by any edges, whatever their direction; empty when none leads there."""
    import networkx as nx  # noqa: PLC0415

    graph = whole_graph(base, start.partition("/")[0], view=view)
    near: Graph[str] = nx.Graph()
    near.add_nodes_from(graph)
    for source, target, kind in sorted(graph.edges(keys=True), key=lambda edge: -_LENGTHS[edge[2]]):
        near.add_edge(source, target, length=_LENGTHS[kind], step=PathStep(source, target, kind))
    if start not in near or end not in near or not nx.has_path(near, start, end):
        return []
    nodes: Sequence[str] = nx.shortest_path(near, start, end, weight="length")
    return [near.edges[one, other]["step"] for one, other in nx.utils.pairwise(nodes)]


def resting_on(base: KnowledgeBase, identifier: str, view: View = "both") -> list[tuple[str, int]]:
    """(id, number of edges) of all that would have to be read again if a provision changed, the nearest first."""
    import networkx as nx  # noqa: PLC0415

    graph = whole_graph(base, identifier.partition("/")[0], view=view)
    resting: DiGraph[str] = nx.DiGraph()
    resting.add_nodes_from(map(provision_of, graph))
    edges = ((source, target) for source, target, kind in graph.edges(keys=True) if kind in _RESTING)
    resting.add_edges_from((provision_of(target), provision_of(source)) for source, target in edges)
    found = nx.single_source_shortest_path_length(resting, provision_of(identifier))
    return sorted(((one, far) for one, far in found.items() if far), key=lambda one: (one[1], one[0]))

"""Read edges and printed references."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from kb.store.opening import OpenedBase, remembered
from kb.store.passages import below
from kb.store.records import CrossReferenceRow, LinkedNode, View
from kb.system.grouping import by_key

# Explicit ones first. What `near` and `far` are of an edge, its source or its target, depends on the way that it is followed.
_LINKS = """
    SELECT e.{near}, CASE e.prevails WHEN '{far}' THEN 1 WHEN '{near}' THEN 0 END, e.{far}, n.title, n.kind, n.number,
        e.type, e.how, e.printed, e.reason, e.{near}_clause, e.{far}_clause, e.{near}_texte, e.{far}_texte
    FROM edges e JOIN nodes n ON n.id = e.{far} AND n.layer = e.layer
    WHERE e.{near} {condition} AND :view IN ('both', e.layer)
    ORDER BY e.how = 'inferred', e.layer DESC, e.rowid
"""


def edges(base: OpenedBase, *identifiers: str, incoming: bool = False, view: View = "both") -> list[LinkedNode]:
    """The edges that leave any of some provisions (or reach it), one a (type, other end), explicit ones first."""
    found: dict[tuple[str, str], LinkedNode] = {}
    condition = "IN (SELECT value FROM json_each(:ids))"
    for _near, link in _links(base, condition, incoming=incoming, view=view, ids=list(identifiers)):
        found.setdefault((link.type, link.id), link)
    return list(found.values())


@remembered
def gathered(
    base: OpenedBase, identifier: str, *, incoming: bool = False, view: View = "both"
) -> tuple[LinkedNode, ...]:
    """The edges that leave a provision or any unit of it (or reach one), as `edges` gives them, save those between its own parts."""
    own = [identifier, *below(base, identifier, units=True)]
    return tuple(link for link in edges(base, *own, incoming=incoming, view=view) if link.id not in own)


def edges_within(
    base: OpenedBase, work: str, *, incoming: bool = False, view: View = "both"
) -> dict[str, list[LinkedNode]]:
    """The edges of every provision of a work, as `edges` gives those of one, read at once."""
    found: dict[str, dict[tuple[str, str], LinkedNode]] = defaultdict(dict)
    condition = "BETWEEN :work || '/' AND :work || '0'"
    for near, link in _links(base, condition, incoming=incoming, view=view, work=work):
        found[near].setdefault((link.type, link.id), link)
    return {near: list(links.values()) for near, links in found.items()}


def _links(
    base: OpenedBase, condition: str, *, incoming: bool, view: View, **named: object
) -> Iterator[tuple[str, LinkedNode]]:
    """(near end, far end) of the edges whose near end meets a condition."""
    near, far = ("target", "source") if incoming else ("source", "target")
    query = _LINKS.format(near=near, far=far, condition=condition)
    for end, prevails, *shown in base.rows(query, view=view, **named):
        yield end, LinkedNode(*[*shown, None if prevails is None else bool(prevails)])


@remembered
def contradicted(base: OpenedBase, work: str) -> frozenset[str]:
    """Those of the provisions of a work, and of their units, that contradict another or are contradicted."""
    query = "SELECT {near} FROM edges WHERE type = 'contradicts' AND {near} BETWEEN :work || '/' AND :work || '0'"
    ends = (base.column(query.format(near=near), work=work) for near in ("source", "target"))
    return frozenset(chain.from_iterable(ends))


def overriding(
    base: OpenedBase, above: Iterable[str], below: Iterable[str], types: Iterable[str], view: View = "both"
) -> tuple[str, ...]:
    """The provisions of `above`, or units of them, that an edge of one of these types joins to one of `below`, or a unit of it."""
    query = """
        SELECT e.source FROM json_each(:above) a
        JOIN edges e ON e.source = a.value OR e.source BETWEEN a.value || '#' AND a.value || '$'
        JOIN json_each(:below) b ON e.target = b.value OR e.target BETWEEN b.value || '#' AND b.value || '$'
        WHERE e.type IN (SELECT value FROM json_each(:types)) AND :view IN ('both', e.layer)
        ORDER BY e.rowid
    """
    found = base.column(query, above=list(above), below=list(below), types=list(types), view=view)
    return tuple(dict.fromkeys(found))


def edge_rows(base: OpenedBase, work: str | None = None) -> Iterable[tuple[str, str, str, str, str, str]]:
    """(source, target, type, how, layer, spans as JSON) of every edge, in order."""
    query = """
        SELECT source, target, type, how, layer, spans FROM edges
        WHERE :work IS NULL OR source LIKE :work || '/%' ORDER BY rowid
    """
    return base.rows(query, work=work)


def cross_references(base: OpenedBase, work: str) -> dict[tuple[str, str], list[CrossReferenceRow]]:
    """The references printed in each provision of a work and each layer: (id, layer) to its references, in order."""
    query = """
        SELECT source, layer, form, printed, target, resolution, candidates
        FROM cross_references WHERE work = :work ORDER BY rowid
    """
    return by_key(((row.source, row.layer), row) for row in base.values(CrossReferenceRow, query, work=work))

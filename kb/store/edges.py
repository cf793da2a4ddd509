"""Read edges and printed references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kb.store.opening import OpenedBase
from kb.store.provisions import parts
from kb.store.values import CrossReferenceRow, LinkedNode, View


def edges(base: OpenedBase, *identifiers: str, incoming: bool = False, view: View = "both") -> list[LinkedNode]:
    """The edges that leave any of some provisions (or reach it), one a (type, other end), explicit ones first."""
    found: dict[tuple[str, str], LinkedNode] = {}
    for _near, link in _links(base, f"IN ({','.join('?' * len(identifiers))})", identifiers, view, incoming=incoming):
        found.setdefault((link.type, link.id), link)
    return list(found.values())


def gathered(base: OpenedBase, identifier: str, *, incoming: bool = False, view: View = "both") -> list[LinkedNode]:
    """The edges that leave a provision or any unit of it (or reach one), as `edges` gives them, save those between its own parts."""
    own = parts(base, identifier)
    return [link for link in edges(base, *own, incoming=incoming, view=view) if link.id not in own]


def edges_within(
    base: OpenedBase, work: str, *, incoming: bool = False, view: View = "both"
) -> dict[str, list[LinkedNode]]:
    """The edges of every provision of a work, as `edges` gives those of one, read at once."""
    found: dict[str, dict[tuple[str, str], LinkedNode]] = {}
    for near, link in _links(base, "BETWEEN ? AND ?", (f"{work}/", f"{work}0"), view, incoming=incoming):
        found.setdefault(near, {}).setdefault((link.type, link.id), link)
    return {near: list(links.values()) for near, links in found.items()}


def _links(
    base: OpenedBase, condition: str, parameters: Sequence[str], view: View, *, incoming: bool
) -> Iterator[tuple[str, LinkedNode]]:
    """(near end, far end) of the edges whose near end meets a condition, explicit ones first."""
    near, far = ("target", "source") if incoming else ("source", "target")
    own = "type", "how", "printed", "reason", f"{near}_clause", f"{far}_clause"
    told = [f"e.{near}", f"e.{far}", "n.title", "n.kind", "n.number", *(f"e.{name}" for name in own)]
    rows = base.rows(
        f"SELECT {', '.join(told)}, CASE e.prevails WHEN '{far}' THEN 1 WHEN '{near}' THEN 0 END FROM edges e"  # noqa: S608
        f" JOIN nodes n ON n.id = e.{far} AND n.layer = e.layer WHERE e.{near} {condition}"
        " AND (? = 'both' OR e.layer = ?) ORDER BY e.how = 'inferred', e.layer DESC, e.edge",
        (*parameters, view, view),
    )
    for row in rows:
        prevails = None if row[-1] is None else bool(row[-1])
        yield row[0], LinkedNode(*(*row[1:-1], prevails))


def overriding(
    base: OpenedBase, above: Sequence[str], below: Sequence[str], types: Sequence[str], view: View = "both"
) -> tuple[str, ...]:
    """The provisions of `above`, or units of them, that an edge of one of these types joins to one of `below`, or a unit of it."""
    kinds = ",".join("?" * len(types))
    found = base.rows(
        f"SELECT source FROM edges WHERE type IN ({kinds}) AND (? = 'both' OR layer = ?)"  # noqa: S608 - only marks
        f" AND ({_within('source', above)}) AND ({_within('target', below)}) ORDER BY edge",
        (*types, view, view, *_units(above), *_units(below)),
    )
    return tuple(dict.fromkeys(row[0] for row in found))


def _within(column: str, identifiers: Sequence[str]) -> str:
    """A condition that a column holds one of some ids, or a unit of one."""
    return " OR ".join([f"{column} = ? OR {column} LIKE ?"] * len(identifiers))


def _units(identifiers: Sequence[str]) -> list[str]:
    return [pattern for identifier in identifiers for pattern in (identifier, f"{identifier}#%")]


def edge_rows(base: OpenedBase, work: str | None = None) -> Iterable[tuple[str, str, str, str, str, str]]:
    """(source, target, type, how, layer, spans as JSON) of every edge, in order."""
    return base.rows(
        "SELECT source, target, type, how, layer, spans FROM edges WHERE ? IS NULL OR source LIKE ? || '/%' ORDER BY edge",
        (work, work),
    )


def cross_references(base: OpenedBase, work: str) -> dict[tuple[str, str], list[CrossReferenceRow]]:
    """The references printed in each provision of a work and each layer: (id, layer) to its references, in order."""
    query = "SELECT source, layer, form, printed, target, resolution, candidates FROM cross_references WHERE work = ? ORDER BY reference"
    found: dict[tuple[str, str], list[CrossReferenceRow]] = {}
    for row in base.values(CrossReferenceRow, query, (work,)):
        found.setdefault((row.source, row.layer), []).append(row)
    return found

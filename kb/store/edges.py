"""Read edges and printed references."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from kb.model import Moment, Notion, Span
from kb.store.names import NameReader
from kb.store.values import CrossReferenceRow, LinkedNode, TableRow, UsageRow, View, WindowRow


class EdgeReader(NameReader):
    """Relations between provisions."""

    def edges(self, identifier: str, *, incoming: bool = False, view: View = "both") -> list[LinkedNode]:
        """The edges that leave a provision (or reach it), one a (type, other end), explicit ones first."""
        return self.edges_of([identifier], incoming=incoming, view=view)

    def edges_of(self, identifiers: Sequence[str], *, incoming: bool = False, view: View = "both") -> list[LinkedNode]:
        """The edges that leave any of some provisions (or reach it), as `edges` gives those of one."""
        near, far = ("target", "source") if incoming else ("source", "target")
        marks = ",".join("?" * len(identifiers))
        rows = self.rows(
            f"SELECT e.{far}, n.title, n.kind, n.number, e.type, e.how, e.printed, e.reason FROM edges e"  # noqa: S608
            f" JOIN nodes n ON n.id = e.{far} AND n.layer = e.layer WHERE e.{near} IN ({marks})"
            " AND (? = 'both' OR e.layer = ?) ORDER BY e.how = 'inferred', e.layer DESC, e.edge",
            (*identifiers, view, view),
        )
        found: dict[tuple[str, str], LinkedNode] = {}
        for row in rows:
            found.setdefault((row[4], row[0]), LinkedNode(*row))
        return list(found.values())

    def overriding(
        self, above: Sequence[str], below: Sequence[str], types: Sequence[str], view: View = "both"
    ) -> tuple[str, ...]:
        """The provisions of `above`, or units of them, that an edge of one of these types joins to one of `below`, or a unit of it."""
        kinds = ",".join("?" * len(types))
        found = self.rows(
            f"SELECT source FROM edges WHERE type IN ({kinds}) AND (? = 'both' OR layer = ?)"  # noqa: S608 - only marks
            f" AND ({_within('source', above)}) AND ({_within('target', below)}) ORDER BY edge",
            (*types, view, view, *_units(above), *_units(below)),
        )
        return tuple(dict.fromkeys(row[0] for row in found))

    def edges_within(self, work: str, *, incoming: bool = False, view: View = "both") -> dict[str, list[LinkedNode]]:
        """The edges of every provision of a work, as `edges` gives those of one, read at once."""
        near, far = ("target", "source") if incoming else ("source", "target")
        rows = self.rows(
            f"SELECT e.{near}, e.{far}, n.title, n.kind, n.number, e.type, e.how, e.printed, e.reason FROM edges e"  # noqa: S608
            f" JOIN nodes n ON n.id = e.{far} AND n.layer = e.layer WHERE e.{near} > ? AND e.{near} < ?"
            " AND (? = 'both' OR e.layer = ?) ORDER BY e.how = 'inferred', e.layer DESC, e.edge",
            (f"{work}/", f"{work}0", view, view),
        )
        found: dict[str, dict[tuple[str, str], LinkedNode]] = {}
        for end, *row in rows:
            found.setdefault(end, {}).setdefault((row[4], row[0]), LinkedNode(*row))
        return {end: list(links.values()) for end, links in found.items()}

    def cross_references_within(self, work: str) -> dict[tuple[str, str], list[CrossReferenceRow]]:
        """The references printed in each provision of a work and each layer: (id, layer) to its references, in order."""
        rows = self.rows(
            "SELECT source, layer, form, printed, target, resolution, candidates FROM cross_references WHERE work = ? ORDER BY reference",
            (work,),
        )
        found: dict[tuple[str, str], list[CrossReferenceRow]] = {}
        for source, layer, form, printed, target, resolution, candidates in rows:
            row = CrossReferenceRow(form, printed, target, resolution, tuple(json.loads(candidates)))
            found.setdefault((source, layer), []).append(row)
        return found

    def leads(self, identifiers: Sequence[str], view: View = "both", *, rows: bool = False) -> dict[str, str]:
        """What those of some provisions that are in force say before their units; the text's words where there is one.

        The rows of tables are left out unless `rows`.
        """
        marks = ",".join("?" * len(identifiers))
        found = self.rows(
            f"SELECT id, own, text FROM nodes WHERE id IN ({marks}) AND (? = 'both' OR layer = ?)"  # noqa: S608 - only marks
            " AND status != 'superseded' AND (? OR kind != 'row') ORDER BY layer",
            (*identifiers, view, view, rows),
        )
        return {row[0]: row[1] or row[2] for row in found}

    def moments(self, work: str) -> list[Moment]:
        """The timeline of a work, each moment before those in it; empty when it has none."""
        rows = self.rows(
            "SELECT id, title, kind, who, repeat, free, apart, at_once, window, plays, count, cites, aliases FROM moments"
            " WHERE work = ? ORDER BY place",
            (work,),
        )
        return [_moment(row) for row in rows]

    def timing_lines(self, identifier: str) -> list[tuple[str, str, str]]:
        """When a provision applies, by its timing phrases: (edge, moment as printed, whose turn), those that name a moment."""
        query = (
            "SELECT edge, moment, whose FROM windows WHERE id = ? AND role = 'usable' AND moment != '' ORDER BY layer"
        )
        return [(row[0], row[1], row[2]) for row in self.rows(query, (identifier,))]

    def notions(self) -> list[Notion]:
        """The notions that games are compared by, in the order of their file."""
        rows = self.rows("SELECT notion, title, summary, cites FROM notions ORDER BY place")
        return [Notion(notion, title, summary, tuple(json.loads(cites))) for notion, title, summary, cites in rows]

    def policy(self, work: str) -> str | None:
        """The precedence policy of a work, as JSON (see `kb.policy.read_policy`); None when it has none."""
        rows = self.rows("SELECT printed FROM policies WHERE work = ?", (work,))
        return str(rows[0][0]) if rows else None

    def table(self, identifier: str, view: View = "both") -> list[TableRow]:
        """The rows of a table, of its text where the view is `both` and there is one: ids, and cells under the titles of their columns."""
        rows = self.rows(
            "SELECT id, fields FROM nodes WHERE parent = ? AND kind = 'row' AND layer ="
            " (SELECT max(layer) FROM nodes WHERE id = ? AND (? = 'both' OR layer = ?)) ORDER BY place",
            (identifier, identifier, view, view),
        )
        return [TableRow(row[0], tuple((title, cell) for title, cell in json.loads(row[1]))) for row in rows]

    def windows(self, work: str, view: View = "both", *, role: str | None = None) -> list[WindowRow]:
        """The timing phrases of a work, in its order; of its text where the view is `both` and there is one. `role` keeps one kind."""
        info = self.work(work, view)
        layer = view if view != "both" else "texte" if "texte" in info.layers else "precis"
        rows = self.rows(
            "SELECT w.id, w.unit, w.role, w.edge, w.moment, w.timeline, w.whose, w.cue, w.frequency, w.printed, w.spans"
            " FROM windows w JOIN nodes n ON n.id = w.unit AND n.layer = w.layer"
            " WHERE w.work = ? AND w.layer = ? AND (? IS NULL OR w.role = ?) AND n.status NOT IN ('superseded', 'deleted')"
            " ORDER BY n.place, w.place",
            (work, layer, role, role),
        )
        return [
            WindowRow(row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], _spans(row[10]))
            for row in rows
        ]

    def usages(self, work: str) -> list[UsageRow]:
        """What a work declares usable, in the order of its file."""
        rows = self.rows(
            "SELECT id, title, moments, owner, kind, frequency, timing FROM usages WHERE work = ? ORDER BY place",
            (work,),
        )
        return [UsageRow(row[0], row[1], tuple(json.loads(row[2])), *row[3:]) for row in rows]

    def cross_references(self, identifier: str, view: View = "both") -> list[CrossReferenceRow]:
        """The references printed in a provision, in order; of its text where the view is `both` and there is one."""
        passage = self.passage(identifier, view)
        rows = self.rows(
            "SELECT form, printed, target, resolution, candidates FROM cross_references WHERE source = ? AND layer = ? ORDER BY reference",
            (passage.id, passage.layer),
        )
        return [
            CrossReferenceRow(form, printed, target, resolution, tuple(json.loads(candidates)))
            for form, printed, target, resolution, candidates in rows
        ]

    def edge_rows(self, work: str | None = None) -> Iterable[tuple[str, str, str, str, str, str]]:
        """(source, target, type, how, layer, spans as JSON) of every edge, in order."""
        return self.rows(
            "SELECT source, target, type, how, layer, spans FROM edges WHERE ? IS NULL OR source LIKE ? || '/%' ORDER BY edge",
            (work, work),
        )


def _within(column: str, identifiers: Sequence[str]) -> str:
    """A condition that a column holds one of some ids, or a unit of one."""
    return " OR ".join([f"{column} = ? OR {column} LIKE ?"] * len(identifiers))


def _units(identifiers: Sequence[str]) -> list[str]:
    return [pattern for identifier in identifiers for pattern in (identifier, f"{identifier}#%")]


def _moment(row: tuple[Any, ...]) -> Moment:
    """A row of the timeline, in the order of the fields; its lists are JSON."""
    title, kind, who, repeat, *marks, plays, count, cites, aliases = row[1:]
    free, apart, at_once, window = map(bool, marks)
    lists = [tuple(json.loads(held)) for held in (plays, cites, aliases)]
    return Moment(row[0], title, kind, who, repeat, free, apart, at_once, window, lists[0], count, lists[1], lists[2])


def _spans(stored: str) -> tuple[Span, ...]:
    return tuple(Span(*pair) for pair in json.loads(stored))

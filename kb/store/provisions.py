"""Read provisions: one by id, those below or beside it, its other versions; layers are merged here and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from kb.errors import UnknownIdError
from kb.model import Kind, Span, Status
from kb.store.names import nearest, spellings
from kb.store.opening import OpenedBase, remembered
from kb.store.values import Passage, SourceRef, TableRow, View

_COLUMNS = (
    "n.id, n.work, n.kind, n.subkind, n.layer, n.authority, n.number, n.title, n.path, n.text, n.own, n.markdown, n.parent, n.place,"
    " n.status, n.superseded_by, n.redirect, n.scope, n.fields, n.form, w.edition, s.document, s.sha256, n.node"
)
_FROM = "nodes n JOIN works w ON w.work = n.work AND w.layer = n.layer JOIN sources s ON s.source = n.source"


def passage(base: OpenedBase, identifier: str, view: View = "both") -> Passage:
    """One provision; with both layers, the text with the précis as its summary.

    An id below that the layer does not hold (`35#9`) gives the provision above it.

    Raises:
        UnknownIdError: nothing bears this id in this view.
    """
    for candidate in spellings(identifier):
        found = passages(base, [candidate], view)
        if found:
            return found[0]
    raise UnknownIdError(identifier, nearest(base, identifier, view=view))


def passages(base: OpenedBase, identifiers: Sequence[str], view: View = "both") -> list[Passage]:
    """The provisions of these ids that exist in this view, in the order given; those read last are kept."""
    kept = base.kept
    shown = {identifier: kept[key] for identifier in identifiers if (key := (identifier, view)) in kept}
    if lacking := [identifier for identifier in identifiers if identifier not in shown]:
        read = {one.id: one for one in _read(base, lacking, view)}
        base.keep({(identifier, view): one for identifier, one in read.items()})
        shown |= read
    return [shown[identifier] for identifier in identifiers if identifier in shown]


def outside(base: OpenedBase, identifiers: Iterable[str], mode: str, view: View = "both") -> frozenset[str]:
    """Of these ids, those of provisions that do not apply in a mode; where a unit is missing, its whole tells."""
    asked = {identifier: identifier.partition("#")[0] for identifier in identifiers}
    scopes = {one.id: one.scope for one in passages(base, sorted({*asked, *asked.values()}), view)}
    return frozenset(
        identifier
        for identifier, whole in asked.items()
        if mode not in scopes.get(identifier, scopes.get(whole, (mode,)))
    )


def _read(base: OpenedBase, identifiers: Sequence[str], view: View) -> list[Passage]:
    """Provisions as the file holds them."""
    marks = ",".join("?" * len(identifiers))
    rows = base.rows(f"SELECT {_COLUMNS} FROM {_FROM} WHERE n.id IN ({marks})", tuple(identifiers))  # noqa: S608 - only marks
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        found.setdefault(row[0], {})[row[4]] = row
    shown = [pair for identifier in identifiers if (pair := _shown(found.get(identifier, {}), view)) is not None]
    spans = _spans(base, [row[23] for row, _summary in shown])
    return [_passage(row, summary, tuple(spans.get(row[23], ()))) for row, summary in shown]


def _spans(base: OpenedBase, nodes: Sequence[int]) -> dict[int, list[Span]]:
    """The spans of some nodes, in order."""
    marks = ",".join("?" * len(nodes))
    query = f"SELECT node, first, last FROM spans WHERE node IN ({marks}) ORDER BY node, place"  # noqa: S608 - only marks
    found: dict[int, list[Span]] = {}
    for node, first, last in base.rows(query, tuple(nodes)):
        found.setdefault(node, []).append(Span(first, last))
    return found


def _shown(layers: dict[str, Any], view: View) -> tuple[Any, str | None] | None:
    """The row to show of one id, from its rows by layer, and the précis beside a text."""
    if view != "both":
        return (layers[view], None) if view in layers else None
    if "texte" not in layers:
        return (layers["precis"], None) if layers else None
    text = layers["texte"]
    precis = layers.get("precis")
    # Two editions are two rulebooks: they are never merged.
    return text, precis[9] if precis is not None and precis[20] == text[20] else None


def _passage(row: Any, summary: str | None, spans: tuple[Span, ...]) -> Passage:  # noqa: ANN401 - a database row
    return Passage(
        id=row[0],
        work=row[1],
        kind=Kind(row[2]),
        subkind=row[3],
        layer=row[4],
        authority=row[5],
        number=row[6],
        title=row[7],
        path=_strings(row[8]),
        text=row[9],
        own=row[10],
        markdown=row[11],
        parent=row[12],
        place=row[13],
        status=Status(row[14]),
        superseded_by=row[15],
        redirect=row[16],
        scope=_strings(row[17]),
        fields=tuple((name, value) for name, value in json.loads(row[18])),
        form=row[19],
        edition=row[20],
        source=SourceRef(row[21], row[22], spans),
        summary=summary,
    )


@lru_cache(maxsize=8192)
def _strings(text: str) -> tuple[str, ...]:
    """A JSON list of strings; the same ones come back again and again."""
    return tuple(json.loads(text))


def children(base: OpenedBase, identifier: str, view: View = "both", *, units: bool = False) -> list[Passage]:
    """What stands directly below a provision, in reading order: provisions, or its units."""
    rows = base.rows(
        "SELECT id FROM nodes WHERE parent = ? AND status != 'superseded' AND (instr(id, '#') > 0) = ? ORDER BY layer DESC, place",
        (identifier, units),
    )
    return passages(base, list(dict.fromkeys(row[0] for row in rows)), view)


def parts(base: OpenedBase, identifier: str) -> list[str]:
    """A provision's id, then those of its units in any layer."""
    query = (
        "SELECT DISTINCT id FROM nodes WHERE parent = ? AND status != 'superseded' AND instr(id, '#') > 0 ORDER BY id"
    )
    return [identifier, *(row[0] for row in base.rows(query, (identifier,)))]


def versions(base: OpenedBase, identifier: str) -> list[str]:
    """The other ids of a provision: the texts that errata replaced, and the text in force of a replaced one."""
    whole, mark, unit = identifier.partition("#")
    stem = whole.partition("@")[0]
    current = f"{stem}{mark}{unit}"
    rows = base.rows(
        "SELECT DISTINCT id, superseded_by FROM nodes WHERE id = ? OR (id > ? AND id < ?) ORDER BY id",
        (current, f"{stem}@", f"{stem}A"),
    )
    return [row[0] for row in rows if row[0] != identifier and current in row]


def neighbours(base: OpenedBase, shown: Passage) -> tuple[Passage | None, Passage | None]:
    """The provisions read just before and just after, units apart."""
    condition = "work = ? AND layer = ? AND instr(id, '#') = 0 AND instr(id, '@') = 0"
    place = (shown.work, shown.layer, shown.place)
    before = base.rows(f"SELECT id FROM nodes WHERE {condition} AND place < ? ORDER BY place DESC LIMIT 1", place)  # noqa: S608
    after = base.rows(f"SELECT id FROM nodes WHERE {condition} AND place > ? ORDER BY place LIMIT 1", place)  # noqa: S608
    view: View = "texte" if shown.layer == "texte" else "precis"
    first, last = (passages(base, [row[0] for row in rows], view) for rows in (before, after))
    return (first[0] if first else None), (last[0] if last else None)


def all_ids(base: OpenedBase, work: str, view: View = "both", *, units: bool = False) -> list[str]:
    """Every id of a work in reading order (the text's where there is one)."""
    rows = base.rows(
        "SELECT id FROM nodes WHERE work = ? AND (? = 'both' OR layer = ?) AND (? OR instr(id, '#') = 0) ORDER BY layer DESC, place",
        (work, view, view, units),
    )
    return list(dict.fromkeys(row[0] for row in rows))


@remembered
def says(base: OpenedBase, identifier: str, words: str, view: View = "both") -> bool:
    """True when some words stand in a provision, as they are, in a layer of the view."""
    query = "SELECT text, own FROM nodes WHERE id = ? AND (? = 'both' OR layer = ?)"
    told = (part for row in base.rows(query, (identifier, view, view)) for part in row)
    return bool(words) and any(words in part for part in told)


@remembered
def asked_beside(base: OpenedBase, identifier: str) -> tuple[str, ...]:
    """The questions that stand beside a provision, in order: a verdict counts its place among them."""
    query = "SELECT question FROM questions WHERE work = ? AND id = ? ORDER BY place"
    return tuple(question for (question,) in base.rows(query, (identifier.partition("/")[0], identifier)))


def questions(base: OpenedBase, work: str) -> dict[str, tuple[str, ...]]:
    """The questions of a work, by the id of the provision beside which they stand."""
    found: dict[str, list[str]] = {}
    for identifier, question in base.rows(
        "SELECT id, question FROM questions WHERE work = ? ORDER BY id, place", (work,)
    ):
        found.setdefault(identifier, []).append(question)
    return {identifier: tuple(asked) for identifier, asked in found.items()}


def leads(base: OpenedBase, identifiers: Sequence[str], view: View = "both", *, rows: bool = False) -> dict[str, str]:
    """What those of some provisions that are in force say before their units; the text's words where there is one.

    The rows of tables are left out unless `rows`.
    """
    marks = ",".join("?" * len(identifiers))
    found = base.rows(
        f"SELECT id, own, text FROM nodes WHERE id IN ({marks}) AND (? = 'both' OR layer = ?)"  # noqa: S608 - only marks
        " AND status != 'superseded' AND (? OR kind != 'row') ORDER BY layer",
        (*identifiers, view, view, rows),
    )
    return {row[0]: row[1] or row[2] for row in found}


def table(base: OpenedBase, identifier: str, view: View = "both") -> list[TableRow]:
    """The rows of a table, of its text where the view is `both` and there is one: ids, and cells under the titles of their columns."""
    rows = base.rows(
        "SELECT id, fields FROM nodes WHERE parent = ? AND kind = 'row' AND layer ="
        " (SELECT max(layer) FROM nodes WHERE id = ? AND (? = 'both' OR layer = ?)) ORDER BY place",
        (identifier, identifier, view, view),
    )
    return [TableRow(row[0], tuple((title, cell) for title, cell in json.loads(row[1]))) for row in rows]

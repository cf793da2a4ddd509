"""Read provisions: one by id, those below or beside it, its other versions; layers are merged here and nowhere else."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.errors import UnknownIdError
from kb.model.clauses import Clause, clause_id, numbered, unit_of
from kb.model.words import words
from kb.store.names import nearest, spellings
from kb.store.opening import OpenedBase, made, remembered
from kb.store.values import Passage, SourceRef, TableRow, View

# The forms of unit that are items of a list, the outermost first.
_ITEMS = ("bullet", "nested")

# Two editions are two rulebooks: a précis is no summary of the text of another.
_SHOWN = """
SELECT n.id, n.work, n.kind, n.subkind, n.layer, n.authority, n.number, n.title, n.path, n.text,
coalesce(n.own, n.text), coalesce(n.markdown, n.text), n.parent, n.place,
n.status, n.superseded_by, n.redirect, n.scope, n.fields, n.form, n.page, w.edition, s.document, s.sha256,
(SELECT '[' || coalesce(group_concat('[' || first || ',' || last || ']'), '') || ']'
FROM (SELECT first, last FROM spans WHERE node = n.node ORDER BY place)),
CASE WHEN ?1 = 'both' AND n.layer = 'texte' THEN (SELECT p.text FROM nodes p JOIN works v ON v.work = p.work AND v.layer = p.layer
WHERE p.id = n.id AND p.layer = 'precis' AND v.edition = w.edition) END
FROM nodes n JOIN works w ON w.work = n.work AND w.layer = n.layer JOIN sources s ON s.source = n.source
WHERE n.id IN ({}) AND n.layer = CASE ?1 WHEN 'both' THEN (SELECT max(m.layer) FROM nodes m WHERE m.id = n.id) ELSE ?1 END
"""


def passage(base: OpenedBase, identifier: str, view: View = "both") -> Passage:
    """One provision, or one clause; with both layers, the text with the précis as its summary.

    An id below that the layer does not hold (`35#9`) gives the provision above it.

    Raises:
        UnknownIdError: nothing bears this id in this view.
    """
    for candidate in spellings(identifier):
        found = passages(base, [candidate], view)
        if found:
            return found[0]
    raise UnknownIdError(identifier, nearest(base, identifier, view=view))


def _clause(base: OpenedBase, identifier: str, view: View = "both") -> list[Passage]:
    """A clause as a passage of its own, at the lines of its unit; nothing when the view holds no such clause."""
    _unit, number = clause_id(identifier) or ("", 0)
    for held in passages(base, [unit_of(identifier)] if number else [], view):
        for one in clauses(base, held)[number - 1 : number]:
            whole = replace(held, id=one.id, parent=held.id, markdown="", summary=None, fields=())
            return [replace(whole, text=one.text, own=one.text)]
    return []


def clauses(base: OpenedBase, shown: Passage) -> tuple[Clause, ...]:
    """The clauses of a unit, or of what a provision says before its units, in order; a clause has none."""
    if clause_id(shown.id) is not None:
        return ()
    alone = shown.is_unit or not any(
        unit.layer == shown.layer for unit in children(base, shown.id, shown.layer, units=True)
    )
    return numbered(shown.id, shown.text if alone else shown.own, shown.form)


def lead(base: OpenedBase, shown: Passage) -> Clause | None:
    """The clause that a bullet needs to be understood: the one that ends, by a colon, what stands before its list."""
    if clause_id(shown.id) is not None:
        return lead(base, passage(base, shown.parent or "", shown.layer))
    for held in passages(base, [shown.parent or ""], shown.layer) if shown.form in _ITEMS else ():
        # A nested item hangs on a bullet, a bullet on what is none.
        lists = _ITEMS[_ITEMS.index(shown.form) :]
        units = [unit for unit in children(base, held.id, shown.layer, units=True) if unit.place < shown.place]
        before = next((unit for unit in reversed(units) if unit.form not in lists), held)
        told = clauses(base, before)[-1:]
        return next((one for one in told if one.text.endswith(":")), None)
    return None


def aligned(base: OpenedBase, shown: Passage) -> tuple[str, ...]:
    """The clauses of the other layer that say what a clause says, in order; none where no machine could tell."""
    whole, _mark, own = shown.id.partition("#")
    here, there = (0, 1) if shown.layer == "precis" else (1, 0)
    pairs = [
        pair.split("=")
        for (joined,) in base.rows("SELECT pairs FROM alignments WHERE id = ?", (whole,))
        for pair in joined.split()
    ]
    return tuple(f"{whole}#{pair[there]}" for pair in pairs if pair[here] == own)


def said_in(base: OpenedBase, clause: str, layer: View) -> list[Passage]:
    """What a layer says by a clause of the précis: itself, or those of the text that say the same, the one of most of its words first."""
    held = passages(base, [clause], "precis") if clause else []
    if layer == "precis" or not held:
        return held
    own = {*words(held[0].text)}
    return sorted(
        passages(base, aligned(base, held[0]), layer), key=lambda said: -len(own.intersection(words(said.text)))
    )


def passages(base: OpenedBase, identifiers: Sequence[str], view: View = "both") -> list[Passage]:
    """The provisions and clauses of these ids that exist in this view, in the order given; those read last are kept."""
    kept = base.kept
    shown = {identifier: kept[key] for identifier in identifiers if (key := (identifier, view)) in kept}
    if lacking := [identifier for identifier in identifiers if identifier not in shown]:
        rows = base.rows(_SHOWN.format(",".join("?" * len(lacking))), (view, *lacking))
        read = {row[0]: made(Passage, (*row[:22], made(SourceRef, row[22:25]), row[25])) for row in rows}
        read |= {one.id: one for lost in lacking if lost not in read for one in _clause(base, lost, view)}
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


def children(base: OpenedBase, identifier: str, view: View = "both", *, units: bool = False) -> list[Passage]:
    """What stands directly below a provision, in reading order: provisions, or its units."""
    return passages(base, _below(base, identifier, units), view)


@remembered
def _below(base: OpenedBase, identifier: str, units: bool) -> tuple[str, ...]:  # noqa: FBT001 - as a query has it
    query = "SELECT id FROM nodes WHERE parent = ? AND status != 'superseded' AND (instr(id, '#') > 0) = ? ORDER BY layer DESC, place"
    return tuple(dict.fromkeys(row[0] for row in base.rows(query, (identifier, units))))


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
    first, last = (passages(base, [row[0] for row in rows], shown.layer) for rows in (before, after))
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
    """True when some words stand in a provision, or in the unit of a clause, as they are, in a layer of the view."""
    query = "SELECT text, coalesce(own, text) FROM nodes WHERE id = ? AND (? = 'both' OR layer = ?)"
    told = (part for row in base.rows(query, (unit_of(identifier), view, view)) for part in row)
    return bool(words) and any(words in part for part in told)


def mentions(base: OpenedBase, work: str, name: str) -> bool:
    """True when a text of a work says some words as they are, capitals apart."""
    query = "SELECT 1 FROM nodes WHERE work = ? AND instr(lower(text), lower(?)) LIMIT 1"
    return bool(base.rows(query, (work, name)))


@remembered
def asked_beside(base: OpenedBase, identifier: str) -> tuple[str, ...]:
    """The questions that stand beside a provision, in order: a verdict counts its place among them."""
    return tuple(question for question, *_more in _asked(base, identifier))


@remembered
def answered_by(base: OpenedBase, identifier: str, layer: str) -> tuple[tuple[str, ...], ...]:
    """The clauses of a layer that answer each of the questions beside a provision, the one that decides first; none where none is known."""
    column = 2 if layer == "precis" else 3
    return tuple(tuple(f"{identifier}{clause}" for clause in row[column].split()) for row in _asked(base, identifier))


def _asked(base: OpenedBase, identifier: str) -> list[list[str]]:
    """Each question beside a provision, with its verdict, its clauses in the précis and in the text."""
    rows = base.rows("SELECT asked FROM questions WHERE id = ?", (identifier,))
    return list(json.loads(zlib.decompress(rows[0][0]))) if rows else []


def questions(base: OpenedBase, work: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The (question, verdict) of a work, by the id of the provision beside which they stand; an empty verdict for none."""
    rows = base.rows("SELECT id FROM questions WHERE work = ? ORDER BY id", (work,))
    return {row[0]: tuple((question, verdict) for question, verdict, *_more in _asked(base, row[0])) for row in rows}


def leads(base: OpenedBase, identifiers: Sequence[str], view: View = "both", *, rows: bool = False) -> dict[str, str]:
    """What those of some provisions that are in force say before their units; the text's words where there is one.

    The rows of tables are left out unless `rows`.
    """
    marks = ",".join("?" * len(identifiers))
    found = base.rows(
        f"SELECT id, coalesce(own, text), text FROM nodes WHERE id IN ({marks}) AND (? = 'both' OR layer = ?)"  # noqa: S608 - only marks
        " AND status != 'superseded' AND (? OR kind != 'row') ORDER BY layer",
        (*identifiers, view, view, rows),
    )
    return {row[0]: row[1] or row[2] for row in found}


def table(base: OpenedBase, identifier: str, view: View = "both") -> list[TableRow]:
    """The rows of a table, of its text where the view is `both` and there is one: ids, and cells under the titles of their columns."""
    return base.values(
        TableRow,
        "SELECT id, fields FROM nodes WHERE parent = ? AND kind = 'row' AND layer ="
        " (SELECT max(layer) FROM nodes WHERE id = ? AND (? = 'both' OR layer = ?)) ORDER BY place",
        (identifier, identifier, view, view),
    )

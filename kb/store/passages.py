"""Read provisions: one by id, those below it or next to it, its versions; layers are merged here and nowhere else."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from kb.errors import UnknownIdError
from kb.model import Kind
from kb.model.clauses import Clause, clause_id, numbered, provision_of, unit_of
from kb.model.words import as_set, words
from kb.store.names import nearest, spellings
from kb.store.opening import OpenedBase, made, remembered
from kb.store.records import LayerName, LinkedNode, Passage, SourceRef, TableRow, View

# The forms of unit that are items of a list, the outermost first.
_ITEMS = ("bullet", "nested")

# The fields of a passage, those of its source among them, then its summary: the précis of a text of the same edition.
_PASSAGES = """
    SELECT n.id, n.work, n.kind, n.subkind, n.layer, n.authority, n.number, n.title, n.path, n.text,
        coalesce(n.own, n.text), coalesce(n.markdown, n.text), n.parent, n.place, n.status, n.superseded_by, n.redirect,
        n.scope, n.fields, n.form, n.page, w.edition,
        s.document, s.sha256, n.spans,
        CASE WHEN :view = 'both' AND n.layer = 'texte' THEN
            (SELECT p.text FROM nodes p JOIN works v ON v.work = p.work AND v.layer = p.layer
            WHERE p.id = n.id AND p.layer = 'precis' AND v.edition = w.edition)
        END
    FROM nodes n JOIN works w ON w.work = n.work AND w.layer = n.layer
        JOIN sources s ON s.work = n.work AND s.layer = n.layer AND s.document = n.source
    WHERE n.id IN (SELECT value FROM json_each(:ids))
    AND n.layer = iif(:view = 'both', (SELECT max(m.layer) FROM nodes m WHERE m.id = n.id), :view)
"""
# The provision read just before or just after another, units and replaced texts apart.
_NEXT = """
    SELECT id FROM nodes
    WHERE work = :work AND layer = :layer AND instr(id, '#') = 0 AND instr(id, '@') = 0 AND place {beyond} :place
    ORDER BY place {order} LIMIT 1
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
    unit = passages(base, [unit_of(identifier)], view) if clause_id(identifier) is not None else []
    return [
        replace(held, id=one.id, parent=held.id, text=one.text, own=one.text, markdown="", summary=None, fields=())
        for held in unit
        for one in clauses(base, held)
        if one.id == identifier
    ]


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
    if shown.form not in _ITEMS:
        return None
    # A nested item hangs on a bullet, a bullet on what is none.
    lists = _ITEMS[_ITEMS.index(shown.form) :]
    whole = passage(base, shown.parent or "", shown.layer)
    units = [unit for unit in children(base, whole.id, shown.layer, units=True) if unit.place < shown.place]
    before = next((unit for unit in reversed(units) if unit.form not in lists), whole)
    # A summary stands by itself: what precedes it leads none of its lines.
    ends = clauses(base, before)[-1:] if before is whole or before.subkind == shown.subkind else []
    return next((one for one in ends if one.text.endswith(":")), None)


def aligned(base: OpenedBase, shown: Passage) -> tuple[str, ...]:
    """The clauses of the other layer that say what a clause says, in order; none where none is known."""
    whole, _mark, own = shown.id.partition("#")
    here, there = (0, 1) if shown.layer == "precis" else (1, 0)
    joined = base.column("SELECT pairs FROM alignments WHERE id = :id", id=whole)
    pairs = [pair.split("=") for one in joined for pair in one.split()]
    return tuple(f"{whole}#{pair[there]}" for pair in pairs if pair[here] == own)


def said_in(base: OpenedBase, clause: str, layer: View, texte: str = "") -> list[Passage]:
    """What a layer says by a clause of the précis: itself, or those of the text that say the same, the one of most of its words first.

    Where a clause of the text is named (`texte`), it alone is what the text says.
    """
    held = passages(base, [clause], "precis") if clause else []
    if layer == "precis" or not held:
        return held
    if named := passages(base, [texte], layer) if texte else []:
        return named
    own = {*words(held[0].text)}
    return sorted(
        passages(base, aligned(base, held[0]), layer), key=lambda said: -len(own.intersection(words(said.text)))
    )


def clashing(base: OpenedBase, clause: str, layer: View, texte: str = "") -> Passage | None:
    """What to show of a side of two rules that clash: what the layer says first by its clause; whole, a row or what a FAQ answers to."""
    for said in said_in(base, clause, layer, texte)[:1]:
        unit = passages(base, [unit_of(said.id)], said.layer)[0]
        if unit.kind is Kind.FAQ:
            return replace(said, text=unit.own or unit.text)
        return unit if unit.form == "row" else said
    return None


def sides(base: OpenedBase, edge: LinkedNode, view: View) -> tuple[Passage | None, Passage | None]:
    """Either side of two rules that clash, the text's before our own; None where no clause is said."""
    layers: tuple[View, ...] = ("precis",) if view == "precis" else ("texte", "precis")
    here, there = (
        next((said for layer in layers if (said := clashing(base, clause, layer, texte)) is not None), None)
        for clause, texte in ((edge.near_clause, edge.near_texte), (edge.far_clause, edge.far_texte))
    )
    return here, there


def passages(base: OpenedBase, identifiers: Sequence[str], view: View = "both") -> list[Passage]:
    """The provisions and clauses of these ids that exist in this view, in the order given; those read last are kept."""
    kept = base.kept
    shown = {identifier: kept[key] for identifier in identifiers if (key := (identifier, view)) in kept}
    if lacking := [identifier for identifier in identifiers if identifier not in shown]:
        rows = base.rows(_PASSAGES, ids=lacking, view=view)
        read = {row[0]: made(Passage, (*row[:22], made(SourceRef, row[22:25]), row[25])) for row in rows}
        read |= {one.id: one for lost in lacking if lost not in read for one in _clause(base, lost, view)}
        base.keep({(identifier, view): one for identifier, one in read.items()})
        shown |= read
    return [shown[identifier] for identifier in identifiers if identifier in shown]


def outside(base: OpenedBase, identifiers: Iterable[str], mode: str | None, view: View = "both") -> frozenset[str]:
    """Of these ids, those of provisions that do not apply in a mode, if one is given; where a unit is missing, its provision counts."""
    if mode is None:
        return frozenset()
    asked = {identifier: provision_of(identifier) for identifier in identifiers}
    scopes = {one.id: one.scope for one in passages(base, sorted({*asked, *asked.values()}), view)}
    return frozenset(
        identifier
        for identifier, whole in asked.items()
        if mode not in scopes.get(identifier, scopes.get(whole, (mode,)))
    )


def children(base: OpenedBase, identifier: str, view: View = "both", *, units: bool = False) -> list[Passage]:
    """What stands directly below a provision, in reading order: provisions, or its units."""
    return passages(base, below(base, identifier, units=units), view)


@remembered
def below(base: OpenedBase, identifier: str, *, units: bool) -> tuple[str, ...]:
    """The ids of what stands directly below a provision, or of its units, in any layer."""
    query = """
        SELECT id FROM nodes
        WHERE parent = :id AND status != 'superseded' AND (instr(id, '#') > 0) = :units ORDER BY layer DESC, place
    """
    return tuple(dict.fromkeys(base.column(query, id=identifier, units=units)))


def versions(base: OpenedBase, identifier: str) -> list[str]:
    """The other ids of a provision: the texts that errata replaced, and the text in force of a replaced one."""
    whole, mark, unit = identifier.partition("#")
    stem = whole.partition("@")[0]
    current = f"{stem}{mark}{unit}"
    query = """
        SELECT DISTINCT id FROM nodes
        WHERE id = :current OR (id > :stem || '@' AND id < :stem || 'A' AND superseded_by = :current) ORDER BY id
    """
    return [one for one in base.column(query, current=current, stem=stem) if one != identifier]


def neighbours(base: OpenedBase, shown: Passage) -> tuple[Passage | None, Passage | None]:
    """The provisions read just before and just after, units apart."""
    before, after = (
        passages(base, base.column(query, work=shown.work, layer=shown.layer, place=shown.place), shown.layer)
        for query in (_NEXT.format(beyond="<", order="DESC"), _NEXT.format(beyond=">", order="ASC"))
    )
    return next(iter(before), None), next(iter(after), None)


def all_ids(base: OpenedBase, work: str, view: View = "both", *, units: bool = False) -> list[str]:
    """Every id of a work in reading order (the text's where there is one)."""
    query = """
        SELECT id FROM nodes
        WHERE work = :work AND :view IN ('both', layer) AND (:units OR instr(id, '#') = 0) ORDER BY layer DESC, place
    """
    return list(dict.fromkeys(base.column(query, work=work, view=view, units=units)))


@remembered
def says(base: OpenedBase, identifier: str, words: str, view: View = "both") -> bool:
    """True when some words stand in a provision, or in the unit of a clause, as they are, in a layer of the view."""
    query = "SELECT text, coalesce(own, text) FROM nodes WHERE id = :id AND :view IN ('both', layer)"
    parts = (part for row in base.rows(query, id=unit_of(identifier), view=view) for part in row)
    return bool(words) and any(words in part for part in parts)


def texts_as_set(base: OpenedBase, work: str, layer: LayerName) -> tuple[tuple[str, str], ...]:
    """The id and the text of each provision and unit of a layer, as quotes are compared: those in force first, then the shortest."""
    query = """
        SELECT id, text FROM nodes WHERE work = :work AND layer = :layer
        ORDER BY status NOT IN ('current', 'doubtful') OR superseded_by IS NOT NULL, length(text), id
    """
    return tuple((identifier, as_set(text)) for identifier, text in base.rows(query, work=work, layer=layer))


def mentions(base: OpenedBase, work: str, name: str) -> bool:
    """True when a text of a work says some words as they are, capitals apart."""
    # The base folds no capital that has an accent: « MAÎTRE DE GUERRE » is looked for as well.
    query = (
        "SELECT 1 FROM nodes WHERE work = :work AND instr(id, '#') = 0"
        " AND (instr(lower(text), lower(:name)) OR instr(text, :capitals)) LIMIT 1"
    )
    return bool(base.rows(query, work=work, name=name, capitals=name.upper()))


def asked_of(base: OpenedBase, identifier: str) -> tuple[str, ...]:
    """The questions of a provision, in order: a verdict counts its place among them."""
    return _asked(base, identifier)[0]


def settled_of(base: OpenedBase, identifier: str) -> tuple[tuple[str, str], ...]:
    """The questions of a provision, in order, with their verdict, empty for none."""
    questions, verdicts, *_clauses = _asked(base, identifier)
    return tuple(zip(questions, verdicts, strict=True))


@remembered
def answered_by(base: OpenedBase, identifier: str, layer: str) -> tuple[tuple[str, ...], ...]:
    """The clauses of a layer that answer each of the questions of a provision, the one that decides first; none where none is known."""
    column = 2 if layer == "precis" else 3
    clauses = _asked(base, identifier)[column]
    return tuple(tuple(f"{identifier}{clause}" for clause in of_one.split()) for of_one in clauses)


@remembered
def _asked(base: OpenedBase, identifier: str) -> tuple[tuple[str, ...], ...]:
    """The questions of a provision, their verdicts, their clauses in the précis and in the text: unpacked once for all who ask."""
    packed = base.first("SELECT asked FROM questions WHERE id = :id", id=identifier)
    listed = msgspec.json.decode(zlib.decompress(packed)) if packed else ()
    return tuple(zip(*listed, strict=True)) or ((),) * 4


def questions(base: OpenedBase, work: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """The (question, verdict) of a work, by the id of their provision; an empty verdict for none."""
    asked = base.column("SELECT id FROM questions WHERE work = :work ORDER BY id", work=work)
    return {one: settled_of(base, one) for one in asked}


def table(base: OpenedBase, identifier: str, view: View = "both") -> list[TableRow]:
    """The rows of a table, of its text where the view is `both` and there is one: ids, and cells under the titles of their columns."""
    query = """
        SELECT id, fields FROM nodes
        WHERE parent = :id AND kind = 'row'
        AND layer = (SELECT max(layer) FROM nodes WHERE id = :id AND :view IN ('both', layer))
        ORDER BY place
    """
    return base.values(TableRow, query, id=identifier, view=view)

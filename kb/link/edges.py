"""Edges that follow from structure, from resolved references and from what an editor declares."""

import re
from collections.abc import Iterable, Iterator, Sequence

from kb.errors import Diagnostic
from kb.link.lookup import NameIndex
from kb.model import CrossReference, Edge, EdgeType, How, Kind, Layer, Provision, Resolution, Rulebook, Status
from kb.model.clauses import note_call, numbered, provision_of, row_cells, unit_of
from kb.model.curation import Curation, Relation
from kb.model.words import words
from kb.system.findings import finding
from kb.system.grouping import by_key

# What calls a note in the cell of a table.
_CALL = re.compile(r"\[\^([^\]\n]+)\]")


def structural(provisions: Iterable[Provision]) -> Iterator[Edge]:
    """`contains` from parent to child, `defines` to a defining bullet, `precedes` from a step to the next."""
    previous: dict[str, Provision] = {}
    for one in provisions:
        if one.parent is None or one.status is Status.SUPERSEDED:
            continue
        yield Edge(one.parent, one.id, EdgeType.CONTAINS, How.EXPLICIT, one.layer)
        if one.is_unit and one.kind is Kind.DEFINITION:
            yield Edge(one.parent, one.id, EdgeType.DEFINES, How.EXPLICIT, one.layer, one.spans)
        stepping = one.kind is Kind.RULE and one.title.casefold().startswith("étape ")
        if not one.is_unit and (one.kind is Kind.STEP or stepping):
            if before := previous.get(one.parent):
                yield Edge(before.id, one.id, EdgeType.PRECEDES, How.EXPLICIT, one.layer, one.spans)
            previous[one.parent] = one


def noted(provisions: Sequence[Provision]) -> Iterator[Edge | Diagnostic]:
    """An edge from each row to the notes of its table that its cells call, and a diagnostic for each call that no note answers.

    What is printed of the edge is the title of the column where the note is called, empty for the first.
    """
    notes = by_key(((one.parent, note_call(one.id)), one) for one in provisions if one.kind is Kind.NOTE)
    for row in provisions:
        for column, call in _calls(row) if row.kind is Kind.ROW else ():
            found = notes[row.parent, "-".join(words(call))]
            for note in found:
                yield Edge(row.id, note.id, EdgeType.CITES, How.EXPLICIT, row.layer, row.spans, column)
            if not found:
                yield finding("NOTE-ABSENTE", row.source, row.line, 1, row.id, call=call)


def _calls(row: Provision) -> Iterator[tuple[str, str]]:
    """(title of its column, call) of each call of a row, in order."""
    titles = ("", *(title for title, _cell in row.fields[1:]))
    for title, cell in zip(titles, row_cells(row.markdown), strict=False):
        yield from ((title, call) for call in dict.fromkeys(_CALL.findall(cell)))


def redirects(references: Iterable[CrossReference]) -> dict[str, str]:
    """Each entry that only refers to another, and that other."""
    return {one.source: one.candidates[0] for one in references if one.form == "redirect" and len(one.candidates) == 1}


def from_references(references: Sequence[CrossReference]) -> Iterable[Edge]:
    """An edge for each reference with one target; an index is a way in, not a citation.

    What is cited of an entry that only refers to another is that other; among related subjects it stands for itself.
    """
    found: dict[tuple[str, str, EdgeType], Edge] = {}
    meant = redirects(references)
    for one in references:
        if one.resolution not in {Resolution.RESOLVED, Resolution.SUSPECT} or one.form == "index":
            continue
        kind = EdgeType.RELATED if one.form == "related" else EdgeType.CITES
        for named in one.candidates:
            target = named if kind is EdgeType.RELATED else meant.get(named, named)
            if target != one.source:
                edge = Edge(one.source, target, kind, How.EXPLICIT, one.layer, (one.span,), one.printed)
                found.setdefault((one.source, target, kind), edge)
    return found.values()


def curated(
    rulebook: Rulebook, names: NameIndex, curation: Curation, registered: frozenset[str]
) -> Iterator[Edge | Diagnostic]:
    """The declared relations whose two ends exist, and a diagnostic for each that does not.

    An end that no layer can hold is an error; one that is registered, and that this layer lacks, is a warning; so is a clause named of the
    publication that this one lacks, or that begins otherwise there: it is then as if none were named.
    """
    work, layer = rulebook.work.id, rulebook.work.layer
    for relation in curation.relations:
        source, target = (_held(f"{work}/{end}", names) for end in (relation.source, relation.target))
        if missing := [end for end in (source, target) if end not in names.by_id]:
            yield _missing_end(missing[0], rulebook, registered)
        elif source != target:
            texte: list[str] = []
            for end, said in ((relation.source, relation.source_texte), (relation.target, relation.target_texte)):
                texte.append(_named_clause(end, said, names) if layer is Layer.TEXTE else "")
                if said and layer is Layer.TEXTE and not texte[-1]:
                    place = (f"{work}/relations.toml", 0, 0, f"{work}/{end}")
                    yield finding("RELATION-SANS-PHRASE/texte", *place, end=end, said=said)
            yield Edge(
                source,
                target,
                relation.type,
                How.CURATED,
                layer,
                names.by_id[source].spans[:1],
                reason=relation.reason,
                source_clause=_clause(work, relation.source, relation.source_clause),
                target_clause=_clause(work, relation.target, relation.target_clause),
                source_texte=texte[0],
                target_texte=texte[1],
                prevails=_prevailing(relation),
            )


def _held(identifier: str, names: NameIndex) -> str:
    """The id itself; where this layer has no such unit, the provision answers for it."""
    whole = provision_of(identifier)
    return whole if identifier not in names.by_id and whole in names.by_id else identifier


def _clause(work: str, end: str, clause: str) -> str:
    """The whole id of a clause of one end of a relation; empty when there is none."""
    return f"{work}/{provision_of(end)}{clause}" if clause else ""


def _named_clause(end: str, said: str, names: NameIndex) -> str:
    """The clause of the publication that a relation names of one end; empty where it names none, or one that does not begin so."""
    number, _space, first = said.partition(" ")
    clause, begins = _clause(names.work, end, number), words(first)
    unit = names.by_id.get(unit_of(clause))
    held = numbered(unit.id, unit.own, unit.form) if unit is not None else ()
    return next((one.id for one in held if one.id == clause and words(one.text)[: len(begins)] == begins), "")


def _prevailing(relation: Relation) -> str:
    """The end of a relation that prevails: what takes exception, or overrides, unless the book says otherwise."""
    usual = "from" if relation.type in {EdgeType.EXCEPTS, EdgeType.OVERRIDES} else "none"
    return {"from": "source", "to": "target"}.get(relation.prevails or usual, "")


def _missing_end(end: str, rulebook: Rulebook, registered: frozenset[str]) -> Diagnostic:
    work, layer = rulebook.work.id, rulebook.work.layer
    published = provision_of(end.removeprefix(f"{work}/")).partition("@")[0] in registered
    form = "/publie" if published else "/texte" if layer is Layer.TEXTE else ""
    return finding(f"RELATION-CIBLE{form}", f"{work}/relations.toml", 0, 0, end, end=end)


def kept(mentions: list[Edge], curation: Curation, rulebook: Rulebook) -> Iterator[Edge | Diagnostic]:
    """The mentions but those that an editor found false; in a publication, a diagnostic for each of these that is not met."""
    work = rulebook.work.id
    false = {(f"{work}/{unlink.place}", f"{work}/{unlink.target}") for unlink in curation.unlinks}
    unmet = false - {(edge.source, edge.target) for edge in mentions}
    for source, target in sorted(unmet) if rulebook.work.layer is Layer.TEXTE else ():
        yield finding("SANS-LIEN", f"{work}/relations.toml", 0, 0, source, source=source, target=target)
    yield from (edge for edge in mentions if (edge.source, edge.target) not in false)

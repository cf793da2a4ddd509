"""Edges that follow from structure, from resolved references and from what an editor declares."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from kb.errors import Diagnostic, Severity
from kb.link.titles import Names
from kb.model import CrossReference, Edge, EdgeType, How, Kind, Layer, Provision, Resolution, Rulebook, Status
from kb.model.curation import Curation, Relation
from kb.model.words import words

# What calls a note in the cell of a table, and the key of that note.
_CALL = re.compile(r"\[\^([^\]\n]+)\]")
_BAR = re.compile(r"(?<!\\)\|")
_NOTE = re.compile(r"note-(.+)-\d+")


def structural(provisions: tuple[Provision, ...]) -> list[Edge]:
    """`contains` from parent to child, `defines` to a defining bullet, `precedes` from a step to the next."""
    edges: list[Edge] = []
    previous: dict[str, Provision] = {}
    for provision in provisions:
        if provision.parent is None or provision.status is Status.SUPERSEDED:
            continue
        parent, layer = provision.parent, provision.layer
        edges.append(Edge(parent, provision.id, EdgeType.CONTAINS, How.EXPLICIT, layer))
        if provision.is_unit and provision.kind is Kind.DEFINITION:
            edges.append(Edge(parent, provision.id, EdgeType.DEFINES, How.EXPLICIT, layer, provision.spans))
        if _is_step(provision):
            before = previous.get(parent)
            if before is not None:
                edges.append(Edge(before.id, provision.id, EdgeType.PRECEDES, How.EXPLICIT, layer, provision.spans))
            previous[parent] = provision
    return edges


def noted(provisions: tuple[Provision, ...]) -> tuple[list[Edge], list[Diagnostic]]:
    """An edge from each row to the notes of its table that its cells call, and a diagnostic for each call that no note answers.

    What is printed of the edge is the title of the column where the note is called, empty for the first.
    """
    notes: dict[tuple[str | None, str], list[Provision]] = defaultdict(list)
    for provision in provisions:
        key = _NOTE.fullmatch(provision.id.partition("#")[2]) if provision.kind is Kind.NOTE else None
        if key:
            notes[provision.parent, key[1]].append(provision)
    edges: list[Edge] = []
    diagnostics: list[Diagnostic] = []
    for row in provisions:
        for column, call in _calls(row):
            found = notes[row.parent, "-".join(words(call))]
            cites = (row.layer, row.spans, column)
            edges += [Edge(row.id, note.id, EdgeType.CITES, How.EXPLICIT, *cites) for note in found]
            if not found:
                message = f"cette ligne appelle la note « {call} », que rien ne porte sous le tableau"
                hint = f"écrivez « [^{call}] : … » sous le tableau"
                place = (row.source, row.spans[0].start, 1, row.id)
                diagnostics.append(Diagnostic("NOTE-ABSENTE", Severity.ERROR, message, hint, *place))
    return edges, diagnostics


def _calls(row: Provision) -> list[tuple[str, str]]:
    """(title of its column, call) of each call of a row, in order."""
    if row.kind is not Kind.ROW:
        return []
    cells = [cell for cell in _BAR.split(row.markdown)[1:-1] if cell.strip()]
    titles = ["", *(title for title, _ in row.fields[1:])]
    return [
        (title, call) for title, cell in zip(titles, cells, strict=False) for call in dict.fromkeys(_CALL.findall(cell))
    ]


def _is_step(provision: Provision) -> bool:
    numbered = provision.kind is Kind.RULE and provision.title.casefold().startswith("étape ")
    return not provision.is_unit and (provision.kind is Kind.STEP or numbered)


def redirects(references: Iterable[CrossReference]) -> dict[str, str]:
    """Each entry that only refers to another, and that other."""
    return {one.source: one.candidates[0] for one in references if one.form == "redirect" and len(one.candidates) == 1}


def from_references(references: Iterable[CrossReference]) -> list[Edge]:
    """An edge for each reference with one target; an index is a way in, not a citation.

    What is cited of an entry that only refers to another is that other; among related subjects it stands for itself.
    """
    references = tuple(references)
    found: dict[tuple[str, str, EdgeType], Edge] = {}
    meant = redirects(references)
    for one in references:
        kind = EdgeType.RELATED if one.form == "related" else EdgeType.CITES
        one_target = one.resolution in {Resolution.RESOLVED, Resolution.SUSPECT}
        cited = one.candidates if one_target and one.form != "index" else ()
        for target in cited if kind is EdgeType.RELATED else (meant.get(target, target) for target in cited):
            if target != one.source:
                edge = Edge(one.source, target, kind, How.EXPLICIT, one.layer, (one.span,), one.printed)
                found.setdefault((one.source, target, kind), edge)
    return list(found.values())


def curated(
    rulebook: Rulebook, names: Names, curation: Curation, registered: frozenset[str]
) -> tuple[list[Edge], list[Diagnostic]]:
    """The declared relations whose two ends exist, and a diagnostic for each that does not.

    An end that no layer can hold is an error; one that is registered, and that this layer lacks, is a warning.
    """
    edges: list[Edge] = []
    diagnostics: list[Diagnostic] = []
    work, layer = rulebook.work.id, rulebook.work.layer
    for relation in curation.relations:
        source, target = _held(f"{work}/{relation.source}", names), _held(f"{work}/{relation.target}", names)
        missing = [end for end in (source, target) if end not in names.by_id]
        if missing:
            diagnostics.append(_missing_end(missing[0], rulebook, registered))
            continue
        if source != target:
            told = {"reason": relation.reason, "prevails": _prevailing(relation), **_clashing(relation, work)}
            edges.append(Edge(source, target, relation.type, How.CURATED, layer, names.by_id[source].spans[:1], **told))
    return edges, diagnostics


def _prevailing(relation: Relation) -> str:
    """The end of a relation that prevails: what takes exception, or overrides, unless the book says otherwise."""
    usual = "from" if relation.type in {EdgeType.EXCEPTS, EdgeType.OVERRIDES} else "none"
    return {"from": "source", "to": "target"}.get(relation.prevails or usual, "")


def _clashing(relation: Relation, work: str) -> dict[str, str]:
    """The clauses of a relation, by their whole ids."""
    ends = {
        "source_clause": (relation.source, relation.source_clause),
        "target_clause": (relation.target, relation.target_clause),
    }
    return {name: f"{work}/{end.partition('#')[0]}{clause}" for name, (end, clause) in ends.items() if clause}


def _missing_end(end: str, rulebook: Rulebook, registered: frozenset[str]) -> Diagnostic:
    work, layer = rulebook.work.id, rulebook.work.layer
    published = end.removeprefix(f"{work}/").partition("#")[0].partition("@")[0] in registered
    severity = Severity.WARNING if published or layer is Layer.TEXTE else Severity.ERROR
    what = "que cette couche ne contient pas encore" if published else "que l'œuvre ne contient pas"
    hint = "écrivez la règle" if published else "corrigez relations.toml"
    message = f"une relation déclarée cite « {end} », {what}"
    return Diagnostic("RELATION-CIBLE", severity, message, hint, f"{work}/relations.toml", id=end)


def _held(identifier: str, names: Names) -> str:
    """The id itself; where this layer has no such unit, the provision answers for it."""
    whole = identifier.partition("#")[0]
    return whole if identifier not in names.by_id and whole in names.by_id else identifier


def kept(mentions: list[Edge], curation: Curation, rulebook: Rulebook) -> tuple[list[Edge], list[Diagnostic]]:
    """The mentions but those that an editor found false; in a publication, a diagnostic for each of these that is not met."""
    work, told = rulebook.work.id, "la consigne est sans effet"
    false = {(f"{work}/{unlink.place}", f"{work}/{unlink.target}") for unlink in curation.unlinks}
    unmet = sorted(false - {(edge.source, edge.target) for edge in mentions})
    return [edge for edge in mentions if (edge.source, edge.target) not in false], [
        Diagnostic(
            "SANS-LIEN",
            Severity.INFO,
            f"« {source} » ne mentionne pas « {target} » : {told}",
            "retirez-la de relations.toml",
            f"{work}/relations.toml",
            id=source,
        )
        for source, target in (unmet if rulebook.work.layer is Layer.TEXTE else ())
    ]


def clarified(provisions: tuple[Provision, ...], names: Names, known: list[Edge]) -> list[Edge]:
    """A question that no editor linked cites what its heading names, when that is one provision."""
    linked = {edge.source for edge in known if edge.type is EdgeType.CITES}
    edges: list[Edge] = []
    for one in provisions:
        if one.kind is Kind.FAQ and not one.is_unit and one.id not in linked:
            best = names.best(identifier for identifier in names.titled(one.title) if identifier != one.parent)
            if len(best) == 1 and best[0] != one.id:
                edges.append(Edge(one.id, best[0], EdgeType.CITES, How.INFERRED, one.layer, one.spans[:1]))
    return edges

"""Apply the errata: the new text under the id, the old one under `id@authority`, both kept."""

from __future__ import annotations

from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.model import Edge, EdgeType, How, Kind, Patch, PatchOperation, Provision, Rulebook, Status
from kb.words import words


def apply_patches(rulebook: Rulebook) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """The rulebook with every patch applied, its `amends` edges, and a diagnostic for each patch without target."""
    provisions = list(rulebook.provisions)
    edges = list(rulebook.edges)
    diagnostics: list[Diagnostic] = []
    for patch in rulebook.patches:
        target = f"{rulebook.work.id}/{patch.target}"
        changed = _applied(provisions, patch, target)
        if changed is None:
            diagnostics.append(_untargeted(patch, rulebook))
            continue
        provisions = changed
        edges.append(
            Edge(patch.erratum, target, EdgeType.AMENDS, How.EXPLICIT, patch.layer, (patch.span,), patch.target)
        )
    return replace(rulebook, provisions=tuple(provisions), edges=tuple(edges)), tuple(diagnostics)


def _untargeted(patch: Patch, rulebook: Rulebook) -> Diagnostic:
    file = next(provision.source for provision in rulebook.provisions if provision.id == patch.erratum)
    message = f"l'erratum vise « {patch.target} », que l'œuvre ne contient pas"
    hint = "corrigez la cible, ou ajoutez la règle"
    return Diagnostic("ERRATUM-CIBLE", Severity.ERROR, message, hint, file, patch.span.start, id=patch.erratum)


def _applied(provisions: list[Provision], patch: Patch, target: str) -> list[Provision] | None:
    """The provisions after one patch, or None when its target is missing (for an addition: its parent)."""
    if patch.operation is PatchOperation.ADD:
        return _added(provisions, patch, target)
    index = {provision.id: place for place, provision in enumerate(provisions)}
    if target not in index:
        return None
    if patch.operation is PatchOperation.DELETE:
        family = {
            target,
            *(provision.id for provision in provisions if provision.parent == target and provision.is_unit),
        }
        return [
            replace(provision, status=Status.DELETED, superseded_by=patch.erratum)
            if provision.id in family
            else provision
            for provision in provisions
        ]
    return _replaced(provisions, patch, target)


def _added(provisions: list[Provision], patch: Patch, target: str) -> list[Provision] | None:
    """A new rule after the last child of the entry that its number names."""
    if any(provision.id == target for provision in provisions):
        return None
    head, _, _last = patch.target.rpartition(".")
    parent_id = target.rpartition("/")[0] + f"/{head}"
    parent = next((provision for provision in provisions if provision.id == parent_id), None)
    erratum = next(provision for provision in provisions if provision.id == patch.erratum)
    if parent is None:
        return None
    place = max(index for index, provision in enumerate(provisions) if _below(provision, parent_id))
    new = replace(
        provisions[place],
        id=target,
        kind=Kind.RULE,
        authority=erratum.authority,
        title=parent.title,
        text=patch.text,
        own=patch.text,
        markdown=patch.markdown,
        path=(*parent.path, f"{parent.number} {parent.title}" if parent.number else parent.title),
        spans=(patch.span,),
        source=erratum.source,
        parent=parent_id,
        number=patch.target.rpartition("/")[2],
        status=Status.CURRENT,
        aliases=(),
        questions=erratum.questions,
        fields=(),
        form="",
    )
    return [*provisions[: place + 1], new, *provisions[place + 1 :]]


def _below(provision: Provision, parent: str) -> bool:
    """True for a provision, its rules and their units."""
    number = provision.id.split("#")[0]
    return number == parent or number.startswith(f"{parent}.")


def _replaced(provisions: list[Provision], patch: Patch, target: str) -> list[Provision]:
    """The target in force with the new text; what it said kept, superseded, beside it."""
    whole_id, _, unit_key = target.partition("#")
    whole = next(provision for provision in provisions if provision.id == whole_id)
    units = [provision for provision in provisions if provision.parent == whole_id and provision.is_unit]
    erratum = next(provision for provision in provisions if provision.id == patch.erratum)
    if words(patch.text) == words((next(u for u in units if u.id == target) if unit_key else whole).own):
        return provisions
    new_units = [_patched(unit, patch, erratum) if unit.id == target else unit for unit in units]
    own = (whole.own, whole.own) if unit_key else (patch.text, patch.markdown)
    new_whole = _composed(whole, new_units, own, patch, erratum)
    old = [_superseded(piece, whole.authority, whole_id) for piece in (whole, *units)]
    kept = {whole_id: new_whole, **{unit.id: unit for unit in new_units}}
    result = [kept.get(provision.id, provision) for provision in provisions]
    last = max(place for place, provision in enumerate(result) if provision.id in kept)
    known = {provision.id for provision in provisions}
    return [*result[: last + 1], *(piece for piece in old if piece.id not in known), *result[last + 1 :]]


def _patched(unit: Provision, patch: Patch, erratum: Provision) -> Provision:
    return replace(
        unit,
        text=patch.text,
        own=patch.text,
        markdown=patch.markdown,
        spans=(patch.span,),
        source=erratum.source,
        authority=erratum.authority,
    )


def _composed(
    whole: Provision, units: list[Provision], own: tuple[str, str], patch: Patch, erratum: Provision
) -> Provision:
    """The rule with its own text and its units put together again."""
    text_own, markdown_own = own
    lines = [text_own, *(_line(unit, unit.text) for unit in units)]
    marked = [markdown_own, *(_line(unit, unit.markdown) for unit in units)]
    spans = (*whole.spans, patch.span) if erratum.source == whole.source else whole.spans
    return replace(
        whole,
        own=text_own,
        text="\n".join(line for line in lines if line),
        markdown="\n".join(line for line in marked if line),
        spans=spans,
    )


def _line(unit: Provision, text: str) -> str:
    """A unit as a line of its rule."""
    return {"bullet": f"- {text}", "nested": f"  - {text}"}.get(unit.form, text)


def _superseded(piece: Provision, authority: str, whole: str) -> Provision:
    """The former text under `id@authority`."""
    key = piece.id.removeprefix(whole)
    former = f"{whole}@{authority}"
    return replace(
        piece,
        id=f"{former}{key}",
        parent=piece.parent if not key else former,
        status=Status.SUPERSEDED,
        superseded_by=f"{whole}{key}",
        questions=(),
        aliases=(),
    )

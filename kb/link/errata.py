"""Apply the errata: the new text under the id, the old one under `id@authority`, both kept."""

from __future__ import annotations

from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.model import Edge, EdgeType, How, Kind, Patch, PatchOperation, Provision, Rulebook, Status
from kb.model.words import words


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
        provisions, printed = changed, (patch.layer, (patch.span,), patch.target)
        edges.append(Edge(patch.erratum, target, EdgeType.AMENDS, How.EXPLICIT, *printed))
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
    if all(provision.id != target for provision in provisions):
        return None
    if patch.operation is PatchOperation.DELETE:
        return [
            replace(one, status=Status.DELETED, superseded_by=patch.erratum)
            if one.id == target or (one.parent == target and one.is_unit)
            else one
            for one in provisions
        ]
    return _replaced(provisions, patch, target)


def _added(provisions: list[Provision], patch: Patch, target: str) -> list[Provision] | None:
    """A new rule after the last child of the entry that its number names."""
    parent_id = target.rpartition(".")[0]
    by_id = {provision.id: provision for provision in provisions}
    parent, erratum = by_id.get(parent_id), by_id[patch.erratum]
    if parent is None or target in by_id:
        return None
    place = max(index for index, provision in enumerate(provisions) if _below(provision, parent_id))
    new = replace(
        _patched(provisions[place], patch, erratum),
        id=target,
        kind=Kind.RULE,
        title=parent.title,
        path=(*parent.path, f"{parent.number} {parent.title}" if parent.number else parent.title),
        parent=parent_id,
        number=patch.target.rpartition("/")[2],
        status=Status.CURRENT,
        aliases=(),
        fields=(),
        form="",
    )
    return [*provisions[: place + 1], new, *provisions[place + 1 :]]


def _below(provision: Provision, parent: str) -> bool:
    """True for a provision, its rules and their units."""
    number = provision.id.split("#")[0]
    return number == parent or number.startswith(f"{parent}.")


def _replaced(provisions: list[Provision], patch: Patch, target: str) -> list[Provision]:
    """The target in force with the new text; what it said kept, superseded, beside it.

    A new text with bullets of its own, for a whole rule, takes the place of the rule's bullets; without, they stay.
    """
    whole_id, _, unit_key = target.partition("#")
    whole = next(provision for provision in provisions if provision.id == whole_id)
    units = [provision for provision in provisions if provision.parent == whole_id and provision.is_unit]
    erratum = next(provision for provision in provisions if provision.id == patch.erratum)
    if words(patch.text) == words((next(u for u in units if u.id == target) if unit_key else whole).own):
        return provisions
    if unit_key:
        own = (whole.own, whole.own)
        new_units = [_patched(unit, patch, erratum) if unit.id == target else unit for unit in units]
    else:
        own = (patch.text.split(_BULLET)[0], patch.markdown.split(_BULLET)[0])
        new_units = _bullets(whole, patch, erratum) or units
    new_whole = _composed(whole, new_units, own, patch, erratum)
    old = [_superseded(piece, whole.authority, whole_id) for piece in (whole, *units)]
    family = {whole_id, *(unit.id for unit in units)}
    first = next(place for place, provision in enumerate(provisions) if provision.id in family)
    known = {provision.id for provision in provisions}
    rest = [provision for provision in provisions if provision.id not in family]
    return [*rest[:first], new_whole, *new_units, *(piece for piece in old if piece.id not in known), *rest[first:]]


# What parts a new text from each of its bullets, in `Patch.text`.
_BULLET = "\n  - "


def _bullets(whole: Provision, patch: Patch, erratum: Provision) -> list[Provision]:
    """The bullets that a new text brings, as units of the rule."""
    pairs = list(zip(patch.text.split(_BULLET)[1:], patch.markdown.split(_BULLET)[1:], strict=True))
    unit = replace(whole, kind=Kind.RULE, parent=whole.id, number=None, aliases=(), fields=(), form="bullet")
    return [
        _patched(replace(unit, id=f"{whole.id}#{place}"), replace(patch, text=text, markdown=markdown), erratum)
        for place, (text, markdown) in enumerate(pairs, 1)
    ]


def _patched(unit: Provision, patch: Patch, erratum: Provision) -> Provision:
    """A provision that says the new text, where and with the authority that the erratum has."""
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
    spans = (*whole.spans, patch.span) if erratum.source == whole.source else whole.spans
    return replace(
        whole,
        own=text_own,
        text="\n".join(line for line in lines if line),
        markdown=_markdown(markdown_own, units),
        spans=spans,
    )


def _markdown(own: str, units: list[Provision]) -> str:
    """Own words and units in Markdown: a blank line parts what is not a run of bullets."""
    blocks = [own] if own else []
    bulleted = False
    for unit in units:
        line = _line(unit, unit.markdown)
        bullet = unit.form in {"bullet", "nested"}
        if bullet and bulleted:
            blocks[-1] += f"\n{line}"
        else:
            blocks.append(line)
        bulleted = bullet
    return "\n\n".join(blocks)


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
        aliases=(),
    )

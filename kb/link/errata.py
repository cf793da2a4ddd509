"""Apply the errata: the new text under the id, the old one under `id@authority`, both kept."""

from dataclasses import replace
from itertools import groupby

from kb.errors import Diagnostic
from kb.model import Edge, EdgeType, How, Kind, Patch, PatchOperation, Provision, Rulebook, Status
from kb.model.words import words
from kb.system import bounds
from kb.system.findings import finding

# What parts a new text from each of its bullets, in `Patch.text`.
_BULLET = "\n  - "
_BULLETED = {"bullet": "- ", "nested": "  - "}


def apply_patches(rulebook: Rulebook) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """The rulebook with every patch applied, its `amends` edges, and a diagnostic for each patch without target."""
    provisions, edges = list(rulebook.provisions), list(rulebook.edges)
    diagnostics: list[Diagnostic] = []
    for applied, patch in enumerate(rulebook.patches):
        target = f"{rulebook.work.id}/{patch.target}"
        if applied == bounds.ERRATA:
            at = next(one for one in provisions if one.id == patch.erratum)
            said = {"bound": bounds.ERRATA, "left": len(rulebook.patches) - applied}
            diagnostics.append(finding("BORNE/errata", at.source, patch.span.start, 0, at.id, **said))
            break
        by_id = {provision.id: provision for provision in provisions}
        erratum = by_id[patch.erratum]
        adds = patch.operation is PatchOperation.ADD
        if (target in by_id) is adds or (adds and _entry(target) not in by_id):
            place = (erratum.source, patch.span.start, 0, erratum.id)
            diagnostics.append(finding("ERRATUM-CIBLE", *place, target=patch.target))
            continue
        if adds:
            provisions = _added(provisions, patch, target, erratum)
        elif patch.operation is PatchOperation.DELETE:
            provisions = _deleted(provisions, patch, target)
        else:
            provisions = _replaced(provisions, patch, target, erratum)
        printed = (patch.layer, (patch.span,), patch.target)
        edges.append(Edge(patch.erratum, target, EdgeType.AMENDS, How.EXPLICIT, *printed))
    return replace(rulebook, provisions=tuple(provisions), edges=tuple(edges)), tuple(diagnostics)


def _entry(target: str) -> str:
    """The id of the entry that the number of a rule names."""
    return target.rpartition(".")[0]


def _deleted(provisions: list[Provision], patch: Patch, target: str) -> list[Provision]:
    return [
        replace(one, status=Status.DELETED, superseded_by=patch.erratum)
        if one.id == target or (one.parent == target and one.is_unit)
        else one
        for one in provisions
    ]


def _added(provisions: list[Provision], patch: Patch, target: str, erratum: Provision) -> list[Provision]:
    """A new rule after the last child of its entry."""
    entry = next(one for one in provisions if one.id == _entry(target))
    numbers = [one.id.split("#")[0] for one in provisions]
    last = max(at for at, number in enumerate(numbers) if number == entry.id or number.startswith(f"{entry.id}."))
    new = replace(
        _patched(provisions[last], patch, erratum),
        id=target,
        kind=Kind.RULE,
        title=entry.title,
        path=(*entry.path, f"{entry.number} {entry.title}" if entry.number else entry.title),
        parent=entry.id,
        number=patch.target.rpartition("/")[2],
        status=Status.CURRENT,
        aliases=(),
        fields=(),
        form="",
    )
    return [*provisions[: last + 1], new, *provisions[last + 1 :]]


def _replaced(provisions: list[Provision], patch: Patch, target: str, erratum: Provision) -> list[Provision]:
    """The target in force with the new text; what it said kept, superseded, after it.

    A new text with bullets of its own, for a whole rule, takes the place of the rule's bullets; without, they stay.
    """
    rule_id, _, unit_key = target.partition("#")
    family = [one for one in provisions if one.id == rule_id or (one.parent == rule_id and one.is_unit)]
    if words(patch.text) == next(words(one.own) for one in family if one.id == target):
        return provisions
    rule, *units = family
    if unit_key:
        text = markdown = rule.own
        new_units = [_patched(unit, patch, erratum) if unit.id == target else unit for unit in units]
    else:
        text, markdown = patch.text.partition(_BULLET)[0], patch.markdown.partition(_BULLET)[0]
        new_units = _bullets(rule, patch, erratum) or units
    new_rule = replace(
        rule,
        own=text,
        text="\n".join(filter(None, (text, *(_line(unit, unit.text) for unit in new_units)))),
        markdown=_markdown(markdown, new_units),
        spans=(*rule.spans, patch.span) if erratum.source == rule.source else rule.spans,
    )
    known = {one.id for one in provisions}
    former = [one for one in (_superseded(one, rule) for one in family) if one.id not in known]
    place = provisions.index(rule)
    after = [one for one in provisions[place:] if one not in family]
    return [*provisions[:place], new_rule, *new_units, *former, *after]


def _bullets(rule: Provision, patch: Patch, erratum: Provision) -> list[Provision]:
    """The bullets that a new text brings, as units of the rule."""
    pairs = list(zip(patch.text.split(_BULLET), patch.markdown.split(_BULLET), strict=True))
    unit = replace(rule, kind=Kind.RULE, parent=rule.id, number=None, aliases=(), fields=(), form="bullet")
    return [
        _patched(replace(unit, id=f"{rule.id}#{place}"), replace(patch, text=text, markdown=markdown), erratum)
        for place, (text, markdown) in enumerate(pairs[1:], 1)
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


def _markdown(own: str, units: list[Provision]) -> str:
    """Own words and units in Markdown: a run of bullets is one block, anything else a block of its own."""
    blocks = [own] if own else []
    for bulleted, run in groupby(units, lambda unit: unit.form in _BULLETED):
        lines = [_line(unit, unit.markdown) for unit in run]
        blocks += ["\n".join(lines)] if bulleted else lines
    return "\n\n".join(blocks)


def _line(unit: Provision, text: str) -> str:
    """A unit as a line of its rule."""
    return f"{_BULLETED.get(unit.form, '')}{text}"


def _superseded(piece: Provision, rule: Provision) -> Provision:
    """The former text of a rule, or of a unit of it, under `id@authority`."""
    former = f"{rule.id}@{rule.authority}"
    return replace(
        piece,
        id=piece.id.replace(rule.id, former, 1),
        parent=former if piece.is_unit else piece.parent,
        status=Status.SUPERSEDED,
        superseded_by=piece.id,
        aliases=(),
    )

"""A printed index: its rows are references, and lead to what they point to."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.model import CrossReference, Kind, Provision, Resolution, Rulebook, Span
from kb.model.links import printed_range

_NUMBERS = re.compile(r"(\d+\.\d+)(?:[ ]?[–-][ ]?(\d+\.\d+))?")
_SUB_ROW = re.compile(r"^[–—-][ ]?")


def index_references(rulebook: Rulebook) -> list[CrossReference]:
    """A reference for each number of each index row; `module` holds the row's label, with its head's."""
    indexes = {
        provision.id for provision in rulebook.provisions if provision.subkind == "index" and not provision.is_unit
    }
    references: list[CrossReference] = []
    head = ""
    for row in rulebook.provisions:
        if row.kind is not Kind.ROW or row.parent not in indexes:
            continue
        label, numbers = _cells(row)
        if _SUB_ROW.match(label):
            label = f"{head} – {_SUB_ROW.sub('', label)}"
        else:
            head = label
        for first, last in _NUMBERS.findall(numbers):
            span = row.spans[0] if row.spans else Span(0, 0)
            references += [
                CrossReference(row.parent, "index", first, number, span, row.layer, module=label)
                for number in printed_range(first, last)
            ]
    return references


def _cells(row: Provision) -> tuple[str, str]:
    """The label and the numbers of an index row."""
    cells = [cell.partition(" : ")[2] for cell in row.text.split(" ; ")]
    return (cells[0], cells[-1] if len(cells) > 1 else "")


def with_index_names(provisions: tuple[Provision, ...], references: list[CrossReference]) -> tuple[Provision, ...]:
    """The provisions with the index labels that point to each and to nothing else."""
    targets: dict[str, set[str]] = {}
    for reference in references:
        if reference.form == "index" and reference.resolution in {Resolution.RESOLVED, Resolution.SUSPECT}:
            targets.setdefault(reference.module or "", set()).update(reference.candidates)
    names: dict[str, list[str]] = {}
    for label, ids in targets.items():
        for identifier in ids if len(ids) == 1 else ():
            names.setdefault(identifier, []).append(label.replace(" – ", ", "))
    return tuple(
        replace(provision, labels=tuple(names[provision.id])) if provision.id in names else provision
        for provision in provisions
    )

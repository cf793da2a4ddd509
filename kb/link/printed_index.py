"""A printed index: its rows are references, and lead to what they point to."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kb.model import CrossReference, Kind, Provision, Resolution, Rulebook
from kb.model.links import printed_range

_NUMBERS = re.compile(r"(\d+\.\d+)(?:[ ]?[–-][ ]?(\d+\.\d+))?")
_SUB_ROW = re.compile(r"^[–—-][ ]?")


def index_references(rulebook: Rulebook) -> Iterator[CrossReference]:
    """A reference for each number of each index row; `module` holds the row's label, with its head's."""
    indexes = {one.id for one in rulebook.provisions if one.subkind == "index" and not one.is_unit}
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
            for number in printed_range(first, last):
                yield CrossReference(row.parent, "index", first, number, row.spans[0], row.layer, module=label)


def _cells(row: Provision) -> tuple[str, str]:
    """The label and the numbers of an index row."""
    cells = [cell.partition(" : ")[2] for cell in row.text.split(" ; ")]
    return (cells[0], cells[-1] if len(cells) > 1 else "")


def with_index_names(provisions: Iterable[Provision], references: Iterable[CrossReference]) -> tuple[Provision, ...]:
    """The provisions with the index labels that point to each and to nothing else."""
    targets: dict[str, set[str]] = defaultdict(set)
    for reference in references:
        if reference.form == "index" and reference.resolution in {Resolution.RESOLVED, Resolution.SUSPECT}:
            targets[reference.module or ""].update(reference.candidates)
    labels: dict[str, list[str]] = defaultdict(list)
    for label, ids in targets.items():
        if len(ids) == 1:
            labels[ids.pop()].append(label.replace(" – ", ", "))
    return tuple(replace(one, labels=tuple(labels[one.id])) if one.id in labels else one for one in provisions)

"""What the source prints besides the rules: the numbers of its pages, and an index, whose rows are references."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.model import CrossReference, Kind, PageMark, Provision, Resolution, Rulebook
from kb.model.links import printed_range
from kb.model.provisions import lines_of
from kb.system.grouping import by_key

_NUMBERS = re.compile(r"(\d+\.\d+)(?:[ ]?[–-][ ]?(\d+\.\d+))?")
_SUB_ROW = re.compile(r"^[–—-][ ]?")


def paged(
    provisions: Sequence[Provision], marks: Iterable[PageMark], listed: Iterable[tuple[str, str, str]]
) -> tuple[Provision, ...]:
    """The provisions with their pages: the number at their head or at the foot of where they begin, else that of a table of contents.

    Args:
        provisions: in reading order.
        marks: the page numbers among the lines of the source.
        listed: (document, page, id without work) that a table of contents, or a reference, prints of titles.

    What stands below a title that has a page, and has none of its own, is not said to be on it: a chapter runs over several.
    """
    heads = {mark.line: mark.number for mark in marks if not mark.foot}
    feet = sorted(mark for mark in marks if mark.foot)
    printed: dict[str, set[int]] = defaultdict(set)
    for _document, number, target in listed:
        if number.isdecimal():
            printed[target].add(int(number))

    def page_of(provision: Provision) -> int | None:
        lines = () if provision.is_unit else lines_of(provision.spans)
        head = next((heads[line] for line in lines if line in heads), None)
        if head is not None:
            return head
        if provision.spans:
            foot = bisect_left(feet, provision.spans[0].start, key=lambda mark: mark.line)
            if foot < len(feet):
                return feet[foot].number
        listed_at = printed[provision.id.partition("/")[2]]
        return next(iter(listed_at)) if len(listed_at) == 1 else None

    return tuple(replace(provision, page=page_of(provision)) for provision in provisions)


def index_references(rulebook: Rulebook) -> Iterator[CrossReference]:
    """A reference for each number of each index row; `module` holds the row's label, with its head's."""
    indexes = {one.id for one in rulebook.provisions if one.subkind == "index" and not one.is_unit}
    head = ""
    for row in rulebook.provisions:
        if row.kind is not Kind.ROW or row.parent not in indexes:
            continue
        label, *others = [cell for _title, cell in row.fields]
        if _SUB_ROW.match(label):
            label = f"{head} – {_SUB_ROW.sub('', label)}"
        else:
            head = label
        for first, last in _NUMBERS.findall(others[-1] if others else ""):
            for number in printed_range(first, last):
                yield CrossReference(row.parent, "index", first, number, row.spans[0], row.layer, module=label)


def with_index_names(provisions: Iterable[Provision], references: Iterable[CrossReference]) -> tuple[Provision, ...]:
    """The provisions with the index labels that point to each and to nothing else."""
    targets: dict[str, set[str]] = defaultdict(set)
    for reference in references:
        if reference.form == "index" and reference.resolution in {Resolution.RESOLVED, Resolution.SUSPECT}:
            targets[reference.module or ""].update(reference.candidates)
    labels = by_key((ids.pop(), label.replace(" – ", ", ")) for label, ids in targets.items() if len(ids) == 1)
    return tuple(replace(one, labels=tuple(labels[one.id])) if one.id in labels else one for one in provisions)

"""The page that each provision is on, by the numbers that the source prints."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.model import PageMark, Provision


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
        lines = (line for span in provision.spans for line in range(span.start, span.end + 1))
        head = None if provision.is_unit else next((heads[line] for line in lines if line in heads), None)
        if head is not None:
            return head
        if provision.spans:
            foot = bisect_left(feet, provision.spans[0].start, key=lambda mark: mark.line)
            if foot < len(feet):
                return feet[foot].number
        listed_at = printed[provision.id.partition("/")[2]]
        return next(iter(listed_at)) if len(listed_at) == 1 else None

    return tuple(replace(provision, page=page_of(provision)) for provision in provisions)

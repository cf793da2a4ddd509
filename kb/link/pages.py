"""The page that each provision is on, by the numbers that the source prints."""

from __future__ import annotations

from bisect import bisect_left
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
    lines = [mark.line for mark in feet]
    printed: dict[str, set[int]] = {}
    for _document, number, target in listed:
        if number.isdecimal():
            printed.setdefault(target, set()).add(int(number))

    def page_of(provision: Provision) -> int | None:
        at = [line for span in provision.spans for line in (span.start, span.end)]
        head = next(
            (heads[line] for span in provision.spans for line in range(span.start, span.end + 1) if line in heads), None
        )
        if head is not None and not provision.is_unit:
            return head
        if at and lines and (place := bisect_left(lines, at[0])) < len(feet):
            return feet[place].number
        told = printed.get(provision.id.partition("/")[2], set())
        return next(iter(told)) if len(told) == 1 else None

    return tuple(replace(provision, page=page_of(provision)) for provision in provisions)

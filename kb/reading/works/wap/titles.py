"""Title lines: the page of the complete book printed beside them."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.model import PageMark
from kb.reading.repairs import Line, Reworded, State, reworded

PAGE_REASON = "page du livre complet, qui n'est pas cette publication"
_PAGE = re.compile(r"[ ]*(?P<label>\([Pp]\.[ ]?(?P<number>\d+)(?:-\d+)?\))(?=$|[ ]:)")


def without_page(text: str) -> str:
    """A title, or a step, without the page printed after its name."""
    return _PAGE.sub("", text)


def without_pages(state: State) -> State:
    """Take the page off each line: it is that of another book, and goes to the field that says so."""
    pages: list[PageMark] = []

    def reword(line: Line) -> Reworded:
        match = _PAGE.search(line.text)
        if match is None:
            return line.text, ()
        pages.append(PageMark(line.number, int(match["number"]), foot=False))
        return without_page(line.text), [(match["label"], "")]

    return replace(reworded(state, PAGE_REASON, reword), pages=tuple(pages))

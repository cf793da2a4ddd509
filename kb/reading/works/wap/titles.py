"""Title lines: the page of the complete book printed beside them, and capitals that the register does not know."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from kb.model import PageMark
from kb.reading.register import Part
from kb.reading.repairs import Line, Reworded, State, reworded
from kb.reading.sections import title_key

PAGE_REASON = "page du livre complet, qui n'est pas cette publication"
_PAGE = re.compile(r"[ ]*(?P<label>\([Pp]\.[ ]?(?P<number>\d+)(?:-\d+)?\))(?=$|[ ]:)")
_LETTERS = 3


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


def unknown_in(part: Part) -> Callable[[Line], bool]:
    """Says which lines are in capitals and are no title of the part."""
    known = {title_key(entry.title) for entry in part.headings}
    return lambda line: _in_capitals(line) and title_key(line.text) not in known


def _in_capitals(line: Line) -> bool:
    letters = [char for char in line.text if char.isalpha()]
    return not line.role and line.text[:1].isalpha() and len(letters) >= _LETTERS and line.text == line.text.upper()

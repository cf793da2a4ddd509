"""Warhammer Armies Project, summary of the rules: a cheat-sheet of tables and lists, then 58 special rules in prose.

No rule has a number, and the same bullet opens titles and sentences: the register says which lines are titles and what
stands below what; tables, steps, lettered lists, dice tables, formulas and footnotes are known by their form.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kb.model import PageMark
from kb.reading.documents import FoundPart, Reading, found_parts, read_part, together
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import Line, Reworded, State, instructed, reworded, unbulleted, without_rules
from kb.reading.source import SourceText
from kb.reading.works.wap.body import write_body

TITLE_REASON = "titre imprimé en capitales ou en gras"
PAGE_REASON = "page du livre complet, qui n'est pas cette publication"
_PAGE = re.compile(r"[ ]*(?P<label>\([Pp]\.[ ]?(?P<number>\d+)(?:-\d+)?\))(?=$|[ ]:)")


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of the cheat-sheet and of the special rules, and what was found amiss."""
    found, missing = found_parts(source, data, register, without_page)
    documents = (read_part(part, _repaired(part), write_body, TITLE_REASON) for part in found)
    return together(documents, missing)


def _repaired(found: FoundPart) -> State:
    """The lines of a part, its titles without their pages."""
    return without_pages(unbulleted(without_rules(instructed(found.state, found.told))))


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

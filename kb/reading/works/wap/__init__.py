"""Warhammer Armies Project, summary of the rules: a cheat-sheet of tables and lists, then 58 special rules in prose.

No rule has a number, and the same bullet opens titles and sentences: the register says which lines are titles and what
stands below what; tables, steps, lettered lists, dice tables, formulas and footnotes are known by their form.
"""

from __future__ import annotations

from kb.reading.documents import FoundPart, Reading, found_parts, read_part, together
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import State, instructed, unbulleted, without_rules
from kb.reading.source import SourceText
from kb.reading.works.wap.body import write_body
from kb.reading.works.wap.titles import without_page, without_pages

TITLE_REASON = "titre imprimé en capitales ou en gras"


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of the cheat-sheet and of the special rules, and what was found amiss."""
    found, missing = found_parts(source, data, register, without_page)
    documents = (read_part(part, _repaired(part), write_body, TITLE_REASON) for part in found)
    return together(documents, missing)


def _repaired(found: FoundPart) -> State:
    """The lines of a part, its titles without their pages."""
    return without_pages(unbulleted(without_rules(instructed(found.state, found.told))))

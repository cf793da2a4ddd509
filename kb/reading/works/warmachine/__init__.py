"""Warmachine MkII, the combat chapter: a single column of prose without numbers, its titles the only addresses.

Titles come from the register; pages, paragraphs, items, formulas and examples from the form of the lines. The order of
the boxes, the places of the lost icons and the captions are data (`corpus/warmachine/reading.toml`).
"""

from __future__ import annotations

from dataclasses import replace

from kb.reading.documents import FoundPart, Reading, read_part, together
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import State, repaired
from kb.reading.sections import title_key
from kb.reading.source import SourceText
from kb.reading.works.warmachine.furniture import rehyphenated, without_furniture
from kb.reading.works.warmachine.paragraphs import breaks, paragraphs
from kb.reading.works.warmachine.prose import write_body

TITLE_REASON = "titre imprimé en capitales, parfois sur deux lignes"


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of the chapter, the only document, and what was found amiss."""
    document = data.documents[0]
    lines = tuple(enumerate(source.lines, 1))
    whole = FoundPart(source, data, register, register.part(document.part), document, lines)
    return together([read_part(whole, _paragraphs(whole), write_body, TITLE_REASON)])


def _paragraphs(whole: FoundPart) -> State:
    """The whole file as titles, paragraphs and items, in reading order."""
    state = rehyphenated(repaired(without_furniture(whole.state), whole.told))
    known = frozenset(title_key(entry.title) for entry in whole.part.headings)
    before = breaks(whole.source.lines, [line.number for line in state.lines])
    return replace(state, lines=paragraphs(state.lines, before, known))

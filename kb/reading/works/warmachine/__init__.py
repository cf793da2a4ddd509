"""Warmachine MkII, the combat chapter: a single column of prose without numbers, its titles the only addresses.

Titles come from the register; pages, paragraphs, items, formulas and examples from the form of the lines. The order of
the boxes, the places of the lost icons and the captions are data (`corpus/warmachine/reading.toml`).
"""

from __future__ import annotations

from dataclasses import replace

from kb.reading.documents import Context, FoundPart, Reading, context_of, read_part, together, without_unknown_titles
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import Line, State, repaired, state_of
from kb.reading.sections import title_key
from kb.reading.source import SourceText
from kb.reading.works.warmachine.furniture import rehyphenated, without_furniture
from kb.reading.works.warmachine.paragraphs import breaks, in_capitals, paragraphs
from kb.reading.works.warmachine.prose import write_body

TITLE_REASON = "titre imprimé en capitales, parfois sur deux lignes"


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of the chapter, the only document, and what was found amiss."""
    document = data.documents[0]
    whole = FoundPart(register.part(document.part), document, tuple(enumerate(source.lines, 1)))
    context = context_of(whole.part, source, data, register)
    state = _paragraphs(source, context)
    return together([read_part(whole, state, context, source, data, write_body, TITLE_REASON)])


def _paragraphs(source: SourceText, context: Context) -> State:
    """The whole file as titles, paragraphs and items, in reading order; a title that the register lacks is a note."""
    state = without_furniture(state_of(source.name, enumerate(source.lines, 1)))
    state = rehyphenated(repaired(state, context.told))
    known = frozenset(title_key(entry.title) for entry in context.part.headings)
    before = breaks(source.lines, [line.number for line in state.lines])

    def unknown(line: Line) -> bool:
        return in_capitals(line.text) and not line.role and title_key(line.text) not in known

    return without_unknown_titles(replace(state, lines=paragraphs(state.lines, before, known)), unknown)

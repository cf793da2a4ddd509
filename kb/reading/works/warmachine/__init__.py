"""Warmachine MkII, the combat chapter: a single column of prose without numbers, its titles the only addresses.

Titles come from the register; pages, paragraphs, items, formulas and examples from the form of the lines. The order of
the boxes, the places of the lost icons and the captions are data (`corpus/warmachine/reading.toml`).
"""

from __future__ import annotations

from dataclasses import replace

from kb.errors import Diagnostic
from kb.model import CanonicalText
from kb.reading.canonical import CanonicalWriter
from kb.reading.documents import (
    document_writer,
    no_part,
    without_unknown_titles,
    write_absent,
    write_aliases,
    write_leftovers,
    write_title,
)
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import Line, State, repaired, state_of
from kb.reading.sections import Section, sections, title_key
from kb.reading.source import SourceText
from kb.reading.works.warmachine.furniture import rehyphenated, without_furniture
from kb.reading.works.warmachine.paragraphs import breaks, in_capitals, paragraphs
from kb.reading.works.warmachine.prose import Context, write_body

TITLE_REASON = "titre imprimé en capitales, parfois sur deux lignes"


def read(
    source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """Give the canonical text of the chapter, the only document, and what was found amiss."""
    document = data.documents[0]
    context = Context(register.part(document.part), data.part(document.part))
    state = _paragraphs(source, context)
    cut, not_found = sections(state.lines, context.part, source.name)
    if not cut:
        raise no_part(source, data)
    writer = document_writer(source, data, document, state)
    for section in cut:
        _write(section, writer, context)
    faults = write_leftovers(state.lines, writer, source.name)
    blank = sum(not line.strip() for line in source.lines)
    return (writer.canonical(blank),), (*state.diagnostics, *not_found, *faults)


def _paragraphs(source: SourceText, context: Context) -> State:
    """The whole file as titles, paragraphs and items, in reading order; a title that the register lacks is a note."""
    state = without_furniture(state_of(source.name, enumerate(source.lines, 1)))
    state = rehyphenated(repaired(state, context.told))
    known = frozenset(title_key(entry.title) for entry in context.part.headings)
    before = breaks(source.lines, [line.number for line in state.lines])

    def unknown(line: Line) -> bool:
        return in_capitals(line.text) and not line.role and title_key(line.text) not in known

    return without_unknown_titles(replace(state, lines=paragraphs(state.lines, before, known)), unknown)


def _write(section: Section, writer: CanonicalWriter, context: Context) -> None:
    """Write a title, its other names, what stands below it, then what is lost there."""
    write_title(section, writer, TITLE_REASON)
    write_aliases(section.entry.id, context.told, writer)
    write_body(section, writer, context)
    write_absent(section.entry.id, context.part, context.told, writer)

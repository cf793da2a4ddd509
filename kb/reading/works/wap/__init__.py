"""Warhammer Armies Project, summary of the rules: a cheat-sheet of tables and lists, then 58 special rules in prose.

No rule has a number, and the same bullet opens titles and sentences: the register says which lines are titles and what
stands below what; tables, steps, lettered lists, dice tables, formulas and footnotes are known by their form.
"""

from __future__ import annotations

from kb.errors import Diagnostic
from kb.model import CanonicalText
from kb.reading.canonical import CanonicalWriter
from kb.reading.documents import (
    FoundPart,
    document_writer,
    found_parts,
    without_unknown_titles,
    write_absent,
    write_aliases,
    write_leftovers,
    write_title,
)
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import instructed, state_of, unbulleted, without_rules
from kb.reading.sections import Section, sections
from kb.reading.source import SourceText
from kb.reading.works.wap.body import Context, write_body
from kb.reading.works.wap.titles import unknown_in, without_page, without_pages

TITLE_REASON = "titre imprimé en capitales ou en gras"


def read(
    source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """Give the canonical text of the cheat-sheet and of the special rules, and what was found amiss."""
    found, faults = found_parts(source, data, register, without_page)
    read = [_document(source, data, each) for each in found]
    return tuple(text for text, _more in read), (*faults, *(fault for _text, more in read for fault in more))


def _document(source: SourceText, data: ReadingData, found: FoundPart) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    """One document: its lines repaired, cut into sections, each written."""
    part, told = found.part, data.part(found.part.name)
    state = unbulleted(without_rules(instructed(state_of(source.name, found.lines), told)))
    state = without_unknown_titles(without_pages(state), unknown_in(part))
    cut, not_found = sections(state.lines, part, source.name)
    writer = document_writer(source, data, found.document, state)
    for section in cut:
        _section(section, writer, Context(part, told, dict(data.layout)))
    faults = write_leftovers(state.lines, writer, source.name)
    return writer.canonical(found.blank), (*state.diagnostics, *not_found, *faults)


def _section(section: Section, writer: CanonicalWriter, context: Context) -> None:
    """Write a title, the names by which the publication cites it, what stands below it, then what is lost there."""
    write_title(section, writer, TITLE_REASON)
    write_aliases(section.entry.id, context.told, writer)
    write_body(section, writer, context)
    write_absent(section.entry.id, context.part, context.told, writer)

"""Warhammer Armies Project, summary of the rules: a cheat-sheet of tables and lists, then 58 special rules in prose.

No rule has a number, and the same bullet opens titles and sentences: the register says which lines are titles and what
stands below what; tables, steps, lettered lists, dice tables, formulas and footnotes are known by their form.
"""

from __future__ import annotations

from kb.errors import Diagnostic, Severity
from kb.model import CanonicalText, Repair
from kb.reading.canonical import CanonicalWriter, escaped, heading
from kb.reading.instructions import Document, ReadingData
from kb.reading.register import Part, Register
from kb.reading.repairs import State, instructed, state_of, unbulleted, without_rules
from kb.reading.sections import Section, part_starts, sections
from kb.reading.source import SourceText
from kb.reading.works.wap.body import Context, write_body
from kb.reading.works.wap.titles import without_page, without_pages, without_unknown_titles

TITLE_REASON = "titre imprimé en capitales ou en gras"


def read(
    source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """Give the canonical text of the cheat-sheet and of the special rules, and what was found amiss."""
    documents = {document.part: document for document in data.documents}
    parts = [register.part(name) for name in documents]
    starts = part_starts([without_page(line) for line in source.lines], parts)
    ends = [*(start for _part, start in starts[1:]), *[len(source.lines)] * bool(starts)]
    texts: list[CanonicalText] = []
    diagnostics = [_no_part(documents[part.name], source) for part in parts if part not in {one for one, _ in starts}]
    for place, ((part, start), end) in enumerate(zip(starts, ends, strict=True)):
        text, more = _document(source, data, documents[part.name], part, (start if place else 0, end))
        texts.append(text)
        diagnostics += more
    return tuple(texts), tuple(diagnostics)


def _no_part(document: Document, source: SourceText) -> Diagnostic:
    message = f"la partie « {document.document} » n'a pas été trouvée"
    hint = "son titre manque, ou le fichier est incomplet"
    return Diagnostic("PARTIE-ABSENTE", Severity.WARNING, message, hint, source.name)


def _document(
    source: SourceText, data: ReadingData, document: Document, part: Part, lines: tuple[int, int]
) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    """One document, from lines `lines[0]` (0-based) to before `lines[1]`: repaired, cut into sections, each written."""
    numbered = [(number, source.lines[number - 1]) for number in range(lines[0] + 1, lines[1] + 1)]
    told = data.part(part.name)
    state = unbulleted(without_rules(instructed(state_of(source.name, numbered), told)))
    state = without_unknown_titles(without_pages(state), part)
    cut, not_found = sections(state.lines, part, source.name)
    front = (*data.head, ("document", document.document), ("autorite", document.autorite))
    writer = CanonicalWriter(source.source, front)
    writer.drop(state.dropped)
    writer.repair(state.repairs)
    for section in cut:
        _section(section, writer, Context(part, told, dict(data.layout)))
    faults = _lost(state, writer)
    blank = sum(not text.strip() for _number, text in numbered)
    return writer.canonical(blank), (*state.diagnostics, *not_found, *faults)


def _section(section: Section, writer: CanonicalWriter, context: Context) -> None:
    """Write a title, the names by which the publication cites it, what stands below it, then what is lost there."""
    entry, line = section.entry, section.heading
    if line.text != entry.title:
        writer.repair([Repair(line.number, line.text, entry.title, TITLE_REASON)])
    writer.block(heading(entry.level, entry.title, entry.id, entry.marks), line.numbers)
    for alias in context.told.alias:
        if alias.under == entry.id:
            writer.block(f"Aussi : {', '.join(alias.names)}")
    write_body(section, writer, context)
    for absent in context.told.absent:
        if absent.under == entry.id:
            writer.block(f"> **Absent de la source** : {absent.text}")


def _lost(state: State, writer: CanonicalWriter) -> list[Diagnostic]:
    """Lines that found no place: each becomes a note at the end of its document, with a diagnostic."""
    lost = [line for line in state.lines if not writer.held.issuperset(line.numbers)]
    for line in lost:
        writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
    message, hint = "cette ligne n'a pas trouvé de place", "elle est gardée comme note, à la fin de sa partie"
    return [Diagnostic("LIGNE-SANS-PLACE", Severity.WARNING, message, hint, state.file, line.number) for line in lost]

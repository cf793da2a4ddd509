"""Warmachine MkII, the combat chapter: a single column of prose without numbers, its titles the only addresses.

Titles come from the register; pages, paragraphs, items, formulas and examples from the form of the lines. The order of
the boxes, the places of the lost icons and the captions are data (`corpus/warmachine/reading.toml`).
"""

from __future__ import annotations

from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.model import CanonicalText, Repair
from kb.reading.canonical import CanonicalWriter, heading
from kb.reading.instructions import ReadingData
from kb.reading.register import Part, Register
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
    front = (*data.head, ("document", document.document), ("autorite", document.autorite))
    writer = CanonicalWriter(source.source, front)
    writer.drop(state.dropped)
    writer.repair(state.repairs)
    for section in cut:
        _write(section, writer, context)
    blank = sum(not line.strip() for line in source.lines)
    return (writer.canonical(blank),), (*state.diagnostics, *not_found)


def _paragraphs(source: SourceText, context: Context) -> State:
    """The whole file as titles, paragraphs and items, in reading order."""
    state = without_furniture(state_of(source.name, enumerate(source.lines, 1)))
    state = rehyphenated(repaired(state, context.told))
    known = frozenset(title_key(entry.title) for entry in context.part.headings)
    before = breaks(source.lines, [line.number for line in state.lines])
    return _unknown_titles(replace(state, lines=paragraphs(state.lines, before, known)), known)


def _unknown_titles(state: State, known: frozenset[tuple[str, ...]]) -> State:
    """A title that the register lacks becomes a note, with a diagnostic."""
    lines: list[Line] = []
    faults: list[Diagnostic] = []
    for line in state.lines:
        unknown = in_capitals(line.text) and not line.role and title_key(line.text) not in known
        lines.append(replace(line, role="note") if unknown else line)
        faults += [_unknown(line, state.file)] * unknown
    return replace(state, lines=tuple(lines), diagnostics=(*state.diagnostics, *faults))


def _unknown(line: Line, file: str) -> Diagnostic:
    message = f"le titre « {line.text} » n'est pas au registre"
    hint = "il est gardé comme note, et ce qui suit reste sous le titre précédent"
    return Diagnostic("TITRE-INCONNU", Severity.WARNING, message, hint, file, line.number)


def _write(section: Section, writer: CanonicalWriter, context: Context) -> None:
    """Write a title, its other names, what stands below it, then what is lost there."""
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
            writer.block(f"> **{_stub(absent.id, context.part)} : {absent.text}")


def _stub(identifier: str, part: Part) -> str:
    """The head of a stub: a node of its own when it has an id, with the title that the register gives."""
    entry = next((entry for entry in part.entries if entry.id == identifier), None)
    return f"{entry.title}** {{#{entry.id}}}" if entry else "Absent de la source**"

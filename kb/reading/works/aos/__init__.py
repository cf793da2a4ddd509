"""Warhammer Age of Sigmar: core rules, advanced modules, two battle packs, glossary and list of terrain in one file.

Boxes of the margin, captions and damaged words are data (`corpus/aos/reading.toml`); abilities, terms, steps, tables,
warscrolls and what is printed several times are deduced here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from kb.errors import Diagnostic, Severity
from kb.model import CanonicalText, Repair
from kb.reading.canonical import CanonicalWriter, escaped, heading
from kb.reading.instructions import Document, ReadingData
from kb.reading.register import Part, Register
from kb.reading.repairs import State, repaired, state_of
from kb.reading.sections import Section, part_starts, sections
from kb.reading.source import SourceText
from kb.reading.works.aos import blocks as cutting
from kb.reading.works.aos.abilities import blocks
from kb.reading.works.aos.blocks import Block
from kb.reading.works.aos.context import Content, Context
from kb.reading.works.aos.copies import Home, Places, alike, is_ability
from kb.reading.works.aos.forms import fractions, without_letter_icons
from kb.reading.works.aos.glossary import glossary
from kb.reading.works.aos.prose import prose
from kb.reading.works.aos.tables import profile

_GLOSSARY = "glossary"
_TITLE_REASON = "titre tel que le registre le porte"


@dataclass(frozen=True, slots=True)
class _Cut:
    """A document repaired and cut into sections."""

    part: Part
    document: Document
    state: State
    contents: tuple[Content, ...]
    blank: int


def read(
    source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """Give the canonical text of each document found, in the order of the file, and what was found amiss."""
    documents = {document.part: document for document in data.documents}
    parts = [part for part in register.parts if part.name in documents]
    opens = {name: document.opens for name, document in documents.items() if document.opens}
    starts = part_starts(source.lines, parts, opens)
    ends = [*(start for _part, start in starts[1:]), len(source.lines)]
    places = Places(register)
    cuts = [
        _cut(source, data, (part, documents[part.name]), (start if place else 0, end), places)
        for place, ((part, start), end) in enumerate(zip(starts, ends, strict=True))
    ]
    missing = [document for name, document in documents.items() if name not in {part.name for part, _ in starts}]
    texts, faults = _written(cuts, source, data, register)
    return texts, (*(_no_part(document, source) for document in missing), *faults)


def _no_part(document: Document, source: SourceText) -> Diagnostic:
    message = f"la partie « {document.document} » n'a pas été trouvée"
    hint = "son titre manque, ou le fichier est incomplet"
    return Diagnostic("PARTIE-ABSENTE", Severity.WARNING, message, hint, source.name)


def _cut(
    source: SourceText, data: ReadingData, named: tuple[Part, Document], lines: tuple[int, int], places: Places
) -> _Cut:
    """One document: its lines repaired, its sections, and the blocks of each."""
    part, document = named
    numbered = [(number, source.lines[number - 1]) for number in range(lines[0] + 1, lines[1] + 1)]
    state = without_letter_icons(repaired(fractions(state_of(source.name, numbered)), data.part(part.name)))
    glossaries = {identifier for identifier, layout in data.layout if layout == _GLOSSARY}
    found, _not_found = sections(state.lines, _titles(part, glossaries), source.name)
    contents = tuple(
        Content(section, (), section.lines) if section.entry.id in glossaries else _content(section, part.name, places)
        for section in found
    )
    blank = sum(not text.strip() for _number, text in numbered)
    return _Cut(part, document, state, contents, blank)


def _titles(part: Part, glossaries: set[str]) -> Part:
    """A part without the entries that are no title lines: abilities, terms of a glossary."""
    entries = [
        entry
        for entry in part.entries
        if not is_ability(entry) and not any(entry.id.startswith(f"{glossary}/") for glossary in glossaries)
    ]
    return replace(part, entries=tuple(entries))


def _content(section: Section, part: str, places: Places) -> Content:
    """A section with the blocks that have their place in it, and those that are printed again there."""

    def known(name: str) -> bool:
        return places.of(name, part, section.entry.id) is not None

    scroll = ".profil" in section.entry.marks.split()
    found, rest = cutting.cut(section.lines, known, keywords=not scroll)
    here: list[tuple[Home | None, Block]] = []
    elsewhere: list[tuple[str, Block]] = []
    for block in found:
        home = places.of(block.name, part, section.entry.id)
        if home is None or home.title == section.entry.id:
            here.append((home, block))
        else:
            elsewhere.append((home.entry.id, block))
    return Content(section, tuple(here), rest, tuple(elsewhere))


def _settled(cuts: list[_Cut]) -> tuple[list[_Cut], dict[str, tuple[Block, ...]]]:
    """The documents and the further printings of each id; what only resembles the first printing goes back to its place."""
    first = {home.entry.id: block for cut in cuts for content in cut.contents for home, block in content.blocks if home}
    copies: dict[str, tuple[Block, ...]] = defaultdict(tuple)
    settled: list[_Cut] = []
    for cut in cuts:
        contents: list[Content] = []
        for content in cut.contents:
            back: set[int] = set()
            for identifier, block in content.copies:
                if identifier in first and alike(first[identifier], block):
                    copies[identifier] = (*copies[identifier], block)
                else:
                    back |= {line.number for line in block.lines}
            contents.append(content.with_prose(frozenset(back)) if back else content)
        settled.append(replace(cut, contents=tuple(contents)))
    return settled, copies


def _written(
    cuts: list[_Cut], source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """Every document written, each block with its other printings; then the lines that found no place."""
    cuts, copies = _settled(cuts)
    said = {number for many in copies.values() for block in many for line in block.lines for number in line.numbers}
    writers = [_document(cut, source, data, register, copies) for cut in cuts]
    for writer, cut in zip(writers, cuts, strict=True):
        writer.repair(repair for repair in cut.state.repairs if repair.line not in said)
        writer.drop(cut.state.dropped)
    held = frozenset(number for writer in writers for number in writer.held)
    faults = [
        fault
        for writer, cut in zip(writers, cuts, strict=True)
        for fault in (*cut.state.diagnostics, *_lost(cut, writer, held, source), *_untitled(cut, writer, source))
    ]
    return tuple(writer.canonical(cut.blank) for writer, cut in zip(writers, cuts, strict=True)), tuple(faults)


def _document(
    cut: _Cut, source: SourceText, data: ReadingData, register: Register, copies: dict[str, tuple[Block, ...]]
) -> CanonicalWriter:
    front = (("document", cut.document.document), ("autorite", cut.document.autorite), ("mode", cut.document.mode))
    writer = CanonicalWriter(source.source, (*data.head, *front))
    context = Context(register, cut.part, data.part(cut.part.name), copies)
    layout = dict(data.layout)
    for content in cut.contents:
        _section(content, writer, context, layout.get(content.section.entry.id, "prose"))
    return writer


def _section(content: Content, writer: CanonicalWriter, context: Context, layout: str) -> None:
    """Write a title, what stands below it, then the abilities and terms that have their place there."""
    entry, line = content.section.entry, content.section.heading
    printed = f"{entry.number} {entry.title}" if entry.number else entry.title
    if line.text.casefold() not in {printed.casefold(), printed.replace(" ", ". ", 1).casefold()}:
        writer.repair([Repair(line.number, line.text, printed, _TITLE_REASON)])
    writer.block(heading(entry.level, entry.title, entry.id, entry.marks, entry.number), line.numbers)
    if layout == _GLOSSARY:
        glossary(content, writer, context)
        return
    if ".profil" in entry.marks.split():
        content = replace(content, prose=profile(content.prose, writer))
    prose(content, writer, context)
    blocks(content, writer, context)


def _lost(cut: _Cut, writer: CanonicalWriter, held: frozenset[int], source: SourceText) -> list[Diagnostic]:
    """Lines that no layout placed: each becomes a note at the end of its document, and a diagnostic."""
    faults: list[Diagnostic] = []
    for line in cut.state.lines:
        if not set(line.numbers) <= held:
            writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
            message, hint = "cette ligne n'a pas trouvé de place", "elle est gardée comme note, à la fin de sa partie"
            faults.append(Diagnostic("LIGNE-SANS-PLACE", Severity.WARNING, message, hint, source.name, line.number))
    return faults


def _untitled(cut: _Cut, writer: CanonicalWriter, source: SourceText) -> list[Diagnostic]:
    """Titles of the register that were not found."""
    hint = "autre édition ou autre conversion que celle qui est connue : ce qui suit est lu sous le titre précédent"
    return [
        Diagnostic(
            "TITRE-ABSENT",
            Severity.WARNING,
            f"le titre « {entry.title} » n'a pas été trouvé",
            hint,
            source.name,
            id=entry.id,
        )
        for entry in cut.part.headings
        if entry.id not in writer.ids
    ]

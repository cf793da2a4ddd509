"""Warhammer Age of Sigmar: core rules, advanced modules, two battle packs, glossary and list of terrain in one file.

Boxes of the margin, captions and damaged words are data (`corpus/aos/reading.toml`); abilities, terms, steps, tables,
warscrolls and what is printed several times are deduced here.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from kb.reading.canonical import heading
from kb.reading.documents import DocumentWriter, FoundPart, Reading, found_parts, together
from kb.reading.instructions import ReadingData
from kb.reading.register import Part, Register
from kb.reading.repairs import State, repaired
from kb.reading.sections import Section, sections, title_not_found
from kb.reading.source import SourceText
from kb.reading.works.aos import blocks as cutting
from kb.reading.works.aos.abilities import blocks
from kb.reading.works.aos.blocks import Block
from kb.reading.works.aos.context import Content
from kb.reading.works.aos.copies import Copies, Home, Places, alike, is_ability
from kb.reading.works.aos.forms import fractions, without_letter_icons
from kb.reading.works.aos.glossary import glossary
from kb.reading.works.aos.prose import prose
from kb.reading.works.aos.tables import profile

_GLOSSARY = "glossary"


@dataclass(frozen=True, slots=True)
class _Cut:
    """A document repaired and cut into sections."""

    found: FoundPart
    state: State
    contents: tuple[Content, ...]


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of each document found, in the order of the file, and what was found amiss."""
    found, missing = found_parts(source, data, register)
    places = Places(register)
    cuts, copies = _settled([_cut(part, places) for part in found])
    # The words of a further printing are those of the first: its repairs are none.
    said = {number for many in copies.values() for block in many for line in block.lines for number in line.numbers}
    return together((_document(cut, copies, said) for cut in cuts), missing)


def _cut(found: FoundPart, places: Places) -> _Cut:
    """One document: its lines repaired, its sections, and the blocks of each."""
    state = without_letter_icons(repaired(fractions(found.state), found.told))
    glossaries = {identifier for identifier, layout in found.data.layout.items() if layout == _GLOSSARY}
    cut, _not_found = sections(state.lines, _titles(found.part, glossaries), state.file)
    contents = tuple(
        Content(section, (), section.lines)
        if section.entry.id in glossaries
        else _content(section, found.part.name, places)
        for section in cut
    )
    return _Cut(found, state, contents)


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


def _settled(cuts: list[_Cut]) -> tuple[list[_Cut], Copies]:
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


def _document(cut: _Cut, copies: Copies, said: set[int]) -> DocumentWriter:
    """Write a document, each block with its other printings; a title of the register that was not found is told."""
    repairs = tuple(repair for repair in cut.state.repairs if repair.line not in said)
    writer = DocumentWriter(cut.found, replace(cut.state, repairs=repairs))
    for content in cut.contents:
        _section(content, writer, copies)
    ids = writer.ids
    missing = (entry for entry in cut.found.part.headings if entry.id not in ids)
    writer.faults += (title_not_found(entry, cut.state.file) for entry in missing)
    return writer


def _section(content: Content, writer: DocumentWriter, copies: Copies) -> None:
    """Write a title, what stands below it, then the abilities and terms that have their place there."""
    entry, line = content.section.entry, content.section.heading
    writer.block(heading(entry.level, entry.title, entry.id, entry.marks, entry.number), line.numbers)
    if writer.found.data.layout.get(entry.id) == _GLOSSARY:
        glossary(content, writer)
        return
    if ".profil" in entry.marks.split():
        content = replace(content, prose=profile(content.section, content.prose, writer))
    prose(content, writer)
    blocks(content, writer, copies)

"""Warhammer Age of Sigmar: core rules, advanced modules, two battle packs, glossary and list of terrain in one file.

Boxes of the margin, captions and damaged words are data (`corpus/aos/reading.toml`); abilities, terms, steps, tables,
warscrolls and what is printed several times are deduced here.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.reading.documents import DocumentWriter, FoundPart
from kb.reading.register import Part
from kb.reading.repairs import Line, State, repaired
from kb.reading.sections import Section, sections, title_not_found
from kb.reading.works.aos.blocks import Block, cut
from kb.reading.works.aos.copies import Content, Copies, Home, Homes, alike, is_ability, write_blocks
from kb.reading.works.aos.layouts import glossary, profile, prose

_GLOSSARY = "glossary"


@dataclass(frozen=True, slots=True)
class _Cut:
    """A document repaired and cut into sections."""

    found: FoundPart
    state: State
    contents: tuple[Content, ...]


def documents(parts: Sequence[FoundPart]) -> Iterable[DocumentWriter]:
    """Each part, written."""
    homes = Homes(parts[0].register)
    cuts, copies = _settled([_cut(part, homes) for part in parts])
    # The words of a further printing are those of the first: its repairs are none.
    said = {number for many in copies.values() for block in many for line in block.lines for number in line.numbers}
    return (_document(cut, copies, said) for cut in cuts)


def _cut(found: FoundPart, homes: Homes) -> _Cut:
    """One document: its lines repaired, its sections, and the blocks of each; a glossary has none."""
    state = repaired(found.state, found.instructions)
    cut, _not_found = sections(state.lines, _titles(found), state.file)
    contents = (
        Content(section, (), section.lines)
        if _is_glossary(found, section.entry.id)
        else _content(section, found, homes)
        for section in cut
    )
    return _Cut(found, state, tuple(contents))


def _is_glossary(found: FoundPart, identifier: str) -> bool:
    return found.data.layout.get(identifier) == _GLOSSARY


def _titles(found: FoundPart) -> Part:
    """A part without the entries that are no title lines: abilities, terms of a glossary."""
    entries = found.part.entries
    kept = (one for one in entries if not is_ability(one) and not _is_glossary(found, one.id.rpartition("/")[0]))
    return replace(found.part, entries=tuple(kept))


def _content(section: Section, found: FoundPart, homes: Homes) -> Content:
    """A section with the blocks printed in it, each with the place that it has in the register."""

    def home(name: str) -> Home | None:
        return homes.of(name, found.part.name, section.entry.id)

    blocks, rest = cut(section.lines, lambda name: home(name) is not None, keywords=not _is_scroll(section))
    return Content(section, tuple((place, block) for block in blocks if (place := home(block.name))), rest)


def _is_scroll(section: Section) -> bool:
    return ".profil" in section.entry.marks.split()


def _settled(cuts: list[_Cut]) -> tuple[list[_Cut], Copies]:
    """The documents, and the further printings of each id, taken out of them; what only resembles the first one stays as lines."""
    contents = [content for cut in cuts for content in cut.contents]
    first = {home.entry.id: block for content in contents for home, block in content.blocks if content.holds(home)}
    copies: dict[str, tuple[Block, ...]] = defaultdict(tuple)

    def settled(content: Content) -> Content:
        back: set[Line] = set()
        for home, block in content.blocks:
            identifier = home.entry.id
            if content.holds(home):
                continue
            if identifier in first and alike(first[identifier], block):
                copies[identifier] = (*copies[identifier], block)
            else:
                back |= {*block.lines}
        return content.with_lines(back)

    return [replace(cut, contents=tuple(map(settled, cut.contents))) for cut in cuts], copies


def _document(cut: _Cut, copies: Copies, said: set[int]) -> DocumentWriter:
    """Write a document, each block with its other printings; a title of the register that was not found is said."""
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
    entry = content.section.entry
    writer.block(entry.heading, content.section.heading.numbers)
    if _is_glossary(writer.found, entry.id):
        glossary(content, writer)
        return
    if _is_scroll(content.section):
        content = replace(content, prose=profile(content.prose, writer))
    prose(content, writer)
    write_blocks(content, writer, copies)

"""Warhammer Age of Sigmar: core rules, advanced modules, two battle packs, glossary and list of terrain in one file.

Boxes of the margin, captions and damaged words are data (`corpus/aos/reading.toml`); abilities, terms, steps, tables,
warscrolls and what is printed several times are deduced here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.reading.documents import DocumentWriter, FoundPart
from kb.reading.register import Part
from kb.reading.repairs import State, repaired
from kb.reading.sections import Section, sections, title_not_found
from kb.reading.works.aos.blocks import Block, cut
from kb.reading.works.aos.copies import Homes, Printings, home_of, homes_of, settled, write_block
from kb.reading.works.aos.layouts import profile, prose

# The marks of what has no title line.
_ABILITIES = frozenset({".aptitude", ".sort", ".ordre", ".priere", ".tactique"})


def documents(parts: Sequence[FoundPart]) -> Iterable[DocumentWriter]:
    """Each part, written; what several of them print is written once."""
    homes = homes_of(parts[0].register)
    states = [repaired(part.state, part.instructions) for part in parts]
    cuts = [sections(state.lines, _titles(part), state.file)[0] for part, state in zip(parts, states, strict=True)]
    found = zip(parts, cuts, strict=True)
    printings = settled({section.entry.id: _blocks(section, part, homes) for part, whole in found for section in whole})
    return (_document(*one, printings) for one in zip(parts, states, cuts, strict=True))


def _titles(part: FoundPart) -> Part:
    """A part without its abilities, which have no title lines."""
    titles = (entry for entry in part.part.entries if _ABILITIES.isdisjoint(entry.marks.split()))
    return replace(part.part, entries=tuple(titles))


def _blocks(section: Section, part: FoundPart, homes: Homes) -> Sequence[Block]:
    """The blocks printed in a section."""
    return cut(section.lines, lambda name: home_of(homes, name, part.part.name, section.entry.id))


def _document(part: FoundPart, state: State, whole: Sequence[Section], printings: Printings) -> DocumentWriter:
    """Write a document, each block with its other printings; a title of the register that was not found is said."""
    # The words of a further printing are those of the first: its repairs are none.
    said = {number for line in printings.lines(copied=True) for number in line.numbers}
    writer = DocumentWriter(part, replace(state, repairs=tuple(one for one in state.repairs if one.line not in said)))
    gone = printings.lines(copied=False)
    for section in whole:
        lines = tuple(line for line in section.lines if line not in gone)
        _section(replace(section, lines=lines), writer, printings)
    written = {section.entry.id for section in whole}
    written |= {block.home.entry.id for title in written for block in printings.below[title]}
    missing = (entry for entry in part.part.headings if entry.id not in written)
    writer.faults += (title_not_found(entry, state.file) for entry in missing)
    return writer


def _section(section: Section, writer: DocumentWriter, printings: Printings) -> None:
    """Write a title, the lines below it that are no block, then the abilities and terms that have their place there."""
    entry = section.entry
    writer.block(entry.heading, section.heading.numbers)
    if ".profil" in entry.marks.split():
        section = replace(section, lines=profile(section.lines, writer))
    prose(section, writer)
    for block in printings.below[entry.id]:
        write_block(block, printings.copies[block.home.entry.id], writer)

"""Where the register puts the blocks of a section; those printed several times are one provision, that holds every printing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Self

from kb.model import Repair
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.register import Entry, Form, Part, Register
from kb.reading.repairs import Line, numbers_of
from kb.reading.sections import Section, title_words
from kb.reading.works.aos.blocks import BULLET, FLAVOUR, TEXT, Block, Piece

# Two printings of an ability differ by a few words; below this share of common words they are two texts.
_ALIKE = 0.75
_SILENT = frozenset({FLAVOUR, "Moment", "Coût"})
# The other printings of each id.
Copies = Mapping[str, tuple[Block, ...]]
_ABILITIES = frozenset({".aptitude", ".sort", ".ordre", ".priere", ".tactique"})


@dataclass(frozen=True, slots=True)
class Home:
    """An entry that stands for a block: the part and the title under which it is first printed."""

    entry: Entry
    part: str
    title: str


@dataclass(frozen=True, slots=True)
class Content:
    """A section: the blocks printed in it, each with the place that the register gives it, and its other lines, in order."""

    section: Section
    blocks: tuple[tuple[Home, Block], ...]
    prose: tuple[Line, ...]

    def holds(self, home: Home) -> bool:
        """True when this is where the register puts a block."""
        return home.title == self.section.entry.id

    def with_lines(self, back: set[Line]) -> Self:
        """The section with the blocks that it holds alone, and these lines in its prose."""
        blocks = tuple((home, block) for home, block in self.blocks if self.holds(home))
        lines = {*self.prose, *back}
        return replace(self, blocks=blocks, prose=tuple(line for line in self.section.lines if line in lines))


def is_ability(entry: Entry) -> bool:
    """True for an entry whose marks make it an ability."""
    return bool(_ABILITIES & set(entry.marks.split()))


def _homes(part: Part) -> Iterable[Home]:
    """Where the register puts each ability, and each title below another that may be a term."""
    above: list[Entry] = []
    for entry in part.entries:
        if entry.form is Form.HEADING:
            above = [other for other in above if other.level < entry.level]
            yield Home(entry, part.name, above[-1].id if above else "")
            above.append(entry)


class Homes:
    """Finds the entry of a block by its name and the title below which it is printed."""

    def __init__(self, register: Register) -> None:
        """Index the entries of the register by the words of their titles."""
        self._homes: dict[tuple[str, ...], list[Home]] = defaultdict(list)
        for home in (home for part in register.parts for home in _homes(part)):
            self._homes[title_words(home.entry.title)].append(home)

    def of(self, name: str, part: str, title: str) -> Home | None:
        """The entry of this name: below this title, else an ability, in this part first."""
        found = [one for one in self._homes.get(title_words(name), ()) if one.title == title or is_ability(one.entry)]
        return min(found, key=lambda home: (home.title != title, home.part != part), default=None)


def alike(one: Block, other: Block) -> bool:
    """True when two blocks are printings of one text: what both print says nearly the same."""
    shared = frozenset(piece.key for piece in one.pieces) & {piece.key for piece in other.pieces} - _SILENT
    matcher = SequenceMatcher(None, one.words(shared), other.words(shared), autojunk=False)
    return bool(shared) and matcher.ratio() >= _ALIKE


def _spread(block: Block, others: Iterable[Block]) -> Mapping[str, tuple[int, ...]]:
    """The source lines of the other printings, by the label of what says the same.

    What has no such piece goes with the name, whose label is `nom`.
    """
    known = {piece.key for piece in block.pieces}
    found: dict[str, list[int]] = defaultdict(list)
    for other in others:
        found["nom"] += other.heading.numbers
        for piece in other.pieces:
            found[piece.key if piece.key in known else "nom"] += numbers_of(piece.lines)
    return {key: tuple(dict.fromkeys(numbers)) for key, numbers in found.items()}


def _silenced(others: Iterable[Block], identifier: str) -> tuple[Repair, ...]:
    """The repairs that say that the words of the other printings are left to the first."""
    reason = f"imprimé plusieurs fois, réuni à « {identifier} »"
    lines = dict.fromkeys(line for other in others for line in other.lines)
    return tuple(Repair(number, line.printed, "", reason) for line in lines for number in line.numbers)


def write_blocks(content: Content, writer: DocumentWriter, copies: Copies) -> None:
    """Write the blocks that have their place in a section, each under its title."""
    for home, block in content.blocks:
        _block(home.entry, block, writer, copies.get(home.entry.id, ()))


def _block(entry: Entry, block: Block, writer: DocumentWriter, others: tuple[Block, ...]) -> None:
    """Write a block, the lines of its other printings after its own."""
    lines = _spread(block, others)
    writer.repairs += _silenced(others, entry.id)
    numbers = (*block.heading.numbers, *lines.get("nom", ()))
    writer.block(entry.heading, numbers)
    for piece in sorted(block.pieces, key=lambda piece: piece.label != FLAVOUR):
        _piece(piece, (*numbers_of(piece.lines), *lines.get(piece.key, ())), writer)


def _piece(piece: Piece, numbers: tuple[int, ...], writer: DocumentWriter) -> None:
    if piece.label == FLAVOUR:
        writer.block(f"> **Note** : {escaped(piece.text)}", numbers)
    elif piece.label == TEXT:
        writer.block(escaped(piece.text), numbers, items=True)
    elif piece.label == BULLET:
        writer.item(escaped(piece.text), numbers, depth=1)
    else:
        writer.item(f"**{piece.label}** : {escaped(piece.text)}", numbers)

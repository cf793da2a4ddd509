"""Where the register puts the blocks of a section; those printed several times are one provision, that holds every printing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from kb.model import Repair
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.register import Entry, Register
from kb.reading.repairs import Line, numbers_of
from kb.reading.sections import title_words
from kb.reading.works.aos.blocks import BULLET, FLAVOUR, TEXT, Block, Home

# Two printings of an ability differ by a few words; below this share of common words they are two texts.
_ALIKE = 0.75
_SILENT = frozenset({FLAVOUR, "Moment", "Coût"})


# The entries by the words of their titles.
Homes = Mapping[tuple[str, ...], Sequence[Home]]


def homes_of(register: Register) -> Homes:
    """Where the register puts each title line."""
    homes: dict[tuple[str, ...], list[Home]] = defaultdict(list)
    for part in register.parts:
        above: list[Entry] = []
        for entry in part.headings:
            above = [other for other in above if other.level < entry.level]
            homes[title_words(entry.title)].append(Home(entry, part.name, above[-1].id if above else ""))
            above.append(entry)
    return homes


def home_of(homes: Homes, name: str, part: str, title: str) -> Home | None:
    """The entry of this name: below this title, else in this part first."""
    found = homes.get(title_words(name), ())
    return min(found, key=lambda home: (home.title != title, home.part != part), default=None)


@dataclass(slots=True)
class Printings:
    """The blocks that a publication prints: those of each title that the register puts there, the further printings of each id."""

    below: dict[str, list[Block]] = field(default_factory=lambda: defaultdict(list))
    copies: dict[str, list[Block]] = field(default_factory=lambda: defaultdict(list))

    def lines(self, *, copied: bool) -> frozenset[Line]:
        """The lines of the further printings alone, or those of every block."""
        found = [*self.copies.values(), *(() if copied else self.below.values())]
        return frozenset(line for blocks in found for block in blocks for line in block.lines)


def settled(printed: Mapping[str, Sequence[Block]]) -> Printings:
    """The blocks printed below each title, settled: what only resembles the first printing is none, and stays as lines."""
    found = Printings()
    for title, blocks in printed.items():
        found.below[title] = [block for block in blocks if block.home.title == title]
    first = {block.home.entry.id: block for blocks in found.below.values() for block in blocks}
    for title, blocks in printed.items():
        for block in blocks:
            identifier = block.home.entry.id
            if block.home.title != title and identifier in first and _alike(first[identifier], block):
                found.copies[identifier].append(block)
    return found


def _alike(one: Block, other: Block) -> bool:
    """True when two blocks are printings of one text: what both print says nearly the same."""
    shared = frozenset(piece.key for piece in one.pieces) & {piece.key for piece in other.pieces} - _SILENT
    return SequenceMatcher(None, one.words(shared), other.words(shared), autojunk=False).ratio() >= _ALIKE


def write_block(block: Block, others: Sequence[Block], writer: DocumentWriter) -> None:
    """Write a block under its title, the lines of its other printings after its own; the words of these are left to the first."""
    entry, lines = block.home.entry, _spread(block, others)
    reason = f"imprimé plusieurs fois, réuni à « {entry.id} »"
    silent = dict.fromkeys(line for other in others for line in other.lines)
    writer.repairs += (Repair(number, line.printed, "", reason) for line in silent for number in line.numbers)
    writer.block(entry.heading, (*block.heading.numbers, *lines["nom"]))
    for piece in sorted(block.pieces, key=lambda piece: piece.label != FLAVOUR):
        text, numbers = escaped(piece.text), (*numbers_of(piece.lines), *lines[piece.key])
        if piece.label == FLAVOUR:
            writer.block(f"> **Note** : {text}", numbers)
        elif piece.label == TEXT:
            writer.block(text, numbers, items=True)
        elif piece.label == BULLET:
            writer.item(text, numbers, depth=1)
        else:
            writer.item(f"**{piece.label}** : {text}", numbers)


def _spread(block: Block, others: Iterable[Block]) -> dict[str, dict[int, None]]:
    """The source lines of the other printings, by the label of what says the same; with the name, `nom`, those of what nothing does."""
    known = {piece.key for piece in block.pieces}
    found: dict[str, dict[int, None]] = defaultdict(dict)
    for other in others:
        found["nom"] |= dict.fromkeys(other.heading.numbers)
        for piece in other.pieces:
            found[piece.key if piece.key in known else "nom"] |= dict.fromkeys(numbers_of(piece.lines))
    return found

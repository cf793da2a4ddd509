"""Write the blocks of a section: abilities as titles with their fields, terms as titles with their text."""

from __future__ import annotations

from kb.model import Repair
from kb.model.words import words
from kb.reading.canonical import escaped, heading
from kb.reading.documents import TITLE_REASON, DocumentWriter
from kb.reading.repairs import numbers_of
from kb.reading.sections import title_key
from kb.reading.works.aos.blocks import BULLET, FLAVOUR, TEXT, Block, Piece
from kb.reading.works.aos.context import Content
from kb.reading.works.aos.copies import Copies, Home, numbered, silenced, spread


def blocks(content: Content, writer: DocumentWriter, copies: Copies) -> None:
    """Write the blocks that have their place in a section, each under its title."""
    for home, block in content.blocks:
        _block(home, block, content.section.entry.level + 1, writer, copies)


def _block(home: Home | None, block: Block, level: int, writer: DocumentWriter, copies: Copies) -> None:
    identifier = home.entry.id if home else f"aptitude/{'-'.join(words(block.name))}"
    others = copies.get(identifier, ())
    lines = spread(block, others)
    writer.repair(silenced(others, identifier))
    numbers = (*block.heading.numbers, *lines.get(("nom", 1), ()))
    if home and title_key(block.name) != title_key(home.entry.title):
        writer.repair([Repair(block.heading.number, block.name, home.entry.title, TITLE_REASON)])
    title, marks = (home.entry.title, home.entry.marks) if home else (block.name, ".aptitude")
    writer.block(heading(home.entry.level if home else level, title, identifier, marks), numbers)
    for key, piece in sorted(numbered(block), key=lambda item: item[1].label != FLAVOUR):
        _piece(piece, (*numbers_of(piece.lines), *lines.get(key, ())), writer)


def _piece(piece: Piece, numbers: tuple[int, ...], writer: DocumentWriter) -> None:
    if piece.label == FLAVOUR:
        writer.block(f"> **Note** : {escaped(piece.text)}", numbers)
    elif piece.label == TEXT:
        writer.block(escaped(piece.text), numbers, items=True)
    elif piece.label == BULLET:
        writer.item(escaped(piece.text), numbers, depth=1)
    else:
        writer.item(f"**{piece.label}** : {escaped(piece.text)}", numbers)

"""Runewars : le Jeu de Figurines, three documents in one file: tutorial booklet, reference guide, FAQ.

The page order, the lost icons and the captions are data (`corpus/runewars/reading.toml`); numbers, bullets, steps,
tables and the hierarchy of the index are deduced here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kb.model import Repair
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, FoundPart, Reading, found_parts, read_part, together
from kb.reading.instructions import ReadingData
from kb.reading.register import Register
from kb.reading.repairs import State, found, missing, repaired
from kb.reading.sections import Section
from kb.reading.source import SourceText
from kb.reading.works.runewars.glossary import glossary, index
from kb.reading.works.runewars.ordinary_pages import prose

_LAYOUTS: dict[str, Callable[[Section, DocumentWriter], None]] = {
    "": prose,
    "glossary": glossary,
    "index": index,
}
# The conversion left a few icons as an asterisk between parentheses.
_STAR = "*"


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of each document found, in the order of the file, and what was found amiss."""
    found, missing = found_parts(source, data, register)
    return together(map(_document, found), missing)


def _document(part: FoundPart) -> DocumentWriter:
    """One document: its lines repaired, cut into sections, each set by its layout."""
    state, orders = _orders(part)
    return read_part(part, repaired(state, part.instructions, _STAR), partial(_below, orders=orders))


def _below(section: Section, writer: DocumentWriter, orders: tuple[Order, ...]) -> None:
    """Write what stands below a title, then its captions."""
    name = writer.found.layout_of(section)
    if name == "errata":
        errata(section, writer, orders)
    else:
        _LAYOUTS[name](section, writer)
    for caption in section.lines:
        if caption.role == "legende":
            writer.quote("Exemple", (caption,))


def _orders(part: FoundPart) -> tuple[State, tuple[Order, ...]]:
    """The orders of the errata, each with the line that holds its new text and what is kept of the old one."""
    state, orders = part.state, []
    for patch in part.instructions.patch:
        place = found(state.printed, patch.at)
        kept = [line[line.index(patch.keep) :].strip() for line in part.source.lines if patch.keep in line]
        if place is None or not kept:
            state = missing(state, patch.at if place is None else patch.keep, patch.reason)
        if place is not None:
            orders.append(
                Order(state.lines[place].number, patch.order, kept[0] if patch.keep and kept else "", patch.reason)
            )
    return state, tuple(orders)


@dataclass(frozen=True, slots=True)
class Order:
    """An erratum's order: the source line of its new text, the order in canonical words, the old text that it keeps."""

    line: int
    order: str
    kept: str
    reason: str


def errata(section: Section, writer: DocumentWriter, orders: tuple[Order, ...]) -> None:
    """Write one erratum, or the page that gathers several."""
    by_line = {order.line: order for order in orders}
    patched = False
    for line in section.lines:
        order = by_line.get(line.number)
        text = escaped(_unquoted(line.text))
        if order:
            patched = True
            if order.kept:
                writer.repairs.append(Repair(line.number, "", order.kept, order.reason))
                text = escaped(f"{_unquoted(line.text)} {order.kept}")
            writer.block(f"{order.order} : {text}", line.numbers, items=True)
        elif line.bullet and patched:
            writer.item(text, line.numbers)
        elif line.text.endswith(":"):
            writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
        else:
            writer.block(text, line.numbers, items=True)


def _unquoted(text: str) -> str:
    """A new text without the quotation marks around it, of which a bullet may hold only one."""
    opened = text.removeprefix("« ")
    return opened.removesuffix(" »") if opened.count("»") > opened.count("«") else opened

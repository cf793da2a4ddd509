"""Runewars : le Jeu de Figurines, three documents in one file: tutorial booklet, reference guide, FAQ.

The page order, the lost icons and the captions are data (`corpus/runewars/reading.toml`); numbers, bullets, steps,
tables and the hierarchy of the index are deduced here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kb.model import Repair
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, FoundPart, Reading, found_parts, read_part, together
from kb.reading.instructions import PatchOrder, ReadingData
from kb.reading.register import Register
from kb.reading.repairs import Line, Reworded, State, found, has_icon, missing, repaired, reworded
from kb.reading.sections import Section
from kb.reading.source import SourceText
from kb.reading.works.runewars.glossary import glossary, index
from kb.reading.works.runewars.ordinary_pages import prose

_LAYOUTS: dict[str, Callable[[Section, DocumentWriter], None]] = {
    "": prose,
    "glossary": glossary,
    "index": index,
}
# The orders of the errata by the source line of their new text, each with the old text that it keeps.
Orders = dict[int, tuple[PatchOrder, str]]
# The conversion left a few icons as an asterisk between parentheses.
_STAR = "*"
_UNREADABLE = "icônes illisibles"


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of each document found, in the order of the file, and what was found amiss."""
    found, missing = found_parts(source, data, register)
    return together(map(_document, found), missing)


def _document(part: FoundPart) -> DocumentWriter:
    """One document: its lines repaired, cut into sections, each set by its layout."""
    state, orders = _orders(part)
    state = reworded(repaired(state, part.instructions, _STAR), _UNREADABLE, _without_unreadable)
    return read_part(part, state, partial(_below, orders=orders))


def _without_unreadable(line: Line) -> Reworded:
    """A row of a table with `?` in place of each cell of icons."""
    cells = [text.strip() for text in line.text.split("\t")]
    lost = [text for text in cells if len(cells) > 1 and has_icon(text)]
    text = "\t".join("?" if text in lost else text for text in cells)
    return (text if lost else line.text), [(text, "?") for text in lost]


def _below(section: Section, writer: DocumentWriter, orders: Orders) -> None:
    """Write what stands below a title, then its captions."""
    name = writer.found.layout_of(section)
    if name == "errata":
        errata(section, writer, orders)
    else:
        _LAYOUTS[name](section, writer)
    for caption in section.lines:
        if caption.role == "legende":
            writer.quote("Exemple", (caption,))


def _orders(part: FoundPart) -> tuple[State, Orders]:
    """The orders of the errata, by the line that holds the new text, each with the old text that it keeps."""
    state, orders = part.state, Orders()
    for patch in part.instructions.patch:
        place = found(state.printed, patch.at)
        kept = [
            line[line.index(patch.keep) :].strip() for line in part.source.lines if patch.keep and patch.keep in line
        ]
        if place is None or (patch.keep and not kept):
            state = missing(state, patch.at if place is None else patch.keep, patch.reason)
        if place is not None:
            orders[state.lines[place].number] = (patch, kept[0] if kept else "")
    return state, orders


def errata(section: Section, writer: DocumentWriter, orders: Orders) -> None:
    """Write one erratum, or the page that gathers several."""
    patched = False
    for line in section.lines:
        text = escaped(_unquoted(line.text))
        if line.number in orders:
            patched = True
            patch, kept = orders[line.number]
            if kept:
                writer.repairs.append(Repair(line.number, "", kept, patch.reason))
                text = escaped(f"{_unquoted(line.text)} {kept}")
            writer.block(f"{patch.order} : {text}", line.numbers, items=True)
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

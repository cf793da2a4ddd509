"""Runewars : le Jeu de Figurines, three documents in one file: tutorial booklet, reference guide, FAQ.

The page order, the lost icons and the captions are data (`corpus/runewars/reading.toml`); numbers, bullets, steps,
tables and the hierarchy of the index are deduced here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kb.errors import Diagnostic
from kb.model import CanonicalText
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.documents import FoundPart, Reading, context_of, found_parts, read_part, together
from kb.reading.instructions import PartInstructions, ReadingData
from kb.reading.register import Register
from kb.reading.repairs import State, found, missing, repaired, state_of
from kb.reading.sections import Section
from kb.reading.source import SourceText
from kb.reading.works.runewars.context import Context, Order
from kb.reading.works.runewars.errata import errata
from kb.reading.works.runewars.glossary import glossary
from kb.reading.works.runewars.index import index
from kb.reading.works.runewars.prose import prose
from kb.reading.works.runewars.tables import components, legend

_Layout = Callable[[Section, CanonicalWriter, Context], tuple[Diagnostic, ...]]
_LAYOUTS: dict[str, _Layout] = {
    "prose": prose,
    "sorted": prose,
    "glossary": glossary,
    "index": index,
    "errata": errata,
    "legend": legend,
    "components": components,
}
# The conversion left a few icons as an asterisk between parentheses.
_STAR = "*"


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of each document found, in the order of the file, and what was found amiss."""
    found, missing = found_parts(source, data, register)
    return together((_document(source, data, register, each) for each in found), missing)


def _document(
    source: SourceText, data: ReadingData, register: Register, found: FoundPart
) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    """One document: its lines repaired, cut into sections, each set by its layout."""
    known = context_of(found.part, source, data, register)
    state, orders = _orders(state_of(source.name, found.lines), known.told, source)
    title = dict(data.head).get("titre", "")
    context = Context(known.file, register, known.part, known.told, known.layout, title, orders)
    return read_part(found, repaired(state, known.told, _STAR), context, source, data, _below)


def _below(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write what stands below a title, then its captions."""
    name = context.layout_of(section) or "prose"
    faults = _LAYOUTS[name](_sorted(section) if name == "sorted" else section, writer, context)
    for caption in section.lines:
        if caption.role == "legende":
            writer.block(f"> **Exemple** : {escaped(caption.text)}", caption.numbers)
    return faults


def _sorted(section: Section) -> Section:
    """A section whose numbered steps, printed in two columns, are put in the order of their numbers."""
    numbers = {
        line.number: int(line.text.partition(".")[0]) for line in section.lines if line.text.partition(".")[0].isdigit()
    }
    return replace(section, lines=tuple(sorted(section.lines, key=lambda line: numbers.get(line.number, 0))))


def _orders(state: State, told: PartInstructions, source: SourceText) -> tuple[State, tuple[Order, ...]]:
    """The orders of the errata, each with the line that holds its new text and what is kept of the old one."""
    orders: list[Order] = []
    for patch in told.patch:
        place = found(state.printed, patch.at)
        kept = (
            next((line[line.index(patch.keep) :].strip() for line in source.lines if patch.keep in line), "")
            if patch.keep
            else ""
        )
        if place is None or (patch.keep and not kept):
            state = missing(state, patch.at if place is None else patch.keep, patch.reason)
        if place is not None:
            orders.append(Order(state.lines[place].number, patch.order, kept, patch.reason))
    return state, tuple(orders)

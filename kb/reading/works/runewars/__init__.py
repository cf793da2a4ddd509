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
from kb.reading.documents import FoundPart, document_writer, found_parts, write_absent, write_leftovers, write_title
from kb.reading.instructions import PartInstructions, ReadingData
from kb.reading.register import Register
from kb.reading.repairs import State, found, missing, repaired, state_of
from kb.reading.sections import Section, sections
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


def read(
    source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """Give the canonical text of each document found, in the order of the file, and what was found amiss."""
    found, faults = found_parts(source, data, register)
    read = [_document(source, data, register, each) for each in found]
    return tuple(text for text, _more in read), (*faults, *(fault for _text, more in read for fault in more))


def _document(
    source: SourceText, data: ReadingData, register: Register, found: FoundPart
) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    """One document: its lines repaired, cut into sections, each set by its layout."""
    told = data.part(found.part.name)
    state, orders = _orders(state_of(source.name, found.lines), told, source)
    state = repaired(state, told, _STAR)
    cut, not_found = sections(state.lines, found.part, source.name)
    writer = document_writer(source, data, found.document, state)
    context = Context(source.name, dict(data.head).get("titre", ""), register, found.part, told, orders)
    faults = [fault for section in cut for fault in _section(section, writer, context, dict(data.layout))]
    faults += write_leftovers(state.lines, writer, source.name)
    return writer.canonical(found.blank), (*state.diagnostics, *not_found, *faults)


def _section(
    section: Section, writer: CanonicalWriter, context: Context, layout: dict[str, str]
) -> tuple[Diagnostic, ...]:
    """Write a title, what stands below it, then its captions and what is lost there."""
    write_title(section, writer)
    name = next((layout[above] for above in reversed(section.trail) if above in layout), "prose")
    faults = _LAYOUTS[name](_sorted(section) if name == "sorted" else section, writer, context)
    for caption in section.lines:
        if caption.role == "legende":
            writer.block(f"> **Exemple** : {escaped(caption.text)}", caption.numbers)
    write_absent(section.entry.id, context.part, context.told, writer)
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
        place = found(state, patch.at)
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

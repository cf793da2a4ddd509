"""Runewars : le Jeu de Figurines, three documents in one file: tutorial booklet, reference guide, FAQ.

The page order, the lost icons and the captions are data (`corpus/runewars/reading.toml`); numbers, bullets, steps,
tables and the hierarchy of the index are deduced here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.model import CanonicalText, Repair
from kb.reading.canonical import CanonicalWriter, escaped, heading
from kb.reading.instructions import Document, PartInstructions, ReadingData
from kb.reading.register import Part, Register
from kb.reading.repairs import State, found, missing, repaired, state_of
from kb.reading.sections import Section, part_starts, sections
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
    documents = {document.part: document for document in data.documents}
    starts = part_starts(source.lines, [part for part in register.parts if part.name in documents])
    ends = [*(start for _part, start in starts[1:]), len(source.lines)]
    texts: list[CanonicalText] = []
    diagnostics = [
        _no_part(document, source)
        for name, document in documents.items()
        if name not in {part.name for part, _ in starts}
    ]
    for place, ((part, start), end) in enumerate(zip(starts, ends, strict=True)):
        first = start if place else 0
        text, more = _document(source, data, register, part, (first, end))
        texts.append(text)
        diagnostics += more
    return tuple(texts), tuple(diagnostics)


def _no_part(document: Document, source: SourceText) -> Diagnostic:
    message = f"la partie « {document.document} » n'a pas été trouvée"
    return Diagnostic(
        "PARTIE-ABSENTE", Severity.WARNING, message, "son titre manque, ou le fichier est incomplet", source.name
    )


def _document(
    source: SourceText, data: ReadingData, register: Register, part: Part, lines: tuple[int, int]
) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    """One document: its lines repaired, cut into sections, each set by its layout."""
    document = next(document for document in data.documents if document.part == part.name)
    told = data.part(part.name)
    numbered = [(number, source.lines[number - 1]) for number in range(lines[0] + 1, lines[1] + 1)]
    state = state_of(source.name, numbered)
    state, orders = _orders(state, told, source)
    state = repaired(state, told, _STAR)
    cut, not_found = sections(state.lines, part, source.name)
    writer = CanonicalWriter(
        source.source, (*data.head, ("document", document.document), ("autorite", document.autorite))
    )
    writer.drop(state.dropped)
    writer.repair(state.repairs)
    context = Context(source.name, dict(data.head).get("titre", ""), register, told, orders)
    faults = [fault for section in cut for fault in _section(section, writer, context, dict(data.layout))]
    faults += _lost(state, writer, source)
    blank = sum(not text.strip() for _number, text in numbered)
    return writer.canonical(blank), (*state.diagnostics, *not_found, *faults)


def _section(
    section: Section, writer: CanonicalWriter, context: Context, layout: dict[str, str]
) -> tuple[Diagnostic, ...]:
    """Write a title, what stands below it, then its captions and what is lost there."""
    entry, line = section.entry, section.heading
    if line.text != entry.title:
        writer.repair([Repair(line.number, line.text, entry.title, "titre tel que le registre le porte")])
    writer.block(heading(entry.level, entry.title, entry.id, entry.marks, entry.number), line.numbers)
    name = next((layout[above] for above in reversed(section.trail) if above in layout), "prose")
    faults = _LAYOUTS[name](_sorted(section) if name == "sorted" else section, writer, context)
    for caption in section.lines:
        if caption.role == "legende":
            writer.block(f"> **Exemple** : {escaped(caption.text)}", caption.numbers)
    for absent in context.told.absent:
        if absent.under == entry.id:
            writer.block(f"> **Absent de la source** : {absent.text}")
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


def _lost(state: State, writer: CanonicalWriter, source: SourceText) -> list[Diagnostic]:
    """Lines that no layout placed: each becomes a note at the end of its document, and a diagnostic."""
    faults: list[Diagnostic] = []
    held = writer.held
    for line in state.lines:
        if not set(line.numbers) <= held:
            writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
            hint = "elle est gardée comme note, à la fin de sa partie"
            faults.append(
                Diagnostic(
                    "LIGNE-SANS-PLACE",
                    Severity.WARNING,
                    "cette ligne n'a pas trouvé de place",
                    hint,
                    source.name,
                    line.number,
                )
            )
    return faults

"""What every reader does around its layouts: find the parts, open a document, write a title, keep what found no place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from kb.errors import Diagnostic, Severity, UnusableFileError
from kb.model import CanonicalText, Repair
from kb.reading.canonical import CanonicalWriter, escaped, heading
from kb.reading.instructions import Document, PartInstructions, ReadingData
from kb.reading.register import Part, Register
from kb.reading.repairs import Line, State, found
from kb.reading.sections import Section, sections, title_key
from kb.reading.source import SourceText

TITLE_REASON = "titre tel que le registre le porte"


Reading = tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]
"""One canonical text a document, in the order of the file, and what was found amiss."""


@dataclass(frozen=True, slots=True)
class Context:
    """What layouts know beside the section that they set: the file's name, the register, the part, what the data tell of it.

    `layout` says how what stands below an id is set.
    """

    file: str
    register: Register
    part: Part
    told: PartInstructions
    layout: Mapping[str, str]

    def layout_of(self, section: Section) -> str:
        """How a section is set: as the nearest title above it that the data name; empty when none is."""
        return next((self.layout[above] for above in reversed(section.trail) if above in self.layout), "")

    def fault(self, code: str, message: str, hint: str, line: int, severity: Severity = Severity.WARNING) -> Diagnostic:
        """A finding about a source line."""
        return Diagnostic(code, severity, message, hint, self.file, line)


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part found in a publication: its register, the document that it is, its lines with their numbers in the file."""

    part: Part
    document: Document
    lines: tuple[tuple[int, str], ...]

    @property
    def blank(self) -> int:
        """How many of its lines are blank."""
        return sum(not text.strip() for _number, text in self.lines)


def found_parts(
    source: SourceText, data: ReadingData, register: Register, unadorned: Callable[[str], str] = str
) -> tuple[tuple[FoundPart, ...], tuple[Diagnostic, ...]]:
    """The parts of a publication in the order of the file, and those that were not found; what precedes the first is its.

    A part begins at its first title, which follows that of the part before it in the register, or at the line that its document says.
    `unadorned` gives the title on a printed line, where more stands on that line.

    Raises:
        UnusableFileError: none of the parts was found.
    """
    waiting = {document.part: document for document in data.documents}
    printed = [unadorned(line).strip() for line in source.lines]
    keys = [title_key(line) for line in printed]
    starts: list[tuple[int, Part, Document]] = []
    after = 0
    for part in (part for part in register.parts if part.name in waiting):
        opens = waiting[part.name].opens
        titles = [title_key(entry.title) for entry in part.headings[:1]]
        place = (
            found(printed, opens) if opens else next((n for n in range(after, len(keys)) if keys[n] in titles), None)
        )
        if place is not None:
            starts.append((place, part, waiting.pop(part.name)))
            after = place + 1
    if not starts:
        raise no_part(source, data)
    starts.sort(key=lambda start: start[0])
    numbered = tuple(enumerate(source.lines, 1))
    bounds = pairwise([0, *(place for place, _part, _document in starts[1:]), len(numbered)])
    cut = zip(starts, bounds, strict=True)
    parts = tuple(FoundPart(part, document, numbered[first:end]) for (_, part, document), (first, end) in cut)
    hint = "son titre manque, ou le fichier est incomplet"
    messages = (f"la partie « {document.document} » n'a pas été trouvée" for document in waiting.values())
    return parts, tuple(
        Diagnostic("PARTIE-ABSENTE", Severity.WARNING, message, hint, source.name) for message in messages
    )


def no_part(source: SourceText, data: ReadingData) -> UnusableFileError:
    """The fault of a publication that has lost every title by which its parts are known."""
    title = dict(data.head).get("titre", "")
    message = f"{source.name} : publication reconnue ({title}), mais aucune de ses parties n'a été trouvée"
    return UnusableFileError(f"{message} ; le fichier est incomplet, ou ses titres manquent : refaites la conversion")


def context_of(part: Part, source: SourceText, data: ReadingData, register: Register) -> Context:
    """What the layouts of a part know."""
    return Context(source.name, register, part, data.part(part.name), dict(data.layout))


Written = TypeVar("Written", bound=Context)


def read_part(
    part: FoundPart,
    state: State,
    context: Written,
    source: SourceText,
    data: ReadingData,
    layout: Callable[[Section, CanonicalWriter, Written], Iterable[Diagnostic]],
    title_reason: str = TITLE_REASON,
) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    """One document, its lines repaired: cut into sections, each with its title, its other names, what `layout` writes, what is lost.

    Raises:
        UnusableFileError: it has none of its titles.
    """
    cut, not_found = sections(state.lines, part.part, source.name)
    if not cut:
        raise no_part(source, data)
    writer = document_writer(source, data, part.document, state)
    faults: list[Diagnostic] = []
    for section in cut:
        write_title(section, writer, title_reason)
        write_aliases(section.entry.id, context.told, writer)
        faults += layout(section, writer, context)
        write_absent(section.entry.id, context.part, context.told, writer)
    faults += write_leftovers(state.lines, writer, source.name)
    return writer.canonical(part.blank), (*state.diagnostics, *not_found, *faults)


def together(
    read: Iterable[tuple[CanonicalText, tuple[Diagnostic, ...]]], missing: tuple[Diagnostic, ...] = ()
) -> Reading:
    """The documents of a publication, and what was found amiss in all of them."""
    texts = tuple(read)
    return tuple(text for text, _faults in texts), (*missing, *(fault for _text, faults in texts for fault in faults))


def document_writer(source: SourceText, data: ReadingData, document: Document, state: State) -> CanonicalWriter:
    """The writer of a document, its head written, with what the repairs changed and left out."""
    front = (("document", document.document), ("autorite", document.autorite), ("mode", document.mode))
    writer = CanonicalWriter(source.source, (*data.head, *front))
    writer.drop(state.dropped)
    writer.repair(state.repairs)
    writer.paginate(state.pages)
    return writer


def write_title(section: Section, writer: CanonicalWriter, reason: str = TITLE_REASON) -> None:
    """Write a title as the register has it; another printed form is a repair, for `reason`."""
    entry, line = section.entry, section.heading
    if line.text != entry.title:
        writer.repair([Repair(line.number, line.text, entry.title, reason)])
    writer.block(heading(entry.level, entry.title, entry.id, entry.marks, entry.number), line.numbers)


def write_aliases(under: str, told: PartInstructions, writer: CanonicalWriter) -> None:
    """Write the other names by which the publication cites the title `under`."""
    for alias in told.alias:
        if alias.under == under:
            writer.block(f"Aussi : {', '.join(alias.names)}")


def write_absent(under: str, part: Part, told: PartInstructions, writer: CanonicalWriter) -> None:
    """Say what the source has lost below `under`: a node of its own where it has an id, titled as the register says."""
    for absent in told.absent:
        if absent.under == under:
            entry = next((entry for entry in part.entries if entry.id == absent.id), None)
            head = f"{entry.title}** {{#{entry.id}}}" if entry else "Absent de la source**"
            writer.block(f"> **{head} : {absent.text}")


def unknown_title(line: Line, file: str) -> Diagnostic:
    """A line that has the form of a title, and that the register lacks."""
    message = f"le titre « {line.text} » n'est pas au registre"
    hint = "il est gardé comme note, et ce qui suit reste sous le titre précédent"
    return Diagnostic("TITRE-INCONNU", Severity.WARNING, message, hint, file, line.number)


def without_unknown_titles(state: State, unknown: Callable[[Line], bool]) -> State:
    """Make a note of each line that is an unknown title, with a diagnostic."""
    faults = tuple(unknown_title(line, state.file) for line in state.lines if unknown(line))
    lines = tuple(replace(line, role="note") if unknown(line) else line for line in state.lines)
    return replace(state, lines=lines, diagnostics=(*state.diagnostics, *faults))


def write_leftovers(
    lines: Iterable[Line], writer: CanonicalWriter, file: str, placed: frozenset[int] | None = None
) -> tuple[Diagnostic, ...]:
    """Lines that no layout placed: each becomes a note at the end of its document, and a diagnostic.

    `placed` are the source lines that have their place, where other documents hold some too.
    """
    known = writer.placed if placed is None else placed
    lost = [line for line in lines if not known.issuperset(line.numbers)]
    for line in lost:
        writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
    message, hint = "cette ligne n'a pas trouvé de place", "elle est gardée comme note, à la fin de sa partie"
    return tuple(Diagnostic("LIGNE-SANS-PLACE", Severity.WARNING, message, hint, file, line.number) for line in lost)

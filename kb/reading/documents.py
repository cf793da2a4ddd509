"""What every reader does around its layouts: find the parts, open a document, write a title, keep what found no place.

A publication in which no part, or a part of which no title, was found is an UnusableFileError.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.errors import Diagnostic, UnusableFileError
from kb.model import CanonicalText, Repair
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.instructions import Document, Grid, PartInstructions, ReadingData
from kb.reading.register import Part, Register
from kb.reading.repairs import Line, State, found, state_of
from kb.reading.sections import Cut, Section, is_title, sections, title_words
from kb.reading.source import SourceText
from kb.system.findings import finding

TITLE_REASON = "titre tel que le registre le porte"

# Writes what stands below a title.
Layout = Callable[[Section, "DocumentWriter"], None]


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part found in a publication: the ids of its outline, the document that it is, its lines with their numbers in the file."""

    source: SourceText
    data: ReadingData
    register: Register
    part: Part
    document: Document
    lines: tuple[tuple[int, str], ...]

    @property
    def instructions(self) -> PartInstructions:
        """What the data say of it."""
        return self.data.parts[self.part.name]

    @property
    def state(self) -> State:
        """Its lines, before any repair."""
        return state_of(self.source.name, self.lines)

    def layout_of(self, section: Section) -> str:
        """How a section is set: as the nearest title above it that the data name; empty when none is."""
        layout = self.data.layout
        return next((layout[above] for above in reversed(section.trail) if above in layout), "")

    def grid(self, section: Section) -> Grid | None:
        """The table that the data tell of in a section."""
        return next((grid for grid in self.instructions.table if grid.under == section.entry.id), None)


def found_parts(
    source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[FoundPart, ...], tuple[Diagnostic, ...]]:
    """The parts of a publication in the order of the file, and those that were not found; what precedes the first is its.

    A part begins at its first title, which follows that of the part before it in the register, or at the line that its document says;
    an only one is the whole file.
    """
    waiting = {document.part: document for document in data.documents}
    printed = [line.strip() for line in source.lines]
    keys = [title_words(line) for line in printed]
    starts: list[tuple[int, Part, Document]] = []
    after = 0
    for part in (part for part in register.parts if part.name in waiting):
        opens = waiting[part.name].opens
        titles = [title_words(entry.title) for entry in part.headings[:1]]
        places = [0] if len(data.documents) == 1 else (n for n in range(after, len(keys)) if keys[n] in titles)
        place = found(printed, opens) if opens else next(iter(places), None)
        if place is not None:
            starts.append((place, part, waiting.pop(part.name)))
            after = place + 1
    if not starts:
        raise no_part(source, data)
    starts.sort(key=lambda start: start[0])
    numbered = tuple(enumerate(source.lines, 1))
    bounds = pairwise([0, *(place for place, _part, _document in starts[1:]), len(numbered)])
    parts = tuple(
        FoundPart(source, data, register, part, document, numbered[first:end])
        for (_, part, document), (first, end) in zip(starts, bounds, strict=True)
    )
    return parts, tuple(finding("PARTIE-ABSENTE", source.name, part=one.document) for one in waiting.values())


def no_part(source: SourceText, data: ReadingData) -> UnusableFileError:
    """The fault of a publication that has lost every title by which its parts are known."""
    message = f"{source.name} : publication reconnue ({data.head.get('titre', '')}), mais aucune de ses parties n'a été trouvée"
    return UnusableFileError(f"{message} ; le fichier est incomplet, ou ses titres manquent : refaites la conversion")


class DocumentWriter(CanonicalWriter):
    """Writes one document of a publication, and collects what is found amiss in it."""

    def __init__(self, part: FoundPart, state: State) -> None:
        """Write the head of the document, and what the repairs changed and left out; `state` are the lines to place."""
        document = part.document
        front = (("document", document.document), ("autorite", document.autorite), ("mode", document.mode))
        super().__init__(part.source.source, (*part.data.head.items(), *front))
        self.found, self.lines, self.faults = part, state.lines, [*state.diagnostics]
        self.dropped, self.repairs, self.pages = [*state.dropped], [*state.repairs], [*state.pages]

    def fault(self, code: str, line: int, **said: object) -> None:
        """Record a finding about a source line."""
        self.faults.append(finding(code, self.found.source.name, line, **said))

    def title(self, section: Section, reason: str) -> None:
        """Write a title as the register has it, and its other names; another printed form is a repair, for `reason`."""
        entry, line = section.entry, section.heading
        printed = line.text.removeprefix(f"{entry.number} " if entry.number else "")
        if printed != entry.title:
            self.repairs.append(Repair(line.number, printed, entry.title, reason))
        self.block(entry.heading, line.numbers)
        self.aliases(entry.id)

    def quote(self, kind: str, lines: Sequence[Line], marks: str = "") -> None:
        """Write lines as a quoted block of a kind: the first paragraph on its line, then paragraphs and bullets."""
        first, *more = lines
        head = f"> **{kind}**{marks}"
        if first.bullet:
            self.block(head)
            self.quoted(lines)
        else:
            self.block(f"{head} : {escaped(first.text)}", first.numbers)
            self.quoted(more)

    def quoted(self, lines: Iterable[Line]) -> None:
        """Write further paragraphs and bullets of a quoted block."""
        for line in lines:
            if line.bullet:
                self.more(f"> {'  ' * line.nested}- {escaped(line.text)}", line.numbers)
            else:
                self.more(">")
                self.more(f"> {escaped(line.text)}", line.numbers)

    def aliases(self, under: str) -> None:
        """Write the other names by which the publication cites the title `under`."""
        for alias in self.found.instructions.alias:
            if alias.under == under:
                self.block(f"Aussi : {', '.join(alias.names)}")

    def absent(self, under: str) -> None:
        """Say what the source has lost below `under`: a node of its own where it has an id, titled as the register says."""
        for absent in self.found.instructions.absent:
            if absent.under == under:
                entry = next((entry for entry in self.found.part.entries if entry.id == absent.id), None)
                head = f"{entry.box}** {{#{entry.id}}}" if entry else "Absent de la source**"
                self.block(f"> **{head} : {absent.text}")

    def leftovers(self, placed: frozenset[int]) -> None:
        """Write the lines that no layout placed: each becomes a note at the end of the document, and a finding."""
        for line in self.lines:
            if not placed.issuperset(line.numbers):
                self.block(f"> **Note** : {escaped(line.text)}", line.numbers)
                self.fault("LIGNE-SANS-PLACE", line.number)


def read_part(part: FoundPart, state: State, layout: Layout, reason: str = TITLE_REASON) -> DocumentWriter:
    """One document, its lines repaired: cut into sections along its register, then written."""
    cut = sections(state.lines, part.part, part.source.name)
    if not cut[0]:
        raise no_part(part.source, part.data)
    return write_part(part, state, cut, layout, reason)


def write_part(part: FoundPart, state: State, cut: Cut, layout: Layout, reason: str = TITLE_REASON) -> DocumentWriter:
    """One document: each section with its title, its other names, what `layout` writes, what is lost.

    A line below a title that looks like another one, unknown to the register, becomes a note.
    """
    writer = DocumentWriter(part, state)
    whole, not_found = cut
    writer.faults += not_found
    for section in whole:
        for line in filter(is_title, section.lines):
            writer.fault("TITRE-INCONNU", line.number, title=line.text)
        lines = tuple(replace(line, role="note") if is_title(line) else line for line in section.lines)
        writer.title(section, reason)
        layout(replace(section, lines=lines), writer)
        writer.absent(section.entry.id)
    return writer


def together(documents: Iterable[DocumentWriter]) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """The canonical text of each document of a publication, what no layout placed at its end, and what was found amiss in all of them."""
    writers = tuple(documents)
    placed = frozenset(number for writer in writers for number in writer.placed)
    for writer in writers:
        writer.leftovers(placed)
    return tuple(writer.canonical() for writer in writers), tuple(
        fault for writer in writers for fault in writer.faults
    )

"""Le IXe Âge : L'Âme de la guerre, one book without rule numbers: titles and lost pages are its addresses.

Titles, definitions in bold, profiles, steps and figures are known by their form; the outline is the register's, made from
the table of contents, for the levels printed are not to be trusted. The spells that the patrols print again are those of
the grimoire: one provision, every printing among its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kb.errors import Diagnostic, Severity
from kb.model import CanonicalText, Repair
from kb.reading.canonical import CanonicalWriter, escaped, heading
from kb.reading.instructions import Alias, Document, ReadingData
from kb.reading.register import Entry, Part, Register
from kb.reading.repairs import Line, State, instructed, state_of
from kb.reading.sections import Section, part_starts, sections, title_key
from kb.reading.source import SourceText
from kb.reading.works.t9a.abilities import linker
from kb.reading.works.t9a.cleaning import cleaned
from kb.reading.works.t9a.context import Context, Reprints
from kb.reading.works.t9a.profiles import doubts, read_profile, write_profile
from kb.reading.works.t9a.prose import prose
from kb.reading.works.t9a.spells import fields, reprints
from kb.reading.works.t9a.titles import TITLE, gathered, key, pointers_first, titled

TITLE_REASON = "titre tel que le registre le porte"
# The parts where a paragraph that opens in bold defines a term, one faction after the other.
_FACTIONS = frozenset({"patrouilles", "listes"})
_PRINTED_AGAIN = "patrouilles"
# Where the names that any profile lists are defined.
_GENERAL = ("figurine", "grimoire", "bestiaire")
_LOST = ".absent"
_REPRINT_MODES = "mode=avance mode=liste mode=base mode=patrouille"


def read(
    source: SourceText, data: ReadingData, register: Register
) -> tuple[tuple[CanonicalText, ...], tuple[Diagnostic, ...]]:
    """Give the canonical text of each part found, in the order of the file, and what was found amiss."""
    documents = {document.part: document for document in data.documents}
    opens = {document.part: document.opens for document in data.documents if document.opens}
    starts = part_starts(source.lines, [part for part in register.parts if part.name in documents], opens)
    found = {part.name for part, _start in starts}
    faults = [_no_part(document, source.name) for name, document in documents.items() if name not in found]
    ends = [*(start for _part, start in starts[1:]), len(source.lines)]
    firsts = [0, *(start for _part, start in starts[1:])]
    states = {
        part.name: _state(source, data, part, (first, end))
        for (part, _start), first, end in zip(starts, firsts, ends, strict=True)
    }
    again: Reprints = {}
    if _PRINTED_AGAIN in states:
        entries = [entry for part, _start in starts for entry in part.headings]
        spells = frozenset(key(entry.title) for entry in entries if ".sort" in entry.marks)
        states[_PRINTED_AGAIN], again = reprints(states[_PRINTED_AGAIN], spells)
    aliases = [alias for _name, told in data.parts for alias in told.alias]
    texts = []
    for (part, _start), first, end in zip(starts, firsts, ends, strict=True):
        context = _context(source, data, register, part, aliases)
        text, more = _document(
            source, (data, documents[part.name]), replace(context, reprints=again), states[part.name]
        )
        blank = sum(not line.strip() for line in source.lines[first:end])
        texts.append(replace(text, blank=blank))
        faults += more
    return tuple(texts), tuple(faults)


def _context(source: SourceText, data: ReadingData, register: Register, part: Part, aliases: list[Alias]) -> Context:
    return Context(source.name, part, data.part(part.name), linker(register, aliases, part.name, _GENERAL))


def _no_part(document: Document, file: str) -> Diagnostic:
    message = f"la partie « {document.document} » n'a pas été trouvée"
    hint = "son titre manque, ou le fichier est incomplet"
    return Diagnostic("PARTIE-ABSENTE", Severity.WARNING, message, hint, file)


def _state(source: SourceText, data: ReadingData, part: Part, lines: tuple[int, int]) -> State:
    """The lines of a part, repaired, its titles marked."""
    numbered = [(number, source.lines[number - 1]) for number in range(lines[0] + 1, lines[1] + 1)]
    state = cleaned(instructed(state_of(source.name, numbered), data.part(part.name)))
    opens = _faction_titles(part)
    terms = part.name in _FACTIONS
    marked = tuple(titled(pointers_first(state.lines, opens) if terms else state.lines, terms=terms))
    return replace(state, lines=marked)


def _faction_titles(part: Part) -> Callable[[Line], bool]:
    """Says which lines are titles of factions: those of the second level in the register."""
    known = {title_key(entry.title) for entry in part.headings if entry.level == part.headings[0].level + 1}
    return lambda line: line.printed.startswith("#") and title_key(line.text) in known


def _document(
    source: SourceText, told: tuple[ReadingData, Document], context: Context, state: State
) -> tuple[CanonicalText, tuple[Diagnostic, ...]]:
    """One part: cut along its register, each section set by its layout."""
    data, document = told
    part, lines = context.part, state.lines
    common = next((entry for entry in part.headings if entry.id == f"{part.name}/regles"), None)
    if common is not None:
        lines = gathered(lines, _faction_titles(part), Line((), common.title, "", role=TITLE))
    printed = replace(part, entries=tuple(entry for entry in part.entries if _LOST not in entry.marks))
    cut, not_found = sections(lines, printed, source.name, lambda line: line.role == TITLE)
    writer = CanonicalWriter(source.source, _front(data, document))
    writer.drop(state.dropped)
    writer.repair(state.repairs)
    faults = [fault for section in _with_lost(cut, part) for fault in _section(section, writer, context)]
    faults += _without_place(lines, writer, context)
    return writer.canonical(0), (*state.diagnostics, *not_found, *faults)


def _without_place(lines: tuple[Line, ...], writer: CanonicalWriter, context: Context) -> list[Diagnostic]:
    """Lines that no layout placed: each becomes a note at the end of its part, and a diagnostic."""
    dropped = writer.canonical(0).dropped
    placed = writer.held | {number for drop in dropped for number in range(drop.span.start, drop.span.end + 1)}
    faults = []
    for line in lines:
        if not set(line.numbers) <= placed:
            writer.block(f"> **Note** : {escaped(line.text)}", line.numbers)
            hint = "elle est gardée comme note, à la fin de sa partie"
            faults.append(context.fault("LIGNE-SANS-PLACE", "cette ligne n'a pas trouvé de place", hint, line.number))
    return faults


def _front(data: ReadingData, document: Document) -> tuple[tuple[str, str], ...]:
    own = (("document", document.document), ("autorite", document.autorite), ("mode", document.mode))
    return (*data.head, *own)


def _with_lost(cut: Iterable[Section], part: Part) -> Iterable[Section]:
    """The sections with the titles that the source has lost, each where the register puts it."""
    lost: list[Entry] = []
    waiting = list(part.headings)
    for section in cut:
        while waiting and waiting[0].id != section.entry.id:
            entry = waiting.pop(0)
            lost += [entry] if _LOST in entry.marks else []
        waiting = waiting[1:]
        yield from (Section(entry, Line((), entry.title, ""), (), (entry.id,)) for entry in lost)
        lost = []
        yield section


def _section(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write a title, its other names, what stands below it, then what is lost there."""
    entry, line = section.entry, section.heading
    if line.numbers and line.text != f"{entry.number or ''} {entry.title}".strip():
        printed = line.text.removeprefix(f"{entry.number} ") if entry.number else line.text
        writer.repair([Repair(number, printed, entry.title, TITLE_REASON) for number in line.numbers])
    section, strays = _without_strays(section, context)
    marks, numbers, faults = entry.marks, line.numbers, [*strays]
    profile = read_profile(section.lines) if ".profil" in marks else None
    if profile is not None:
        doubtful = doubts(section, profile)
        marks = f"{marks} statut=douteux" if doubtful else marks
        hint = "le profil est marqué douteux ; vérifiez sur un autre exemplaire"
        faults += [context.fault("PROFIL-DOUTEUX", f"{entry.title} : {what}", hint, at) for what, at in doubtful]
    again = context.reprints.get(key(entry.title), []) if ".sort" in marks else []
    if again:
        marks = f"{marks} {_REPRINT_MODES}"
        numbers = (*numbers, *(number for each in again for number in each.title.numbers))
    writer.block(heading(entry.level, entry.title, entry.id, marks, entry.number), numbers)
    for alias in context.told.alias:
        if alias.under == entry.id:
            writer.block(f"Aussi : {', '.join(alias.names)}")
    if profile is not None:
        faults += write_profile(section, writer, context, profile)
    else:
        layout = fields if ".sort" in marks or ".objet" in marks else prose
        faults += layout(section, writer, context)
    for absent in context.told.absent:
        if absent.under == entry.id:
            writer.block(f"> **Absent de la source** : {absent.text}")
    return tuple(faults)


def _without_strays(section: Section, context: Context) -> tuple[Section, list[Diagnostic]]:
    """A title that the register lacks becomes a note of the section above, with a diagnostic."""
    hint = "il est gardé comme note, et ce qui suit reste sous le titre précédent"
    lines, faults = [], []
    for line in section.lines:
        if line.role == TITLE:
            message = f"le titre « {escaped(line.text)} » n'est pas au registre"
            faults.append(context.fault("TITRE-INCONNU", message, hint, line.number))
        lines.append(replace(line, role="note") if line.role == TITLE else line)
    return replace(section, lines=tuple(lines)), faults

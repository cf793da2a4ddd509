"""Le IXe Âge : L'Âme de la guerre, one book without rule numbers: titles and lost pages are its addresses.

Titles, definitions in bold, profiles, steps and figures are known by their form; the outline is the register's, made from
the table of contents, for the levels printed are not to be trusted. The spells that the patrols print again are those of
the grimoire: one provision, every printing among its lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kb.errors import Diagnostic
from kb.model import Repair
from kb.reading.canonical import CanonicalWriter, heading
from kb.reading.documents import (
    TITLE_REASON,
    FoundPart,
    Reading,
    document_writer,
    found_parts,
    unknown_title,
    write_absent,
    write_aliases,
    write_leftovers,
)
from kb.reading.instructions import ReadingData
from kb.reading.register import Entry, Part, Register
from kb.reading.repairs import Line, State, instructed, state_of
from kb.reading.sections import Section, sections, title_key
from kb.reading.source import SourceText
from kb.reading.works.t9a.abilities import linker
from kb.reading.works.t9a.cleaning import cleaned
from kb.reading.works.t9a.context import Context, Reprints
from kb.reading.works.t9a.profiles import doubts, read_profile, write_profile
from kb.reading.works.t9a.prose import prose
from kb.reading.works.t9a.spells import fields, reprints
from kb.reading.works.t9a.titles import TITLE, gathered, key, pointers_first, titled

# The parts where a paragraph that opens in bold defines a term, one faction after the other.
_FACTIONS = frozenset({"patrouilles", "listes"})
_PRINTED_AGAIN = "patrouilles"
# Where the names that any profile lists are defined.
_GENERAL = ("figurine", "grimoire", "bestiaire")
_LOST = ".absent"
_REPRINT_MODES = "mode=avance mode=liste mode=base mode=patrouille"


def read(source: SourceText, data: ReadingData, register: Register) -> Reading:
    """Give the canonical text of each part found, in the order of the file, and what was found amiss."""
    found, missing = found_parts(source, data, register)
    printed = {each.part.name: _state(source, data, each) for each in found}
    states, again = _without_reprints(found, printed)
    aliases = [alias for _name, told in data.parts for alias in told.alias]
    writers: list[CanonicalWriter] = []
    faults = [*missing]
    for each in found:
        name = each.part.name
        writers.append(document_writer(source, data, each.document, states[name]))
        links = linker(register, aliases, name, _GENERAL)
        context = Context(source.name, register, each.part, data.part(name), {}, links, again)
        faults += _document(writers[-1], context, states[name])
    placed = frozenset(number for writer in writers for number in writer.placed)
    for each, writer in zip(found, writers, strict=True):
        faults += write_leftovers(printed[each.part.name].lines, writer, source.name, placed)
    return tuple(writer.canonical(each.blank) for each, writer in zip(found, writers, strict=True)), tuple(faults)


def _without_reprints(found: tuple[FoundPart, ...], printed: dict[str, State]) -> tuple[dict[str, State], Reprints]:
    """The parts without the spells printed again, for those whose first printing has its title; and these printings."""
    if _PRINTED_AGAIN not in printed:
        return printed, {}
    cuts = [_cut(each.part, printed[each.part.name]) for each in found if each.part.name != _PRINTED_AGAIN]
    entries = [section.entry for cut, _not_found in cuts for section in cut]
    spells = frozenset(key(entry.title) for entry in entries if ".sort" in entry.marks)
    state, again = reprints(printed[_PRINTED_AGAIN], spells)
    return {**printed, _PRINTED_AGAIN: state}, again


def _state(source: SourceText, data: ReadingData, found: FoundPart) -> State:
    """The lines of a part, repaired, its titles marked."""
    part = found.part
    state = cleaned(instructed(state_of(source.name, found.lines), data.part(part.name)))
    opens = _faction_titles(part)
    terms = part.name in _FACTIONS
    marked = tuple(titled(pointers_first(state.lines, opens) if terms else state.lines, terms=terms))
    return replace(state, lines=marked)


def _faction_titles(part: Part) -> Callable[[Line], bool]:
    """Says which lines are titles of factions: those of the second level in the register."""
    known = {title_key(entry.title) for entry in part.headings if entry.level == part.headings[0].level + 1}
    return lambda line: line.printed.startswith("#") and title_key(line.text) in known


def _cut(part: Part, state: State) -> tuple[tuple[Section, ...], tuple[Diagnostic, ...]]:
    """The sections of a part, and the titles not found."""
    lines = state.lines
    common = next((entry for entry in part.headings if entry.id == f"{part.name}/regles"), None)
    if common is not None:
        lines = gathered(lines, _faction_titles(part), Line((), common.title, "", role=TITLE))
    printed = replace(part, entries=tuple(entry for entry in part.entries if _LOST not in entry.marks))
    return sections(lines, printed, state.file, lambda line: line.role == TITLE)


def _document(writer: CanonicalWriter, context: Context, state: State) -> list[Diagnostic]:
    """Write one part: cut along its register, each section set by its layout."""
    cut, not_found = _cut(context.part, state)
    faults = [fault for section in _with_lost(cut, context.part) for fault in _section(section, writer, context)]
    return [*state.diagnostics, *not_found, *faults]


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
    write_aliases(entry.id, context.told, writer)
    if profile is not None:
        faults += write_profile(section, writer, context, profile)
    else:
        layout = fields if ".sort" in marks or ".objet" in marks else prose
        faults += layout(section, writer, context)
    write_absent(entry.id, context.part, context.told, writer)
    return tuple(faults)


def _without_strays(section: Section, context: Context) -> tuple[Section, list[Diagnostic]]:
    """A title that the register lacks becomes a note of the section above, with a diagnostic."""
    lines, faults = [], []
    for line in section.lines:
        if line.role == TITLE:
            faults.append(unknown_title(line, context.file))
        lines.append(replace(line, role="note") if line.role == TITLE else line)
    return replace(section, lines=tuple(lines)), faults

"""Le IXe Âge : L'Âme de la guerre, one book without rule numbers: titles and lost pages are its addresses.

Titles, definitions in bold, profiles, steps and figures are known by their form; the outline is the register's, made from
the table of contents, for the levels printed are not to be trusted. The spells that the patrols print again are those of
the grimoire: one provision, every printing among its lines.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from kb.reading.documents import DocumentWriter, FoundPart, write_part
from kb.reading.register import Entry, Part
from kb.reading.repairs import Line, State, instructed, numbers_of
from kb.reading.sections import TITLE, Cut, Section, sections, title_words
from kb.reading.works.t9a.layouts import Printing, Reprints, fields, prose, reprints
from kb.reading.works.t9a.profiles import Linker, linker, read_profile, write_profile
from kb.reading.works.t9a.titles import cleaned, gathered, pointers_first, titled

_LOST = ".absent"
_REPRINT_MODES = "mode=avance mode=liste mode=base mode=patrouille"


def documents(found: Sequence[FoundPart]) -> Iterable[DocumentWriter]:
    """Each part, written."""
    states = [_state(part) for part in found]
    parted = [reprints(state) for state in states]
    again = {title: printings for _kept, taken in parted for title, printings in taken.items()}
    written = zip(found, states, parted, strict=True)
    return (_document(part, state, kept, again) for part, state, (kept, _taken) in written)


def _state(found: FoundPart) -> State:
    """The lines of a part, repaired, its titles marked."""
    state = cleaned(instructed(found.state, found.instructions))
    titles = found.part.headings
    # The factions are titles of the second level.
    factions = frozenset(title_words(entry.title) for entry in titles if entry.level == titles[0].level + 1)
    return replace(state, lines=tuple(titled(pointers_first(state.lines, factions))))


def _cut(part: Part, state: State) -> Cut:
    """The sections of a part, and the titles not found."""
    lines = state.lines
    common = next((entry for entry in part.headings if entry.id == f"{part.name}/regles"), None)
    if common is not None:
        lines = gathered(lines, Line((), common.title, "", role=TITLE))
    printed = replace(part, entries=tuple(entry for entry in part.entries if _LOST not in entry.marks))
    return sections(lines, printed, state.file, lambda line: line.role == TITLE)


def _document(found: FoundPart, printed: State, kept: State, again: Reprints) -> DocumentWriter:
    """Write one part: cut along its register, each section set by its layout."""
    cut, not_found = _cut(found.part, kept)
    whole = tuple(_marked(section, again) for section in _with_lost(cut, found.part))
    layout = partial(_below, links=linker(found), reprinted=again)
    return write_part(found, printed, (whole, not_found), layout)


def _with_lost(cut: Iterable[Section], part: Part) -> Iterable[Section]:
    """The sections with the titles that the source has lost, each where the register puts it."""
    found = {section.entry.id: section for section in cut}
    for entry in part.headings:
        if _LOST in entry.marks:
            yield Section(entry, Line((), entry.title, ""), (), (entry.id,))
        elif entry.id in found:
            yield found[entry.id]


def _marked(section: Section, reprinted: Reprints) -> Section:
    """A section with the marks that its lines give its title: a doubtful profile, a spell printed again."""
    entry, title = section.entry, section.heading
    again = _printed_again(entry, reprinted)
    doubtful = ".profil" in entry.marks and read_profile(section).doubts
    marks = "statut=douteux" if doubtful else _REPRINT_MODES if again else ""
    numbers = (*title.numbers, *numbers_of(each.title for each in again))
    return replace(
        section, entry=replace(entry, marks=f"{entry.marks} {marks}"), heading=replace(title, numbers=numbers)
    )


def _printed_again(entry: Entry, reprinted: Reprints) -> list[Printing]:
    return reprinted.get(title_words(entry.title), []) if ".sort" in entry.marks else []


def _below(section: Section, writer: DocumentWriter, links: Linker, reprinted: Reprints) -> None:
    entry = section.entry
    if ".profil" in entry.marks:
        write_profile(section, writer, links)
    elif ".sort" in entry.marks or ".objet" in entry.marks:
        fields(section, writer, _printed_again(entry, reprinted))
    else:
        prose(section, writer)

"""What stands below a title: each line in the first form that it has, tables before lists, lists before prose."""

from __future__ import annotations

import re
from itertools import takewhile

from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, Place, paragraph, set_lines
from kb.reading.sections import Section
from kb.reading.works.wap.grids import footnotes, grid
from kb.reading.works.wap.lists import dice_table, formulas, lettered

_STEP = re.compile(r"^> (?P<label>.+?)(?P<rest>[ ]\(p\. .*|[ ]:[ ].*)?$")
_NOTE = re.compile(r"^Note ?: (?P<text>.+)$")
_BELOW = "> "
# The layout of prose: its bullets only open paragraphs.
_PROSE = "prose"


def write_body(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    set_lines(Place(section, writer, section.lines), _FORMS)


def _note(place: Place) -> int:
    match = _NOTE.match(place.line.text)
    return place.quote("Note", match["text"] if match else place.line.text) if match or place.line.role == "note" else 0


def _steps(place: Place) -> int:
    """The steps of a sequence, each with what is below it."""
    if ".sequence" not in place.section.entry.marks or not _STEP.match(place.line.text):
        return 0
    number, steps = 0, list(takewhile(lambda line: line.bullet == "-", place.lines))
    for line in steps:
        match = _STEP.match(line.text)
        if match:
            number += 1
            place.writer.block(f"{number}. **{match['label']}**{escaped(match['rest'] or '')}", line.numbers)
        else:
            place.writer.more(f"{'     ' if line.role == 'sous' else '   '}- {escaped(line.text)}", line.numbers)
    return len(steps)


def _below(place: Place) -> int:
    """A line that carries on the paragraph above: a bullet of it."""
    if not place.line.text.startswith(_BELOW):
        return 0
    place.writer.item(escaped(place.line.text.removeprefix(_BELOW)), place.line.numbers)
    return 1


def _bullet(place: Place) -> int:
    """A bullet and the lines that carry it on, deeper."""
    if not place.line.bullet or place.writer.found.layout_of(place.section) == _PROSE:
        return 0
    place.writer.item(escaped(place.line.text), place.line.numbers)
    below = list(takewhile(lambda line: line.text.startswith(_BELOW), place.lines[1:]))
    for line in below:
        place.writer.item(escaped(line.text.removeprefix(_BELOW)), line.numbers, depth=1)
    return 1 + len(below)


_FORMS = (_steps, _note, grid, dice_table, lettered, formulas, footnotes, _below, _bullet, paragraph)

"""What stands below a title: each line in the first form that it has, tables before lists, lists before prose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat, takewhile

from kb.errors import Diagnostic
from kb.reading.canonical import CanonicalWriter, escaped
from kb.reading.documents import Context
from kb.reading.register import Form, Part
from kb.reading.repairs import Line
from kb.reading.sections import Section
from kb.reading.works.wap.grids import footnotes, grid
from kb.reading.works.wap.lists import dice_table, formulas, lettered

_STEP = re.compile(r"^> (?P<label>.+?)(?P<rest>[ ]\(p\. .*|[ ]:[ ].*)?$")
_NOTE = re.compile(r"^Note ?: (?P<text>.+)$")
_BELOW = "> "
# The layout of prose: its bullets only open paragraphs.
_PROSE = "prose"


@dataclass(frozen=True, slots=True)
class Body:
    """The section being written: the captions that its tables wait for, whether its bullets open paragraphs, its steps."""

    captions: Iterator[str | None]
    prose: bool
    sequence: bool


def write_body(section: Section, writer: CanonicalWriter, context: Context) -> tuple[Diagnostic, ...]:
    """Write the lines of a section."""
    prose, sequence = context.layout_of(section) == _PROSE, ".sequence" in section.entry.marks
    body = Body(_captions(section, context.part), prose, sequence)
    lines = section.lines
    while lines:
        lines = lines[next(filter(None, (form(lines, writer, body) for form in _FORMS))) :]
    return ()


def _captions(section: Section, part: Part) -> Iterator[str | None]:
    """The caption of each table of a section: none for the one that the title names, then those that the register gives."""
    if ".tableau" in section.entry.marks:
        yield None
    yield from (entry.caption for entry in part.below(section.entry.id, Form.CAPTION))
    yield from repeat(None)


# Each form writes the first line or lines and says how many; 0 when they are not of that form.


def _tables(lines: tuple[Line, ...], writer: CanonicalWriter, body: Body) -> int:
    for form in (grid, dice_table, lettered, formulas):
        if taken := form(lines, writer, body.captions):
            return taken
    return footnotes(lines, writer)


def _note(lines: tuple[Line, ...], writer: CanonicalWriter, _body: Body) -> int:
    match = _NOTE.match(lines[0].text)
    if match or lines[0].role == "note":
        writer.block(f"> **Note** : {escaped(match['text'] if match else lines[0].text)}", lines[0].numbers)
        return 1
    return 0


def _steps(lines: tuple[Line, ...], writer: CanonicalWriter, body: Body) -> int:
    """The steps of a sequence, each with what is below it."""
    if not body.sequence or lines[0].bullet != "-" or not _STEP.match(lines[0].text):
        return 0
    number = 0
    for taken, line in enumerate(lines):
        match = _STEP.match(line.text)
        if line.bullet != "-":
            return taken
        if match:
            number += 1
            writer.block(f"{number}. **{match['label']}**{escaped(match['rest'] or '')}", line.numbers)
        else:
            writer.more(f"{'     ' if line.role == 'sous' else '   '}- {escaped(line.text)}", line.numbers)
    return len(lines)


def _below(lines: tuple[Line, ...], writer: CanonicalWriter, _body: Body) -> int:
    """A line that carries on the paragraph above: a bullet of it."""
    line = lines[0]
    if not line.text.startswith(_BELOW):
        return 0
    writer.item(escaped(line.text.removeprefix(_BELOW)), line.numbers)
    return 1


def _bullet(lines: tuple[Line, ...], writer: CanonicalWriter, body: Body) -> int:
    """A bullet and the lines that carry it on, deeper."""
    if not lines[0].bullet or body.prose:
        return 0
    writer.item(escaped(lines[0].text), lines[0].numbers)
    below = list(takewhile(lambda line: line.text.startswith(_BELOW), lines[1:]))
    for line in below:
        writer.item(escaped(line.text.removeprefix(_BELOW)), line.numbers, depth=1)
    return 1 + len(below)


def _paragraph(lines: tuple[Line, ...], writer: CanonicalWriter, _body: Body) -> int:
    writer.block(escaped(lines[0].text), lines[0].numbers, items=True)
    return 1


_FORMS: tuple[Callable[[tuple[Line, ...], CanonicalWriter, Body], int], ...] = (
    _steps,
    _note,
    _tables,
    _below,
    _bullet,
    _paragraph,
)

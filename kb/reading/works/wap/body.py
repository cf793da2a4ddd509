"""What stands below a title: each line in the first form that it has, tables before lists, lists before prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat, takewhile

from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter, Place, paragraph, set_lines
from kb.reading.register import Form
from kb.reading.sections import Section
from kb.reading.works.wap.grids import footnotes, grid
from kb.reading.works.wap.lists import dice_table, formulas, lettered

_STEP = re.compile(r"^> (?P<label>.+?)(?P<rest>[ ]\(p\. .*|[ ]:[ ].*)?$")
_NOTE = re.compile(r"^Note ?: (?P<text>.+)$")
_BELOW = "> "
# The layout of prose: its bullets only open paragraphs.
_PROSE = "prose"


@dataclass(slots=True)
class _Body(Place):
    """With the captions that the tables of the section wait for."""

    captions: Iterator[str | None] = field(default_factory=lambda: repeat(None))


def write_body(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    set_lines(_Body(section, writer, section.lines, captions=_captions(section, writer)), _FORMS)


def _captions(section: Section, writer: DocumentWriter) -> Iterator[str | None]:
    """The caption of each table of a section: none for the one that the title names, then those that the register gives."""
    if ".tableau" in section.entry.marks:
        yield None
    yield from (entry.caption for entry in writer.found.part.below(section.entry.id, Form.CAPTION))
    yield from repeat(None)


def _tables(body: _Body) -> int:
    for form in (grid, dice_table, lettered, formulas):
        if taken := form(body.lines, body.writer, body.captions):
            return taken
    return footnotes(body.lines, body.writer)


def _note(body: _Body) -> int:
    match = _NOTE.match(body.line.text)
    return body.quote("Note", match["text"] if match else body.line.text) if match or body.line.role == "note" else 0


def _steps(body: _Body) -> int:
    """The steps of a sequence, each with what is below it."""
    if ".sequence" not in body.section.entry.marks or not _STEP.match(body.line.text):
        return 0
    number, steps = 0, list(takewhile(lambda line: line.bullet == "-", body.lines))
    for line in steps:
        match = _STEP.match(line.text)
        if match:
            number += 1
            body.writer.block(f"{number}. **{match['label']}**{escaped(match['rest'] or '')}", line.numbers)
        else:
            body.writer.more(f"{'     ' if line.role == 'sous' else '   '}- {escaped(line.text)}", line.numbers)
    return len(steps)


def _below(body: _Body) -> int:
    """A line that carries on the paragraph above: a bullet of it."""
    if not body.line.text.startswith(_BELOW):
        return 0
    body.writer.item(escaped(body.line.text.removeprefix(_BELOW)), body.line.numbers)
    return 1


def _bullet(body: _Body) -> int:
    """A bullet and the lines that carry it on, deeper."""
    if not body.line.bullet or body.writer.found.layout_of(body.section) == _PROSE:
        return 0
    body.writer.item(escaped(body.line.text), body.line.numbers)
    below = list(takewhile(lambda line: line.text.startswith(_BELOW), body.lines[1:]))
    for line in below:
        body.writer.item(escaped(line.text.removeprefix(_BELOW)), line.numbers, depth=1)
    return 1 + len(below)


_FORMS = (_steps, _note, _tables, _below, _bullet, paragraph)

"""What stands below a title: each line in the first form that it has, tables before lists, lists before prose."""

from __future__ import annotations

import re

from kb.reading.body import Body, callout, paragraph
from kb.reading.canonical import escaped
from kb.reading.documents import DocumentWriter
from kb.reading.sections import Section
from kb.reading.works.wap.grids import footnote, grid
from kb.reading.works.wap.lists import dice_table, formulas, lettered

_STEP = re.compile(r"^> (?P<label>.+?)(?P<rest>[ ]\(p\. .*|[ ]:[ ].*)?$")
_BELOW = "> "
# The layout of prose: its bullets only open paragraphs.
_PROSE = "prose"


def write_body(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    Body(section, writer, section.lines).write(_FORMS)


def _steps(body: Body) -> int:
    """The steps of a sequence, each with what is below it."""
    if ".sequence" not in body.section.entry.marks or not _STEP.match(body.line.text):
        return 0
    number, steps = 0, body.run(lambda line: line.bullet == "-")
    for line in steps:
        match = _STEP.match(line.text)
        if match:
            number += 1
            body.writer.block(f"{number}. **{match['label']}**{escaped(match['rest'] or '')}", line.numbers)
        else:
            body.writer.more(f"{'     ' if line.role == 'sous' else '   '}- {escaped(line.text)}", line.numbers)
    return len(steps)


def _below(body: Body) -> int:
    """A line that carries on the paragraph above: a bullet of it."""
    return body.item(escaped(body.line.text.removeprefix(_BELOW))) if body.line.text.startswith(_BELOW) else 0


def _bullet(body: Body) -> int:
    """A bullet and the lines that carry it on, deeper."""
    if not body.line.bullet or body.writer.found.layout_of(body.section) == _PROSE:
        return 0
    below = body.run(lambda line: line.text.startswith(_BELOW), 1)
    body.item(escaped(body.line.text))
    for line in below:
        body.writer.item(escaped(line.text.removeprefix(_BELOW)), line.numbers, depth=1)
    return 1 + len(below)


_FORMS = (_steps, callout, grid, dice_table, lettered, formulas, footnote, _below, _bullet, paragraph)

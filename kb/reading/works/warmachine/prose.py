"""What stands below a title: tables, examples, formulas, items, paragraphs, and the words that a blank page number follows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.reading.body import Body, callout, form, rows_of
from kb.reading.canonical import Row, cell, escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, numbers_of
from kb.reading.sections import Section
from kb.reading.works.warmachine.paragraphs import ITEM

_PAIR = re.compile(r"^(?P<label>[^:]{1,60}) : (?P<text>[^:]+[^.:])$")
_CELL = re.compile(r"^[^.;]{2,40}[^.;: ]$")
_BLANK_PAGE = r"\(p\. X+\)"
_LABEL = re.compile(rf"^(?P<label>[A-ZÀ-Ý][^.:(]{{2,70}}?)(?P<place> (?:{_BLANK_PAGE}|\(voir plus haut\)))? : (?=\S)")
# The name of a rule before the page left blank: it is what the reference names.
_RULES_OF = re.compile(rf"(?P<head>\brègles? de )(?P<term>[^().,;:«»]{{3,40}}?) (?={_BLANK_PAGE})")


def write_body(section: Section, writer: DocumentWriter) -> None:
    """Write the lines of a section."""
    Body(section, writer, section.lines).write(_FORMS)


def table(body: Body) -> int:
    """The table that the data tell of, under its caption when the register gives one."""
    grid = body.writer.found.grid(body.section)
    if grid is None:
        return 0
    pattern = _PAIR if grid.form == "pairs" else _CELL
    lines = body.run(lambda line: pattern.match(line.text) and not line.role)
    if lines:
        rows = rows_of(_PAIR, lines) if grid.form == "pairs" else _by_column(lines, len(grid.columns))
        body.table(map(cell, grid.columns), rows)
    return len(lines)


def _by_column(lines: Sequence[Line], width: int) -> list[Row]:
    """The cells dealt into rows, their columns as even as their number allows."""
    height = -(-len(lines) // width)
    rows = [lines[place::height] for place in range(height)]
    return [([cell(line.text) for line in cells], numbers_of(cells)) for cells in rows]


@form(r"^(?P<name>[A-ZÀ-Ý][^=.:]{3,70}) = (?P<value>[^=]{2,80}[^=.])$")
def _formula(body: Body, match: re.Match[str]) -> None:
    """A value and what it is made of."""
    body.block(f"- **{match['name']}** = {escaped(match['value'])}")


def _text(body: Body) -> int:
    """An item, its label in bold, or a paragraph."""
    text = body.line.text
    if body.line.bullet == ITEM:
        text = _LABEL.sub(lambda match: f"**{match['label']}**{match['place'] or ''} : ", text)
    text = escaped(_RULES_OF.sub(r"\g<head>**\g<term>** ", text))
    return body.item(text) if body.line.bullet == ITEM else body.block(text, items=True)


_FORMS = (table, callout, _formula, _text)

"""The layouts of tables: columns parted by tabs, the legends of the two set-up diagrams, the contents of the box."""

from __future__ import annotations

import re

from kb.model import Repair
from kb.reading.body import Body
from kb.reading.canonical import cell
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line, has_icon, numbers_of
from kb.reading.sections import Section

_LETTERED = re.compile(r"^(?P<letter>[A-Z])\.[ ]+(?P<text>.+)$")
_COUNTED = re.compile(r"^(?P<count>\d+)[ ]+(?P<text>.+)$")
_STARRED = re.compile(r"(?<=\w)\*")
_UNREADABLE = "icônes illisibles"


def tabbed(body: Body) -> int:
    """A table, an unreadable cell as `?`."""
    rows = [(_read_cells(line, body.writer), line.numbers) for line in body.run(lambda line: "\t" in line.text)]
    if rows:
        body.table(rows[0][0], rows[1:], rows[0][1])
    return len(rows)


def _read_cells(line: Line, writer: DocumentWriter) -> list[str]:
    """The cells of a line, those of icons declared unreadable."""
    cells = [text.strip() for text in line.text.split("\t")]
    writer.repairs += (Repair(line.number, text, "?", _UNREADABLE) for text in cells if has_icon(text))
    return ["?" if has_icon(text) else cell(text) for text in cells]


def legend(section: Section, writer: DocumentWriter) -> None:
    """Write the legend of a diagram, printed as a grid of « A. … », one row a letter, with its footnote."""
    rows: list[tuple[str, str, tuple[int, ...]]] = []
    notes: list[Line] = []
    for line in section.lines:
        if line.text.startswith("*"):
            notes.append(line)
        cells = filter(None, (_LETTERED.match(text.strip()) for text in line.text.split("|")))
        rows += [(match["letter"], match["text"], line.numbers) for match in cells]
    shown = [([letter, _called(text)], numbers) for letter, text, numbers in sorted(rows)]
    writer.table(["Repère", "Élément"], shown)
    _footnotes(notes, writer)


def components(section: Section, writer: DocumentWriter) -> None:
    """Write the contents of the box, one row an item; lines without a blank line between them are one item."""
    items: list[list[Line]] = []
    notes = [line for line in section.lines if line.text.startswith("*")]
    for line in (line for line in section.lines if line not in notes):
        if items and line.number == items[-1][-1].number + 1:
            items[-1].append(line)
        else:
            items.append([line])
    writer.table(["Quantité", "Élément"], [(_counted(item), numbers_of(item)) for item in items])
    _footnotes(notes, writer)


def _counted(item: list[Line]) -> list[str]:
    """How many there are of an item, and what it is."""
    text = " ".join(line.text for line in item)
    match = _COUNTED.match(text)
    return [match["count"], _called(match["text"])] if match else ["", _called(text)]


def _called(text: str) -> str:
    """A cell whose asterisk calls the footnote."""
    return _STARRED.sub("[^1]", cell(text))


def _footnotes(notes: list[Line], writer: DocumentWriter) -> None:
    for line in notes:
        writer.more(f"[^1] : {line.text.lstrip('* ')}", line.numbers)

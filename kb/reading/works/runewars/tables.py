"""The layouts of tables: columns parted by tabs, the legends of the two set-up diagrams, the contents of the box."""

from __future__ import annotations

import re

from kb.errors import Diagnostic
from kb.model import Repair
from kb.reading.canonical import CanonicalWriter, cell, row, rule_line
from kb.reading.repairs import Line, has_icon
from kb.reading.sections import Section
from kb.reading.works.runewars.context import Context

_LETTERED = re.compile(r"^(?P<letter>[A-Z])\.[ ]+(?P<text>.+)$")
_COUNTED = re.compile(r"^(?P<count>\d+)[ ]+(?P<text>.+)$")
_STARRED = re.compile(r"(?<=\w)\*")
_UNREADABLE = "icônes illisibles"


def tabbed(lines: tuple[Line, ...], writer: CanonicalWriter, caption: str | None) -> int:
    """Write the table that opens `lines`, an unreadable cell as `?`, and say how many lines it takes."""
    count = next((place for place, line in enumerate(lines) if "\t" not in line.text), len(lines))
    width = max(line.text.count("\t") + 1 for line in lines[:count])
    if caption:
        writer.block(caption)
    for place, line in enumerate(lines[:count]):
        cells = [text.strip() for text in line.text.split("\t")]
        writer.repair(Repair(line.number, text, "?", _UNREADABLE) for text in cells if has_icon(text))
        shown = row(["?" if has_icon(text) else cell(text) for text in cells] + [""] * (width - len(cells)))
        (writer.more if place or caption else writer.block)(shown, line.numbers)
        if place == 0:
            writer.more(rule_line(width))
    return count


def legend(section: Section, writer: CanonicalWriter, _context: Context) -> tuple[Diagnostic, ...]:
    """Write the legend of a diagram, printed as a grid of « A. … », one row a letter, with its footnote."""
    rows: list[tuple[str, str, tuple[int, ...]]] = []
    notes: list[Line] = []
    for line in section.lines:
        if line.text.startswith("*"):
            notes.append(line)
        cells = filter(None, (_LETTERED.match(text.strip()) for text in line.text.split("|")))
        rows += [(match["letter"], match["text"], line.numbers) for match in cells]
    writer.block(row(["Repère", "Élément"]))
    writer.more(rule_line(2))
    for letter, text, numbers in sorted(rows):
        writer.more(row([letter, _called(text)]), numbers)
    _footnotes(notes, writer)
    return ()


def components(section: Section, writer: CanonicalWriter, _context: Context) -> tuple[Diagnostic, ...]:
    """Write the contents of the box, one row an item; lines without a blank line between them are one item."""
    items: list[list[Line]] = []
    notes = [line for line in section.lines if line.text.startswith("*")]
    for line in section.lines:
        if line in notes:
            continue
        if items and line.number == items[-1][-1].number + 1:
            items[-1].append(line)
        else:
            items.append([line])
    writer.block(row(["Quantité", "Élément"]))
    writer.more(rule_line(2))
    for item in items:
        text = " ".join(line.text for line in item)
        match = _COUNTED.match(text)
        cells = [match["count"], _called(match["text"])] if match else ["", _called(text)]
        writer.more(row(cells), tuple(line.number for line in item))
    _footnotes(notes, writer)
    return ()


def _called(text: str) -> str:
    """A cell whose asterisk calls the footnote."""
    return _STARRED.sub("[^1]", cell(text))


def _footnotes(notes: list[Line], writer: CanonicalWriter) -> None:
    for line in notes:
        writer.more(f"[^1] : {line.text.lstrip('* ')}", line.numbers)

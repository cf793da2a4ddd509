"""Tables parted by tabs, and the warscrolls: characteristics, weapons, keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.model import Repair
from kb.model.words import words
from kb.reading.body import Body
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import ICON_REASON, Line, numbers_of
from kb.reading.sections import Section
from kb.reading.works.aos import forms

_LABELLED = re.compile(r"^(?P<label>[A-ZÀ-Ý]{3,}\.?)[ ](?P<value>\S*\d\S*)$")


def tabbed(body: Body) -> int:
    """A table; a column of icons is left out."""
    lines = body.run(lambda line: "\t" in line.text)
    lines = lines[: next((at for at in range(1, len(lines)) if _is_head(lines[at])), len(lines))]
    rows = [[text.strip() for text in line.text.split("\t")] for line in lines]
    if rows and not any(words(cells[0]) for cells in rows):
        icons = ((line.number, cells[0]) for line, cells in zip(lines, rows, strict=True) if cells[0])
        body.writer.repairs += (Repair(number, icon, "", ICON_REASON) for number, icon in icons)
        rows = [cells[1:] for cells in rows]
    shown = [([*map(cell, cells)], line.numbers) for line, cells in zip(lines, rows, strict=True)]
    grid = body.writer.found.grid(body.section)
    if shown and grid is not None:
        body.table(map(cell, grid.columns), shown)
    elif shown:
        body.table(shown[0][0], shown[1:], shown[0][1])
    return len(lines)


def _is_head(line: Line) -> bool:
    """True for a line of titles of columns: capitals, then words without a figure."""
    first, *others = line.text.strip("\t").split("\t")
    return first == first.upper() and len(words(first)) > 1 and not any(map(str.isdigit, "".join(others)))


def profile(section: Section, lines: Sequence[Line], writer: DocumentWriter) -> tuple[Line, ...]:
    """Write a warscroll: its characteristics as a table, its weapons, its keywords; return the lines left."""
    found = [(line, match) for line in lines if (match := _LABELLED.match(line.text))]
    if found:
        numbers = numbers_of(line for line, _match in found)
        labels, values = ([cell(match[name]) for _line, match in found] for name in ("label", "value"))
        writer.table(labels, [(values, numbers)], numbers)
    rest: list[Line] = []

    def other(body: Body) -> int:
        rest.append(body.line)
        return 1

    left = tuple(line for line in lines if not _LABELLED.match(line.text))
    Body(section, writer, left).write((tabbed, _keywords, other))
    return tuple(rest)


def _keywords(body: Body) -> int:
    """A line of keywords."""
    label, text = forms.field(body.line) or ("", "")
    return body.block(f"Mots-clés : {escaped(text)}") if label == "Mots-clés" else 0

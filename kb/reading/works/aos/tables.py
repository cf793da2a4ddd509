"""Tables parted by tabs, and the warscrolls: characteristics, weapons, keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.model import Repair
from kb.model.words import words
from kb.reading.canonical import cell, escaped
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import ICON_REASON, Line, numbers_of
from kb.reading.works.aos import forms

_LABELLED = re.compile(r"^(?P<label>[A-ZÀ-Ý]{3,}\.?)(?:[ ](?P<value>\S*\d\S*))?$")
_VALUE = re.compile(r"^\d+\+?$")
_LEGEND = ["Repère", "Partie"]


def tabbed(lines: Sequence[Line], writer: DocumentWriter, caption: str | None) -> int:
    """Write the table that opens `lines`, if one does, and say how many it takes; a column of icons is left out."""
    count = next((place for place, line in enumerate(lines) if "\t" not in line.text), len(lines))
    count = next((place for place in range(1, count) if _is_head(lines[place])), count)
    rows = [[text.strip() for text in line.text.split("\t")] for line in lines[:count]]
    if rows and not any(words(cells[0]) for cells in rows):
        icons = ((line.number, cells[0]) for line, cells in zip(lines, rows, strict=False) if cells[0])
        writer.repair(Repair(number, icon, "", ICON_REASON) for number, icon in icons)
        rows = [cells[1:] for cells in rows]
    shown = [([*map(cell, cells)], line.numbers) for line, cells in zip(lines, rows, strict=False)]
    if shown and rows[0][0].isdigit():
        writer.table(_LEGEND, shown, (), caption)
    elif shown:
        writer.table(shown[0][0], shown[1:], shown[0][1], caption)
    return count


def _is_head(line: Line) -> bool:
    """True for a line of titles of columns: capitals, then words without a figure."""
    first, *others = line.text.strip("\t").split("\t")
    return first == first.upper() and len(words(first)) > 1 and not any(map(str.isdigit, "".join(others)))


def profile(lines: Sequence[Line], writer: DocumentWriter) -> tuple[Line, ...]:
    """Write a warscroll: its characteristics as a table, its weapons, its keywords; return the lines left."""
    pairs, left = _characteristics(lines)
    if pairs:
        numbers = tuple(number for _label, _value, group in pairs for number in group)
        values = [cell(value) for _label, value, _group in pairs]
        writer.table((cell(label) for label, _value, _group in pairs), [(values, numbers)], numbers)
    rest: list[Line] = []
    while left:
        taken = tabbed(left, writer, None) or _keywords(left, writer)
        rest += [] if taken else left[:1]
        left = left[taken or 1 :]
    return tuple(rest)


def _characteristics(lines: Sequence[Line]) -> tuple[list[tuple[str, str, tuple[int, ...]]], list[Line]]:
    """(label, value, lines) of each characteristic, and the other lines; a value may stand on the line before its label."""
    pairs: list[tuple[str, str, tuple[int, ...]]] = []
    left: list[Line] = []
    for line in lines:
        match = _LABELLED.match(line.text)
        if match and match["value"]:
            pairs.append((match["label"], match["value"], line.numbers))
        elif match and left and _VALUE.match(left[-1].text):
            above = left.pop()
            pairs.append((match["label"], above.text, (*above.numbers, *line.numbers)))
        else:
            left.append(line)
    return pairs, left


def _keywords(lines: Sequence[Line], writer: DocumentWriter) -> int:
    """The line of keywords, if one opens `lines`; they may stand on the next one."""
    label, text = forms.field(lines[0]) or ("", "")
    if label != "Mots-clés":
        return 0
    taken = 1 if text or len(lines) == 1 else 2
    writer.block(f"Mots-clés : {escaped(text or lines[taken - 1].text)}", numbers_of(lines[:taken]))
    return taken

"""Tables that the print left as lines: « label : text » pairs, or the cells of one column after those of the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from kb.reading.canonical import Row, cell
from kb.reading.documents import Place
from kb.reading.repairs import Line, numbers_of

_PAIR = re.compile(r"^(?P<label>[^:]{1,60}) : (?P<text>[^:]+[^.:])$")
_CELL = re.compile(r"^[^.;]{2,40}[^.;: ]$")


def table(place: Place) -> int:
    """The table that the data tell of, under its caption when the register gives one."""
    grid = place.writer.found.grid(place.section)
    if grid is None:
        return 0
    pattern = _PAIR if grid.form == "pairs" else _CELL
    lines = list(takewhile(lambda line: pattern.match(line.text) and not line.role, place.lines))
    if lines:
        rows = _pairs(lines) if grid.form == "pairs" else _by_column(lines, len(grid.columns))
        place.table(map(cell, grid.columns), rows)
    return len(lines)


def _pairs(lines: Sequence[Line]) -> list[Row]:
    """The two cells of each line."""
    return [(map(cell, match.groups()), line.numbers) for line in lines if (match := _PAIR.match(line.text))]


def _by_column(lines: Sequence[Line], width: int) -> list[Row]:
    """The cells dealt into rows, their columns as even as their number allows."""
    height = -(-len(lines) // width)
    rows = [lines[place::height] for place in range(height)]
    return [([cell(line.text) for line in cells], numbers_of(cells)) for cells in rows]

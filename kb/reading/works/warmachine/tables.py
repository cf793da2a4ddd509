"""Tables that the print left as lines: « label : text » pairs, or the cells of one column after those of the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.reading.body import Body, rows_of
from kb.reading.canonical import Row, cell
from kb.reading.repairs import Line, numbers_of

_PAIR = re.compile(r"^(?P<label>[^:]{1,60}) : (?P<text>[^:]+[^.:])$")
_CELL = re.compile(r"^[^.;]{2,40}[^.;: ]$")


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

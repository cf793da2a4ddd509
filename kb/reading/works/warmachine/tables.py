"""Tables that the print left as lines: « label : text » pairs, or the cells of one column after those of the other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.reading.canonical import CanonicalWriter, cell
from kb.reading.instructions import Grid
from kb.reading.repairs import Line, numbers_of

_PAIR = re.compile(r"^(?P<label>[^:]{1,60}) : (?P<text>[^:]+[^.:])$")
_CELL = re.compile(r"^[^.;]{2,40}[^.;: ]$")


def is_cell(line: Line, grid: Grid) -> bool:
    """True when a line may belong to the table told."""
    return bool((_PAIR if grid.form == "pairs" else _CELL).match(line.text)) and not line.role


def write_table(lines: Sequence[Line], grid: Grid, caption: str | None, writer: CanonicalWriter) -> None:
    """Write the rows that the lines hold, under their caption when the register gives one."""
    rows = _pairs(lines) if grid.form == "pairs" else _by_column(lines, len(grid.columns))
    writer.table(map(cell, grid.columns), [([*map(cell, cells)], numbers) for cells, numbers in rows], (), caption)


def _pairs(lines: Sequence[Line]) -> list[tuple[list[str], tuple[int, ...]]]:
    """The two cells of each line."""
    return [(list(match.groups()), line.numbers) for line in lines if (match := _PAIR.match(line.text))]


def _by_column(lines: Sequence[Line], width: int) -> list[tuple[list[str], tuple[int, ...]]]:
    """The cells dealt into rows, their columns as even as their number allows."""
    height = -(-len(lines) // width)
    rows = [lines[place::height] for place in range(height)]
    return [([line.text for line in cells], numbers_of(cells)) for cells in rows]

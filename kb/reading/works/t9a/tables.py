"""Tables of rules: rows parted by tabs, the first one the head, or two when the second has no first cell."""

from __future__ import annotations

from kb.reading.canonical import CanonicalWriter, cell
from kb.reading.repairs import Line
from kb.reading.sections import Section
from kb.reading.works.t9a.context import Context

_TABS = "tabs"


def tabbed(lines: tuple[Line, ...], section: Section, writer: CanonicalWriter, context: Context) -> int:
    """Write the table that opens `lines` and say how many of them it takes."""
    count = next((place for place, line in enumerate(lines) if "\t" not in line.text), len(lines))
    rows = [(line.text.rstrip("\t").split("\t"), line.numbers) for line in lines[:count]]
    given = next((grid for grid in context.told.table if grid.under == section.entry.id and grid.form == _TABS), None)
    if given is not None:
        rows.insert(0, (list(given.columns), ()))
    elif len(rows) > 1 and not rows[1][0][0].strip():
        rows[:2] = [_merged(rows[0], rows[1])]
    width = max(len(cells) for cells, _numbers in rows)
    (head, numbers), *rest = [([*map(cell, cells)], lines) for cells, lines in rows]
    writer.table([*head, *[""] * (width - len(head))], rest, numbers, context.part.caption(section.entry.id))
    return count


def _merged(
    first: tuple[list[str], tuple[int, ...]], second: tuple[list[str], tuple[int, ...]]
) -> tuple[list[str], tuple[int, ...]]:
    """A head of two rows as one."""
    width = max(len(first[0]), len(second[0]))
    above, below = ([*cells, *[""] * (width - len(cells))] for cells, _numbers in (first, second))
    return [f"{one} {other}".strip() for one, other in zip(above, below, strict=True)], (*first[1], *second[1])

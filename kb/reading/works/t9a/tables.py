"""Tables of rules: rows parted by tabs, the first one the head, or two when the second has no first cell."""

from __future__ import annotations

from itertools import zip_longest

from kb.reading.body import Body
from kb.reading.canonical import cell

_TABS = "tabs"


def tabbed(body: Body) -> int:
    """Write the table that opens the lines left, if one does, and say how many of them it takes."""
    lines = body.run(lambda line: "\t" in line.text)
    rows = [(list(map(cell, line.text.rstrip("\t").split("\t"))), line.numbers) for line in lines]
    given = body.writer.found.grid(body.section)
    if rows and given is not None and given.form == _TABS:
        rows.insert(0, ([*given.columns], ()))
    elif len(rows) > 1 and not rows[1][0][0]:
        (above, numbers), (below, more) = rows[:2]
        head = [f"{one} {other}".strip() for one, other in zip_longest(above, below, fillvalue="")]
        rows[:2] = [(head, (*numbers, *more))]
    if rows:
        body.table(rows[0][0], rows[1:], rows[0][1])
    return len(lines)

"""The tables: drawn with bars, their head of one line or two."""

from __future__ import annotations

from collections.abc import Sequence

from kb.model import Repair
from kb.reading.body import Body, called
from kb.reading.canonical import CanonicalWriter, row
from kb.reading.repairs import Line, numbers_of

HEAD_REASON = "tête du tableau répétée dans chaque colonne de nombres"


def grid(body: Body) -> int:
    """A table."""
    rows = body.run(lambda line: line.text.startswith("|"))
    if rows:
        titles, numbers = _head(rows, body.writer)
        below = [([called(text) for text in _cells(line)], line.numbers) for line in rows[_height(rows) :]]
        body.table(titles, below, numbers)
    return len(rows)


def _cells(line: Line) -> list[str]:
    return [text.strip() for text in line.text.strip().strip("|").split("|")]


def _numbered(cells: list[str]) -> bool:
    """True for a line whose cells are numbers, but the first."""
    return len(cells) > 1 and all(text.isdigit() for text in cells[1:])


def _height(rows: Sequence[Line]) -> int:
    """How many lines the head takes: two when one title stands over the numbers of the next line."""
    titles = [text for text in _cells(rows[0]) if text]
    over = len(titles) == 1 and not _cells(rows[0])[0]
    return 1 + (over and len(rows) > 1 and _numbered(_cells(rows[1])))


def _head(rows: Sequence[Line], writer: CanonicalWriter) -> tuple[list[str], tuple[int, ...]]:
    """The titles of the columns and the lines they come from; a title of numbers goes before each of them."""
    first, height = _cells(rows[0]), _height(rows)
    if height == 1 and not (first[0] and _numbered(first)):
        return [called(text) for text in first], rows[0].numbers
    over = next(text for text in first if text)
    numbers = _cells(rows[height - 1])
    titles = [numbers[0] if height > 1 else "", *(f"{over} {number}" for number in numbers[1:])]
    for line in rows[: height - 1]:
        writer.repairs.append(Repair(line.number, line.text, "", HEAD_REASON))
    writer.repairs.append(Repair(rows[height - 1].number, rows[height - 1].text, row(titles), HEAD_REASON))
    return titles, numbers_of(rows[:height])

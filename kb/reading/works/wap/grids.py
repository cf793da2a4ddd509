"""The tables: drawn with bars, their head of one line or two, the marks that call footnotes; or printed as lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.model import Repair
from kb.reading.body import Body, form, rows_of
from kb.reading.canonical import CanonicalWriter, cell, escaped, row
from kb.reading.repairs import Line, numbers_of

HEAD_REASON = "tête du tableau répétée dans chaque colonne de nombres"
_MARK = re.compile(r"[ ]*(?P<stars>\*{1,3})(?=$|[ ,])")
_LETTERED = re.compile(r"^(?P<letter>[a-z])\. (?P<case>.+?) (?P<value>[+-]\d.*)$")
_CONDITION = re.compile(r"^\([^()]+\)$")
_RESULT = re.compile(r"^(?P<roll>\d+(?:-\d+)?\+?) (?P<text>\D.+)$")
_FORMULA = re.compile(r"^(?P<case>[^:|]{2,30}?) ?: (?P<score>\d\+?)$")


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


def called(text: str) -> str:
    """A cell whose asterisks call footnotes; those that fill it alone are shown too."""
    shown = "\\" + "\\".join(text) if text and not text.strip("*") else ""
    return shown + _MARK.sub(lambda mark: f"[^{len(mark['stars'])}]", cell(text))


@form(r"^(?P<stars>\*{1,3})[ ]+(?P<text>.+)$")
def footnote(body: Body, match: re.Match[str]) -> None:
    """A footnote; it belongs to the table above."""
    body.block(f"[^{len(match['stars'])}] : {escaped(match['text'])}")


def lettered(body: Body) -> int:
    """Modifiers `a. Situation -1`, each with the condition printed on a line below it."""
    if not _LETTERED.match(body.line.text) or not body.line.bullet:
        return 0
    items = body.run(lambda line: _LETTERED.match(line.text) or _CONDITION.match(line.text))
    rows: list[tuple[list[str], tuple[int, ...]]] = []
    for line in items:
        if match := _LETTERED.match(line.text):
            rows.append(([*map(cell, match.groups())], line.numbers))
        else:
            cells, numbers = rows[-1]
            rows[-1] = ([*cells[:-1], f"{cells[-1]} {cell(line.text)}"], (*numbers, *line.numbers))
    body.table(["Repère", "Situation", "Modificateur"], rows)
    return len(items)


@form(r"^(?P<die>\d?D\d+) (?P<head>Résultat)$")
def dice_table(body: Body, match: re.Match[str]) -> int:
    """A die and its results, a line each."""
    rows = rows_of(_RESULT, body.lines[1:])
    body.table([match["die"], match["head"]], rows, body.line.numbers)
    return 1 + len(rows)


def formulas(body: Body) -> int:
    """Comparisons and the score that each gives, which say a matrix again."""
    rows = rows_of(_FORMULA, body.lines) if not body.line.bullet else []
    if rows:
        body.table(["Rapport", "Jet"], rows)
    return len(rows)

"""Tables printed as lists: modifiers after a letter, results after a die roll, scores after a comparison."""

from __future__ import annotations

import re
from itertools import takewhile

from kb.reading.canonical import Row, cell
from kb.reading.documents import Place
from kb.reading.repairs import Line

_LETTERED = re.compile(r"^(?P<letter>[a-z])\. (?P<case>.+?) (?P<value>[+-]\d.*)$")
_CONDITION = re.compile(r"^\([^()]+\)$")
_DICE = re.compile(r"^(?P<die>\d?D\d+) (?P<head>Résultat)$")
_RESULT = re.compile(r"^(?P<roll>\d+(?:-\d+)?\+?) (?P<text>\D.+)$")
_FORMULA = re.compile(r"^(?P<case>[^:|]{2,30}?) ?: (?P<score>\d\+?)$")


def lettered(place: Place) -> int:
    """Modifiers `a. Situation -1`, each with the condition printed on a line below it."""
    if not _LETTERED.match(place.line.text) or not place.line.bullet:
        return 0
    items = list(takewhile(lambda line: _LETTERED.match(line.text) or _CONDITION.match(line.text), place.lines))
    rows: list[tuple[list[str], tuple[int, ...]]] = []
    for line in items:
        if match := _LETTERED.match(line.text):
            rows.append(([*map(cell, match.groups())], line.numbers))
        else:
            cells, numbers = rows[-1]
            rows[-1] = ([*cells[:-1], f"{cells[-1]} {cell(line.text)}"], (*numbers, *line.numbers))
    place.table(["Repère", "Situation", "Modificateur"], rows)
    return len(items)


def dice_table(place: Place) -> int:
    """A die and its results, a line each."""
    head = _DICE.match(place.line.text)
    if not head:
        return 0
    rows = _rows(_RESULT, place.lines[1:])
    place.table([head["die"], head["head"]], rows, place.line.numbers)
    return 1 + len(rows)


def formulas(place: Place) -> int:
    """Comparisons and the score that each gives, which say a matrix again."""
    if place.line.bullet or not _FORMULA.match(place.line.text):
        return 0
    rows = _rows(_FORMULA, place.lines)
    place.table(["Rapport", "Jet"], rows)
    return len(rows)


def _rows(pattern: re.Pattern[str], lines: tuple[Line, ...]) -> list[Row]:
    """The rows that a pattern of two groups reads at the head of some lines."""
    matches = ((pattern.match(line.text), line.numbers) for line in lines)
    return [
        ([*map(cell, match.groups())], numbers) for match, numbers in takewhile(lambda pair: pair[0], matches) if match
    ]

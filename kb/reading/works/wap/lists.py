"""Tables printed as lists: modifiers after a letter, results after a die roll, scores after a comparison."""

from __future__ import annotations

import re

from kb.reading.body import Body, form, rows_of
from kb.reading.canonical import cell

_LETTERED = re.compile(r"^(?P<letter>[a-z])\. (?P<case>.+?) (?P<value>[+-]\d.*)$")
_CONDITION = re.compile(r"^\([^()]+\)$")
_RESULT = re.compile(r"^(?P<roll>\d+(?:-\d+)?\+?) (?P<text>\D.+)$")
_FORMULA = re.compile(r"^(?P<case>[^:|]{2,30}?) ?: (?P<score>\d\+?)$")


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

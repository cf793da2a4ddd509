"""The row of a table that answers, and the cell when the question names both a row and a column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.answer.values import Cell
from kb.model.words import fold, words
from kb.search import Analyzer
from kb.store import Passage

_FIGURE = re.compile(r"(?:([^\W\d_]+)[ ]?)?(\d+)(?![\w.])")
# « Force – Résistance », and what its rows hold: « 2 ou plus », « 1 », « de 0 à -3 », « -2 ou moins ».
_DIFFERENCE = re.compile(r"\s(?:[-–−]|moins)\s")
_BOUND = re.compile(r"(?:[Dd]e )?([-–−+]?\d+)(?:\s*(\+|ou plus|ou moins)|\s*à\s*([-–−+]?\d+))?")
_MORE = frozenset({"+", "ou plus"})
_RANGE = re.compile(r"(\d+)(?:[ ]?[-–à][ ]?(\d+)|(\+| ou plus))?")


def cell_of(question: str, rows: Sequence[Passage], analyzer: Analyzer) -> tuple[Passage, Cell] | None:
    """The row whose first cell holds a figure of the question, with the cell under a column that holds the other.

    `CC 4 contre CC 6` names the row 4 and the column 6, in that order: the one who acts, then the one who undergoes. Nothing is
    guessed: a question that fits no row, or several, gives none.
    """
    figures = [(word or "", int(number)) for word, number in _FIGURE.findall(question)]
    if len(figures) < 2:  # noqa: PLR2004 - a row and a column
        return None
    first, second = figures[0], figures[1]
    apart = [row for row in rows if row.fields and _compares(row.fields[0], first, second, analyzer)]
    if apart:
        cells = [pair for pair in apart[0].fields[1:] if pair[0] != "keywords"]
        return (apart[0], Cell(apart[0].id, *cells[0])) if len(apart) == len(cells) == 1 else None
    named = [row for row in rows if row.fields and _names(*row.fields[0], first, analyzer)]
    if len(named) != 1:
        return None
    cells = [
        pair for pair in named[0].fields[1:] if pair[0] != "keywords" and _names(pair[0], pair[0], second, analyzer)
    ]
    return (named[0], Cell(named[0].id, *cells[0])) if len(cells) == 1 else None


def _names(title: str, text: str, figure: tuple[str, int], analyzer: Analyzer) -> bool:
    """True when a text holds the figure, under a title that has its word."""
    return _holds(text, figure[1]) and _speaks_of(title, figure[0], analyzer)


def _compares(label: tuple[str, str], first: tuple[str, int], second: tuple[str, int], analyzer: Analyzer) -> bool:
    """True when the first cell holds the difference of two figures, under a title like `A – B` that has both words."""
    sides = _DIFFERENCE.split(label[0])
    if len(sides) != 2 or not (_speaks_of(sides[0], first[0], analyzer) and _speaks_of(sides[1], second[0], analyzer)):  # noqa: PLR2004
        return False
    bound = _BOUND.fullmatch(label[1].strip())
    if bound is None:
        return False
    value, difference = _signed(bound[1]), first[1] - second[1]
    if not bound[2]:
        ends = sorted((value, _signed(bound[3] or bound[1])))
        return ends[0] <= difference <= ends[1]
    return difference >= value if bound[2] in _MORE else difference <= value


def _signed(printed: str) -> int:
    """A number as printed, whatever its sign is made of."""
    return int(printed.replace("−", "-").replace("–", "-"))


def _speaks_of(title: str, word: str, analyzer: Analyzer) -> bool:
    """True when a title has a word, or one that it begins: « Rés » is said for « Résistance », « E » for « Endurance »."""
    if not word:
        return True
    begins = any(held.startswith(fold(word)) for held in words(title))
    return begins or not set(analyzer.keys(word)).isdisjoint(analyzer.keys(title))


def _holds(text: str, number: int) -> bool:
    """True when a text holds a number, in a range (`2-3`) or above a threshold (`10+`) too."""
    return any(
        int(low) <= number <= int(high or low) or (bool(above) and number >= int(low))
        for low, high, above in _RANGE.findall(text)
    )

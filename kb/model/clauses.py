"""Clauses: the sentences of a paragraph or of a bullet, the cells of a row.

`ID#2.1` is the first of unit `ID#2`, `ID#0.1` of ID's own text.
"""

import re
from typing import NamedTuple

# Where a sentence ends: a stop, what closes after it, then blanks before a capital, a figure or what opens. A line ends one too.
# The dots of « (...) » stand for words.
_END = re.compile(r"(?:(?<!\(\.\.)\.|[!?]|(?<!\()…)(?:[ ]?[»”\")\]])*(?=\s+[«“\"(\[]?[ ]?[A-ZÀ-ÖØ-Þ\d–—•-])|\n")
# What a stop shortens, or a number that begins a line: « p. 20 », « cf. Peur », « 1. Posez… ».
_SHORT = re.compile(r"(?:\b(?:art|cf|env|etc|ex|fig|max|min|p|pp|réf|vol|[A-Z])|(?:^|\n)\s*\d{1,2})\.\Z")
# What parts the cells of a row in Markdown, and in its words.
_BAR = re.compile(r"(?<!\\)\|")
_CELL = re.compile(r" ; (?=[^:;]+ : )")
_BEFORE = 8
# The part of its id that tells the note of a table, with what calls it, from those of an editor.
_NOTE = re.compile(r"note-(.+)-\d+")
CALL = "[note {}]"
"""What calls a note of a table, where the words of a cell are quoted."""


class Clause(NamedTuple):
    """A clause: its id, its words as they stand in its provision."""

    id: str
    text: str


def clause_id(identifier: str) -> tuple[str, int] | None:
    """The unit (`ID#2`, `ID#0` for ID's own text) and the number, from 1, of a clause; None when an id is no clause's."""
    unit, _dot, number = identifier.rpartition(".")
    path, mark, name = unit.partition("#")
    return (unit, int(number)) if mark and path and name and number.isdecimal() else None


def unit_of(identifier: str) -> str:
    """The id of the unit that a clause stands in, of the provision for its own text; any other id as it is."""
    unit, _number = clause_id(identifier) or (identifier, 0)
    return unit.removesuffix("#0")


def provision_of(identifier: str) -> str:
    """The provision of a unit, or of a clause; any other id as it is."""
    return identifier.partition("#")[0]


def note_call(identifier: str) -> str | None:
    """The sign that calls a note in the cells of its table; None when an id is not that of such a note."""
    found = _NOTE.fullmatch(identifier.partition("#")[2])
    return found[1] if found is not None else None


def row_cells(markdown: str) -> list[str]:
    """The cells of a row that say something, as its Markdown has them."""
    return [cell for cell in _BAR.split(markdown)[1:-1] if cell.strip()]


def clauses_of(text: str, form: str = "") -> tuple[str, ...]:
    """The clauses of a text, in order, each a verbatim part of it; those of a row (`form`) are its cells."""
    if form == "row":
        return tuple(cell.strip() for cell in _CELL.split(text) if cell.strip())
    found, start = [], 0
    for end in _END.finditer(text):
        stop = end.start() + 1
        if end[0] == "\n" or not _SHORT.search(text, max(0, stop - _BEFORE), stop):
            found.append(text[start : end.end()].strip())
            start = end.end()
    return tuple(clause for clause in (*found, text[start:].strip()) if clause)


def numbered(identifier: str, text: str, form: str = "") -> tuple[Clause, ...]:
    """The clauses of a unit, or of a provision's own text when `identifier` is no unit's, with their ids."""
    unit = identifier if "#" in identifier else f"{identifier}#0"
    return tuple(Clause(f"{unit}.{place}", clause) for place, clause in enumerate(clauses_of(text, form), 1))

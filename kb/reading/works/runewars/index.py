"""The layout of the index: a table a letter, its lost indents rebuilt.

A head begins with the letter of its section and sorts after the head before it; of the ways to choose the heads, the
one with the most heads is kept. Where that is wrong, `reading.toml` gives the row its role: `tete` or `sous`.
"""

from __future__ import annotations

import re

from kb.model.words import fold
from kb.reading.canonical import cell
from kb.reading.documents import DocumentWriter
from kb.reading.repairs import Line
from kb.reading.sections import Section
from kb.reading.works.runewars.prose import prose

_NUMBERS = r"\d+\.\d+(?:[ ]?[–-][ ]?\d+\.\d+)?"
_ROW = re.compile(rf"^(?P<label>.+?),?[ ](?P<targets>{_NUMBERS}(?:,[ ]{_NUMBERS})*|cf\. page \d+)$")


def index(section: Section, writer: DocumentWriter) -> None:
    """Write what opens the index, or the table of one letter."""
    letter = section.entry.title
    if len(letter) > 1:
        prose(section, writer)
        return
    rows = section.lines
    heads = _heads(rows, fold(letter))
    writer.table(
        ["Entrée", "Renvois"], [(_cells(line, head=place in heads), line.numbers) for place, line in enumerate(rows)]
    )


def _cells(line: Line, *, head: bool) -> list[str]:
    match = _ROW.match(line.text)
    label, targets = (match["label"], match["targets"]) if match else (line.text, "")
    return [cell(label) if head else f"– {cell(label)}", targets]


def _heads(rows: tuple[Line, ...], letter: str) -> set[int]:
    """The places of the heads: those that the data name, and the longest sorted run of the other candidates.

    The first row of a letter is a head, and so is one without number; a candidate must sort with these.
    """
    matches = [_ROW.match(line.text) for line in rows]
    keys = [fold(match["label"] if match else line.text) for match, line in zip(matches, rows, strict=True)]
    sure = {place for place, match in enumerate(matches) if match is None or place == 0}
    named = {place for place, line in enumerate(rows) if line.role == "tete"}
    candidates = [
        place
        for place, line in enumerate(rows)
        if not line.role
        and keys[place].startswith(letter)
        and all(place == head or (place < head) == (keys[place] < keys[head]) for head in sure)
    ]
    return named | sure | set(_longest(candidates, keys))


def _longest(candidates: list[int], keys: list[str]) -> list[int]:
    """The longest run of candidates in strictly rising order; of equals, the later."""
    best: dict[int, list[int]] = {}
    for place in candidates:
        runs = [best[above] for above in best if keys[above] < keys[place]]
        best[place] = [*max(runs, key=lambda run: (len(run), run), default=[]), place]
    return max(best.values(), key=lambda run: (len(run), run), default=[])

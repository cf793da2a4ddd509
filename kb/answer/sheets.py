"""A table as questions are read in it: what each of its rows and columns goes by, worked out once whatever is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.model.words import fold, words
from kb.search import Analyzer
from kb.store import Passage

Called = Callable[[str], Sequence[str]]
"""The other names that a work gives to what bears a name."""

# `Monstres (MO)`: another name of the row.
_SHORT = re.compile(r"\((\w{1,4})\)")
_DIGIT = re.compile(r"\d")

Keys = frozenset[str]


@dataclass(frozen=True, slots=True)
class Label:
    """What a row or column goes by: its name as each layer prints it, `given` by players in this table, in brackets (`short`).

    The keys of each printed and given name, without those that all labels have, none for a name with a figure. `said` are all the names as
    folded words between spaces; `plain` tells that the first has no figure and more than a letter.
    """

    printed: tuple[str, ...]
    given: tuple[str, ...]
    short: str
    printed_keys: tuple[Keys, ...]
    given_keys: tuple[Keys, ...]
    said: tuple[str, ...]
    plain: bool


@dataclass(frozen=True, slots=True)
class Side:
    """The labels of all rows, or of all columns; how many of them hold each key; those with a figure, as `figured` shows.

    Of each name with a figure: the place of its label, the name folded, its numbers in figures, and where the first stands in it.
    """

    labels: tuple[Label, ...]
    common: Mapping[str, int]
    figured: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its rows, what the first cell of each is headed, the titles of the other columns."""

    table: Passage
    rows: tuple[Passage, ...]
    heading: str
    titles: tuple[str, ...]
    row_side: Side
    column_side: Side


def sheet_of(
    table: Passage,
    rows: Sequence[Passage],
    other: Sequence[Passage],
    row_names: Mapping[str, Sequence[str]],
    analyzer: Analyzer,
) -> Sheet | None:
    """A table or a profile by its rows; `other` are the same in another layer. None where no row is readable."""
    rows, other = _readable(rows), _readable(other)
    if not rows:
        return None
    own = name_keys(analyzer, " ".join((*table.path, table.title)))
    # What players call the rows and columns; what is the table's own name tells none of them.
    given = {
        label: [name for name in names if not name_keys(analyzer, name) <= own] for label, names in row_names.items()
    }
    titles = tuple(dict.fromkeys(title for row in rows for title, _ in cells(row)))
    labels = [(_label(row, rows), *(_label(same, other) for same in other if same.id == row.id)) for row in rows]
    return Sheet(
        table,
        tuple(rows),
        rows[0].fields[0][0],
        titles,
        _side(labels, given, analyzer),
        _side(_titles_beside(titles, other), given, analyzer),
    )


def cells(row: Passage) -> list[tuple[str, str]]:
    """The cells of a row after the first, by the titles of their columns."""
    return [pair for pair in row.fields[1:] if pair[0] != "keywords"]


@lru_cache(maxsize=1 << 16)
def name_keys(analyzer: Analyzer, name: str) -> Keys:
    """The keys of a name, without what its brackets hold, unless it has no other: the same few thousand come back at each question."""
    return frozenset(analyzer.keys(_SHORT.sub("", name)) or analyzer.keys(name))


def _readable(rows: Sequence[Passage]) -> list[Passage]:
    """The rows that hold something; of a table like `Quantité | Élément`, whose first cells come back, the second cell first."""
    held = [row for row in rows if row.fields]
    pairs = all(len(row.fields) == 2 for row in held)  # noqa: PLR2004 - a name and its value
    if pairs and len({row.fields[0][1] for row in held}) < len(held):
        return [replace(row, fields=row.fields[::-1]) for row in held]
    return held


def _titles_beside(titles: Sequence[str], other: Sequence[Passage]) -> list[tuple[str, ...]]:
    """Each title of a column with the one that stands at its place in the other layer."""
    beside = [[title for title, _ in cells(row)] for row in other]
    widest = max(beside, key=len, default=[])
    return [
        (title, *widest[place : place + 1]) if len(widest) == len(titles) else (title,)
        for place, title in enumerate(titles)
    ]


def _label(row: Passage, rows: Sequence[Passage]) -> str:
    """What a row goes by: its first cell, with the second where several rows share the first."""
    first = row.fields[0][1]
    shared = sum(other.fields[0][1] == first for other in rows) > 1
    return f"{first} {row.fields[1][1]}" if shared and len(row.fields) > 1 else first


def _side(printed: Sequence[Sequence[str]], given: Mapping[str, Sequence[str]], analyzer: Analyzer) -> Side:
    """The labels so printed, with the names that players give them."""
    names = [(tuple(one), tuple(other for name in one for other in given.get(name, ()))) for one in printed]
    held = [frozenset[str]().union(*(name_keys(analyzer, name) for part in one for name in part)) for one in names]
    common = Counter(key for keys in held for key in keys)
    everywhere = {key for key, rows in common.items() if rows == len(names) > 1}

    def keys(name: str) -> Keys:
        # A figure is read where it stands, never as one word among others.
        return frozenset() if _DIGIT.search(name) else name_keys(analyzer, name) - everywhere

    labels = tuple(
        Label(
            own,
            players,
            short[1] if (short := _SHORT.search(own[0])) and short[1].isupper() else "",
            tuple(map(keys, own)),
            tuple(map(keys, players)),
            tuple(f" {' '.join(words(name))} " for name in (*own, *players)),
            len(own[0]) > 1 and not _DIGIT.search(own[0]),
        )
        for own, players in names
    )
    figured = (
        (place, written, figure.start())
        for place, one in enumerate(names)
        for name in (*one[0], *one[1])
        if not name.isdigit() and (figure := _DIGIT.search(written := fold(analyzer.in_figures(name)))) is not None
    )
    return Side(labels, common, tuple(figured))

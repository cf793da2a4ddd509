"""A table or a profile as a question finds it: its rows, what each goes by, the titles of its columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.answer.table.labels import Label, Side, name_keys, side_of
from kb.search import Analyzer
from kb.store import Passage


@dataclass(frozen=True, slots=True)
class LabelledTable:
    """A table: its rows, what the first cell of each is headed, the titles of the other columns."""

    passage: Passage
    rows: tuple[Passage, ...]
    heading: str
    titles: tuple[str, ...]
    row_side: Side
    column_side: Side

    def label(self, row: Passage) -> Label:
        """What a row goes by."""
        return self.row_side.labels[self.rows.index(row)]

    @property
    def words(self) -> str:
        """All the words of the table, and the names that players give to its rows and columns."""
        texts = (text for row in self.rows for cell in row.fields for text in cell)
        names = (name for side in (self.row_side, self.column_side) for label in side.labels for name in label.said)
        return " ".join((self.passage.title, *self.passage.path, *texts, *names))


def labelled(
    passage: Passage,
    rows: Sequence[Passage],
    other: Sequence[Passage],
    row_names: Mapping[str, Sequence[str]],
    analyzer: Analyzer,
) -> LabelledTable | None:
    """A table or a profile by its rows; `other` are the same in another layer. None where no row is readable."""
    rows, other = _readable(rows), _readable(other)
    if not rows:
        return None
    own = name_keys(analyzer, " ".join((*passage.path, passage.title)))
    # What players call the rows and columns; what is the table's own name tells none of them.
    given = {
        label: [name for name in names if not name_keys(analyzer, name) <= own] for label, names in row_names.items()
    }
    titles = tuple(dict.fromkeys(title for row in rows for title, _ in cells(row)))
    labels = [(_label(row, rows), *(_label(same, other) for same in other if same.id == row.id)) for row in rows]
    return LabelledTable(
        passage,
        tuple(rows),
        rows[0].fields[0][0],
        titles,
        side_of(labels, given, analyzer, [row.fields[0][0] for row in (rows[0], *other[:1])]),
        side_of(_titles_of_both(titles, other), given, analyzer),
    )


def cells(row: Passage) -> list[tuple[str, str]]:
    """The cells of a row after the first, by the titles of their columns."""
    return [pair for pair in row.fields[1:] if pair[0] != "keywords"]


def _readable(rows: Sequence[Passage]) -> list[Passage]:
    """The rows that hold something; of a table like `Quantité | Élément`, whose first cells come back, the second cell first."""
    held = [row for row in rows if row.fields]
    pairs = all(len(row.fields) == 2 for row in held)  # noqa: PLR2004 - a name and its value
    if pairs and len({row.fields[0][1] for row in held}) < len(held):
        return [replace(row, fields=row.fields[::-1]) for row in held]
    return held


def _titles_of_both(titles: Sequence[str], other: Sequence[Passage]) -> list[tuple[str, ...]]:
    """Each title of a column with the one that stands at its place in the other layer."""
    printed = [[title for title, _ in cells(row)] for row in other]
    widest = max(printed, key=len, default=[])
    return [
        (title, *widest[place : place + 1]) if len(widest) == len(titles) else (title,)
        for place, title in enumerate(titles)
    ]


def _label(row: Passage, rows: Sequence[Passage]) -> str:
    """What a row goes by: its first cell, with the second where several rows share the first."""
    first = row.fields[0][1]
    shared = sum(other.fields[0][1] == first for other in rows) > 1
    return f"{first} {row.fields[1][1]}" if shared and len(row.fields) > 1 else first

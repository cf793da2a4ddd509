"""What a question reads in a table: the rows that it names, and the cell where a row and a column that it names cross.

A row goes by its first cell, a column by its title (see `kb.answer.table.labels`), or by the difference of two figures (`F – E`).
Nothing is guessed: rows that a question does not tell apart are not quoted.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kb.answer.question.intent import is_closed
from kb.answer.table.absent import kind_of, letter, number
from kb.answer.table.differences import Figure, compares, differences, holds, without_difference
from kb.answer.table.labelled import LabelledTable, cells
from kb.answer.table.labels import RANGE, Label, Labels, Said, name_keys
from kb.answer.values import Cell
from kb.model import Kind
from kb.model.words import title_key, words
from kb.search import Analyzer
from kb.store import Passage
from kb.system.data import lexicon, motifs

_Called = Callable[[str], Sequence[str]]
_NUMBER = re.compile(r"\d+")
# « M + 2D6 »: what a figure of the question may be put into.
_FORMULA = re.compile(r"[^\W\d_]\s*[+×x*/−-]\s*\d")
# Of how many rows a table is shown whole.
_LONG = 12
# How many figures a difference is of.
_PAIR = 2
_VALUE = re.compile(r"(?<![\w.])\d+\+?(?![\w.])")


@dataclass(frozen=True, slots=True)
class Reading:
    """The rows that a question names, in their order, the cell that it asks for, and whether it says both row and column whole.

    `named` tells that the row is said whole; `inverse` that they are asked for by what they hold; `several` that several cells of one
    row are asked for; `absent` is what it names a row by, where the table has none of that name.
    """

    rows: tuple[Passage, ...]
    cell: Cell | None = None
    crossed: bool = False
    named: bool = False
    inverse: bool = False
    several: bool = False
    absent: str | None = None

    @property
    def values(self) -> bool:
        """True when what is asked is what a row holds: one cell, or several."""
        return self.cell is not None or self.several


class Reader:
    """Reads one question in tables."""

    def __init__(self, question: str, analyzer: Analyzer, called: _Called, held: Collection[str]) -> None:
        """Cut nothing yet; `called` gives the other names of rows and columns, `held` the keys that the book's rules hold."""
        self._question, self._analyzer, self._called, self._held = question, analyzer, called, held

    @cached_property
    def _labels(self) -> Labels:
        return Labels(self._question, self._analyzer)

    def read(self, table: LabelledTable) -> Reading | None:
        """What the question reads in a table or in a profile, or None.

        Where the cell that is named is not what is asked, the rows alone are read.
        """
        if motifs("tableaux", "entier").search(self._labels.text):
            return self._series(table)
        read = self._by_difference(table) or self._by_value(table) or self._by_names(table)
        absent = self._absent(table, read)
        if absent is not None:
            return Reading((), absent=absent)
        if read is None:
            return self._beyond(table)
        asks_name = self._asks_name(table, read)
        if asks_name or self._tells(table, read):
            cell = Cell(read.rows[0].id, *read.rows[0].fields[0])
            return replace(read, cell=cell, crossed=asks_name or read.crossed, named=asks_name or read.named)
        if read.cell is None or self._concludes(table, read.rows[0], read.cell, crossed=read.crossed):
            return read
        return replace(read, cell=None, crossed=False)

    def _asks_name(self, table: LabelledTable, read: Reading) -> bool:
        """True when what is asked is what the one row named goes by, and it is named by its other cells: « quelle lettre a la pompe ? »."""
        asked = motifs("tableaux", "inverse").search(self._labels.text)
        if asked is None or len(read.rows) != 1 or self._labels.figures or is_closed(self._question):
            return False
        own = {*self._analyzer.keys(table.heading)}
        others = {key for _title, value in cells(read.rows[0])[:1] for key in self._analyzer.keys(value)}
        printed = table.label(read.rows[0]).printed_keys[0]
        return (
            self._is_called(table.row_side.above, asked["nom"])
            and self._labels.keys.isdisjoint(printed - own)
            and not self._labels.keys.isdisjoint(others - own)
        )

    def _tells(self, table: LabelledTable, read: Reading) -> bool:
        """True when a question says all that the one other cell of a row holds: « combien de cartes Moral ? », of « 30 : cartes Moral »."""
        counts = motifs("intentions", "compte").search(self._labels.text) is not None and not self._labels.figures
        if read.cell is None or len(table.titles) > 1 or not counts:
            return False
        value = {*self._analyzer.keys(read.cell.value)}
        return (
            bool(value)
            and value <= self._labels.keys
            and _NUMBER.fullmatch(read.rows[0].fields[0][1].strip()) is not None
        )

    def _absent(self, table: LabelledTable, read: Reading | None) -> str | None:
        """What the question names a row or a column by, where the table has none of that name."""
        if read is None or read.cell is None:
            rows = [row.fields[0][1].strip() for row in table.rows]
            if beyond := letter(self._labels, rows) or number(self._labels, table.heading, table.titles):
                return beyond
        # Players colour the names of their troops: « mes goules furieuses » are ghouls.
        if read is None or not read.named or len(read.rows) != 1 or table.passage.kind is Kind.PROFILE:
            return None
        return kind_of(self._labels, table.label(read.rows[0]), table.words, self._analyzer, self._held)

    def _series(self, table: LabelledTable) -> Reading:
        """What is asked for whole: the one row that is named, which holds a series, else all rows."""
        said = self._labels.by_words(table.row_side, table.heading)
        if said is not None and said.whole and len(said.places) == 1 and len(table.titles) > 1:
            return Reading((table.rows[said.places[0]],), crossed=True, named=True, several=True)
        return Reading(table.rows, inverse=True)

    def names(self, provision: Passage) -> bool:
        """True when the question says a title, elsewhere than in the titles above it: « Orques » of « Orques et Gobelins » is not said."""
        said = f" {title_key(self._labels.text)} "
        for title in provision.path:
            said = said.replace(f" {title_key(title)} ", " | ")
        return f" {title_key(provision.title)} " in said

    def is_name_of(self, read: Reading) -> bool:
        """True when the question is no more than the name of a row."""
        said = self._labels.keys
        return read.named and any(said <= {*self._analyzer.keys(row.fields[0][1])} for row in read.rows)

    def _concludes(self, table: LabelledTable, row: Passage, cell: Cell, *, crossed: bool) -> bool:
        """True when a cell is what is asked: nothing of its names is unsaid, or no yes or no is asked, and no other cell says more."""
        title = name_keys(self._analyzer, cell.column)
        rivals = [
            self._labels.keys.intersection(self._analyzer.keys(value))
            for name, value in cells(row)
            if name != cell.column
        ]
        return (
            (crossed or not is_closed(self._question))
            and not (_FORMULA.search(cell.value) and self._left_over(row, cell))
            and (self._covers(table, row, cell) or (crossed and self._differs(row, cell)))
            and not any(title < said for said in rivals)
        )

    def _differs(self, row: Passage, cell: Cell) -> bool:
        """True when both figures of a difference are said, and what the cell holds is: whatever is said besides changes nothing."""
        return (
            compares(row.fields[0][0])
            and len(self._labels.figures) == _PAIR
            and not self._labels.keys.isdisjoint(name_keys(self._analyzer, cell.column))
        )

    def _left_over(self, row: Passage, cell: Cell) -> list[Figure]:
        """The figures of a question that neither the row nor the column takes in: a formula is to be worked out with them."""
        names = (row.fields[0][1], cell.column)
        return [
            figure
            for figure in self._labels.figures
            if not any(self._labels.holds(name, "", replace(figure, word="", counted="")) for name in names)
        ]

    def _covers(self, table: LabelledTable, row: Passage, cell: Cell, *, all_of_it: bool = False) -> bool:
        """True when most of what the question says, or all, is the table's own: its title, the names of the row and of the column."""
        heading, label = row.fields[0]
        sides = (table.label(row), table.column_side.labels[table.titles.index(cell.column)])
        names = (
            table.passage.title,
            *table.passage.path,
            heading,
            label,
            cell.column,
            *self._called(cell.column),
            *self._called(label),
            *(name for side in sides for name in self._labels.given(side)),
        )
        # Figures are read where they stand: words alone tell what they are figures of. What asks (« combien ») tells nothing.
        statement = motifs("intentions", "ouverte").sub(" ", without_difference(self._labels.text))
        said = [word for word in words(_NUMBER.sub(" ", statement)) if self._analyzer.keys(word)]
        own = " ".join(names)
        spoken = sum(self._labels.speaks_of(own, word) for word in said)
        return spoken == len(said) if all_of_it else 2 * spoken >= max(len(said), 1)

    def _by_difference(self, table: LabelledTable) -> Reading | None:
        """The rows that hold the differences said, under a title like `A – B`; the cell, where one alone is said."""
        said = differences(
            table.heading, self._labels.raw, self._labels.text, self._labels.figures, self._labels.speaks_of
        )
        found = [[row for row in table.rows if holds(row.fields[0][1], one)] for one in said]
        if not found or any(len(held) != 1 for held in found):
            return None
        named = tuple(dict.fromkeys(held[0] for held in found))
        held = cells(named[0])
        one = len(said) == len(held) == 1
        return Reading(named, Cell(named[0].id, *held[0]) if one else None, crossed=one, named=True)

    def _by_value(self, table: LabelledTable) -> Reading | None:
        """The rows asked for by what they hold below a column: « quelles cartes donnent 5 dés ? »; all, when none is said."""
        asked = motifs("tableaux", "inverse").search(self._labels.text)
        of_difference = (
            compares(table.heading) and asked is not None and asked["nom"] in lexicon("tableaux")["inverse"]["ecart"]
        )
        if (
            asked is None
            or len(self._labels.figures) != 1
            or not (of_difference or self._is_called(table.heading, asked["nom"]))
        ):
            return None
        shares = self._labels.shares([name_keys(self._analyzer, title) for title in table.titles])
        best = [title for title, share in zip(table.titles, shares, strict=True) if share == max(shares)]
        column, printed = best[0], _VALUE.search(self._labels.text, asked.end())
        held = {row: dict(cells(row)).get(column, "").strip() for row in table.rows}
        if len(best) > 1 or printed is None or not all(map(_VALUE.fullmatch, held.values())):
            return Reading(table.rows, inverse=True)
        found = tuple(row for row, value in held.items() if value == printed[0])
        return Reading(found, inverse=True, absent=None if found else f"{column} {printed[0]}")

    def _is_called(self, heading: str, name: str) -> bool:
        """True when a heading has a word that is a name of what is asked."""
        keys = self._analyzer.keys(name)
        return bool(keys) and {*keys} <= {*self._analyzer.keys(heading)}

    def _beyond(self, table: LabelledTable) -> Reading | None:
        """What a question names a row by that a table of numbered rows does not hold: « la carte 8 » of six."""
        heading = table.heading
        labels = [row.fields[0][1].strip() for row in table.rows]
        if table.passage.kind is not Kind.TABLE or compares(heading) or not all(map(RANGE.fullmatch, labels)):
            return None
        # Where the table is named, what stands in it may be all that is said.
        spoken = " ".join((heading, *(table.titles if self.names(table.passage) else ())))
        counted = [
            (next(filter(self._analyzer.keys, (one.word, one.counted)), ""), one) for one in self._labels.figures
        ]
        if not counted or not all(word and self._is_called(spoken, word) for word, _figure in counted):
            return None
        beyond = [
            f"{word} {figure.number}"
            for word, figure in counted
            if not any(self._labels.holds(name, heading, figure) for name in (*labels, *table.titles))
        ]
        return Reading((), absent=beyond[0]) if beyond else None

    def _by_names(self, table: LabelledTable) -> Reading | None:
        """The rows named by their first cell, and the cell below the column named by its title, in the words of either layer.

        Or in those of players.
        """
        rows, titles = table.rows, table.titles
        columns = self._columns(table)
        alone = [Said((0,), whole=False)] if len(rows) == 1 and columns else []
        pairs = [
            (self._apart(row, table.row_side.labels, column, titles), column)
            for row in self._labels.named(table.row_side, table.heading) or alone
            for column in columns or [None]
            if column is None or row.figure is None or row.figure != column.figure
        ]
        ranks = self._ranks(table, pairs)
        if ranks or not pairs:
            return Reading(rows, inverse=True) if ranks else None
        together = self._together(pairs)
        if together:
            return Reading(tuple(rows[place] for place in together), named=True)
        # Who acts is said before who undergoes: the figure of a row comes before that of a column.
        row, column = min(pairs, key=_order)
        if (column is None or column.figure is None) and len({other.places for other, _ in pairs if other.whole}) > 1:
            return None
        named = tuple(rows[place] for place in row.places)
        if compares(table.heading) and self._unprinted(named[0]):
            # The difference is that of figures which were not both understood: any row may be the one.
            return Reading(rows, inverse=True)
        held = dict(cells(named[0]))
        title = (
            titles[0] if len(titles) == 1 else titles[column.places[0]] if column and len(column.places) == 1 else ""
        )
        if len(named) > 1 or title not in held:
            several = len(named) == 1 and self._are_asked(table, named[0], column)
            return Reading(named, crossed=several and row.whole, named=row.whole, several=several)
        cell = Cell(named[0].id, title, held[title])
        # Below a column that stands alone, a row is all that need be said, where nothing else is.
        lone = len(titles) == 1 and self._covers(table, named[0], cell, all_of_it=True)
        return Reading(named, cell, crossed=lone or (row.whole and bool(column and column.whole)), named=row.whole)

    def _are_asked(self, table: LabelledTable, row: Passage, column: Said | None) -> bool:
        """True for several columns said whole, where the question says little else."""
        said = () if column is None or not column.whole else column.places
        return len(said) > 1 and self._covers(table, row, Cell(row.id, table.titles[said[0]], ""))

    def _ranks(self, table: LabelledTable, pairs: Sequence[tuple[Said, Said | None]]) -> bool:
        """True when a question asks which row holds the most or the least, and names none: « l'arme de la plus courte portée »."""
        asked = motifs("tableaux", "inverse").search(self._labels.text)
        of_rows = asked is not None and self._is_called(table.heading, asked["nom"])
        return (
            len(table.rows) <= _LONG
            and motifs("tableaux", "superlatif").search(self._labels.text) is not None
            and not any(row.whole or row.figure is not None for row, _ in pairs)
            and bool(self._labels.named(table.column_side, "") or of_rows)
        )

    def _unprinted(self, row: Passage) -> bool:
        """True when the question has a figure that the first cell of a row has not."""
        printed = {int(one) for one in _NUMBER.findall(row.fields[0][1])}
        return any(figure.number not in printed for figure in self._labels.figures)

    def _together(self, pairs: Sequence[tuple[Said, Said | None]]) -> list[int]:
        """The rows that a question sets side by side; none where it sets none so."""
        by_figure = any(column is not None and column.figure is not None for _, column in pairs)
        if by_figure or motifs("tableaux", "ensemble").search(self._labels.text) is None:
            return []
        places = dict.fromkeys(place for row, _ in pairs if row.whole or row.figure is not None for place in row.places)
        return list(places) if len(places) > 1 else []

    def _columns(self, table: LabelledTable) -> list[Said | None]:
        """The columns named; of several said together, those said word for word: one cell is asked for."""
        found: list[Said | None] = []
        for column in self._labels.named(table.column_side, ""):
            labels = table.column_side.labels
            exact = tuple(place for place in column.places if self._labels.word_for_word(labels[place]))
            found.append(replace(column, places=exact or column.places))
        return found

    def _apart(self, row: Said, labels: Sequence[Label], column: Said | None, titles: Sequence[str]) -> Said:
        """The rows named by other words than those that name the column: `Normal` may be both."""
        if column is None or len(column.places) != 1:
            return row
        taken = name_keys(self._analyzer, titles[column.places[0]])
        others = tuple(
            place
            for place in row.places
            if all(name_keys(self._analyzer, name) != taken for name in labels[place].printed)
        )
        return replace(row, places=others or row.places)


def _order(pair: tuple[Said, Said | None]) -> tuple[bool, float, float]:
    row, column = pair
    figures = (row.figure, column.figure if column else None)
    first, second = (float("inf") if figure is None else figure for figure in figures)
    return (not row.whole, first, second)

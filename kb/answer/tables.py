"""What a question reads in a table: the rows that it names, and the cell where a row and a column that it names cross.

A row goes by its first cell, a column by its title: by words (`Charge ratée`, `Normal`) or by another name that the work gives them (`Rés`,
« résilience »), by a figure (`CC 4`), by a range that holds one (`2-3`, `10+`), or by the difference of two (`Force – Endurance`).
Nothing is guessed: rows that a question does not tell apart are not quoted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.answer.differences import Figure, compares, differences, figures, holds, without_difference
from kb.answer.intent import is_closed
from kb.answer.values import Cell
from kb.model.words import fold, title_key, words
from kb.search import Analyzer
from kb.store import Passage
from kb.system.data import lexicon, motifs

Called = Callable[[str], Sequence[str]]
"""The other names that a work gives to what bears a name."""
_Names = tuple[str, ...]

_RANGE = re.compile(r"(?<![\w+–−-])(\d+)(?:[ ]?[-–à][ ]?(\d+)|(\+| ou plus))?(?!\w)")
# What makes a longer threshold of a figure: the 4 of « 4 ou plus ».
_FURTHER = r"(?![\w.]|\s*(?:\+|ou plus|ou moins|à\s*[-–−]?\d))"
# `Monstres (MO)`: another name of the row.
_SHORT = re.compile(r"\((\w{1,4})\)")
_DIGIT = re.compile(r"\d")
_VALUE = re.compile(r"(?<![\w.])\d+\+?(?![\w.])")
_ORDINAL = re.compile(r"\b([^\W\d_]+) ([^\W\d_]+)")
# How much of a name must be said when none is said whole, each word weighing less the more names of the table hold it.
_ENOUGH = 0.6


@dataclass(frozen=True, slots=True)
class Reading:
    """The rows that a question names, in their order, the cell that it asks for, and whether it says both row and column whole.

    `named` tells that the row is said whole; `inverse` that they are asked for by what they hold; `absent` is what it names a row by,
    where the table has none of that name.
    """

    rows: tuple[Passage, ...]
    cell: Cell | None = None
    crossed: bool = False
    named: bool = False
    inverse: bool = False
    absent: str | None = None


@dataclass(frozen=True, slots=True)
class _Named:
    """The names that a question says, by their places; whether it says them whole, and by which figure, if by one."""

    places: tuple[int, ...]
    whole: bool = True
    figure: int | None = None


class Reader:
    """Reads one question in tables."""

    def __init__(self, question: str, analyzer: Analyzer, called: Called) -> None:
        """Cut the question once; `called` gives the other names of a row or of a column."""
        self._raw = _numbered(analyzer.in_figures(question))
        self._text = fold(self._raw)
        self._said = f" {' '.join(words(question))} "
        self._keys = frozenset(analyzer.keys(question))
        self._figures = figures(self._raw)
        self._analyzer, self._called = analyzer, called
        self._closed = is_closed(question)

    def read(self, table: Passage, rows: Sequence[Passage], other: Sequence[Passage] = ()) -> Reading | None:
        """What the question reads in the rows of a table or of a profile, or None; `other` are the same rows in another layer.

        Where the cell that is named is not what is asked, the rows alone are read.
        """
        rows, other = _turned(rows), _turned(other)
        if not rows:
            return None
        read = self._by_difference(rows) or self._by_value(rows) or self._by_names(rows, other)
        if read is None:
            return self._beyond(table, rows)
        if read.cell is None or self._concludes(table, read.rows[0], read.cell, crossed=read.crossed):
            return read
        return replace(read, cell=None, crossed=False)

    def names(self, provision: Passage) -> bool:
        """True when the question says a title, elsewhere than in the titles above it: « Orques » of « Orques et Gobelins » is not said."""
        said = f" {title_key(self._text)} "
        for title in provision.path:
            said = said.replace(f" {title_key(title)} ", " | ")
        return f" {title_key(provision.title)} " in said

    def _concludes(self, table: Passage, row: Passage, cell: Cell, *, crossed: bool) -> bool:
        """True when a cell is what is asked: nothing of its names is unsaid, or no yes or no is asked, and no other cell says more."""
        title = self._keys_of(cell.column)
        rivals = [
            self._keys.intersection(self._analyzer.keys(value)) for name, value in _cells(row) if name != cell.column
        ]
        return (
            (crossed or not self._closed)
            and len(self._left_over(row, cell)) < 2  # noqa: PLR2004 - what one more figure tells may be beside the matter
            and self._covers(table, row, cell)
            and not any(title < said for said in rivals)
        )

    def _left_over(self, row: Passage, cell: Cell) -> list[Figure]:
        """The figures of a question that neither the row nor the column takes in: a formula is to be worked out with them."""
        if compares(row.fields[0][0]):
            return []
        names = (row.fields[0][1], cell.column)
        return [
            figure
            for figure in self._figures
            if not any(self._holds(name, "", replace(figure, word="", counted="")) for name in names)
        ]

    def _covers(self, table: Passage, row: Passage, cell: Cell) -> bool:
        """True when most of what the question says is the table's own: its title, the names of the row and of the column."""
        heading, label = row.fields[0]
        names = (
            table.title,
            *table.path,
            heading,
            label,
            cell.column,
            *self._called(cell.column),
            *self._called(label),
        )
        # Figures are read where they stand: words alone tell what they are figures of.
        told = [word for word in words(_DIGIT.sub(" ", without_difference(self._text))) if self._analyzer.keys(word)]
        own = " ".join(names)
        return 2 * sum(self._speaks_of(own, word) for word in told) >= max(len(told), 1)

    def _by_difference(self, rows: Sequence[Passage]) -> Reading | None:
        """The rows that hold the differences told, under a title like `A – B`; the cell, where one alone is told."""
        heading = rows[0].fields[0][0]
        told = differences(heading, self._raw, self._text, self._figures, self._speaks_of)
        found = [[row for row in rows if holds(row.fields[0][1], one)] for one in told]
        if not found or any(len(held) != 1 for held in found):
            return None
        named = tuple(dict.fromkeys(held[0] for held in found))
        cells = _cells(named[0])
        one = len(told) == len(cells) == 1
        return Reading(named, Cell(named[0].id, *cells[0]) if one else None, crossed=one)

    def _by_value(self, rows: Sequence[Passage]) -> Reading | None:
        """The rows asked for by what they hold below a column: « quelles cartes donnent 5 dés ? »; all, when none is told."""
        asked = motifs("tableaux", "inverse").search(self._text)
        heading = rows[0].fields[0][0]
        of_difference = (
            compares(heading) and asked is not None and asked["nom"] in lexicon("tableaux")["inverse"]["ecart"]
        )
        if asked is None or len(self._figures) != 1 or not (of_difference or self._is_called(heading, asked["nom"])):
            return None
        titles = list(dict.fromkeys(title for row in rows for title, _ in _cells(row)))
        shares = self._shares([self._keys_of(title) for title in titles])
        best = [title for title, share in zip(titles, shares, strict=True) if share == max(shares)]
        column, printed = best[0], _VALUE.search(self._text, asked.end())
        held = {row: dict(_cells(row)).get(column, "").strip() for row in rows}
        if len(best) > 1 or printed is None or not all(map(_VALUE.fullmatch, held.values())):
            return Reading(tuple(rows), inverse=True)
        found = tuple(row for row, value in held.items() if value == printed[0])
        return Reading(found, inverse=True, absent=None if found else f"{column} {printed[0]}")

    def _is_called(self, heading: str, name: str) -> bool:
        """True when a heading has a word that is a name of what is asked."""
        keys = self._analyzer.keys(name)
        return bool(keys) and {*keys} <= {*self._analyzer.keys(heading)}

    def _beyond(self, table: Passage, rows: Sequence[Passage]) -> Reading | None:
        """What a question names a row by that a table of numbered rows does not hold: « la carte 8 » of six."""
        heading = rows[0].fields[0][0]
        labels = [row.fields[0][1].strip() for row in rows]
        if compares(heading) or len(self._figures) != 1 or not all(_RANGE.fullmatch(label) for label in labels):
            return None
        figure = self._figures[0]
        word = next((one for one in (figure.word, figure.counted) if self._analyzer.keys(one)), "")
        titles = {title for row in rows for title, _ in _cells(row)}
        # Where the table is named, what stands in it may be all that is said.
        spoken = " ".join((heading, table.title, *(titles if self.names(table) else ())))
        if not (word and self._is_called(spoken, word)) or any(
            self._holds(name, heading, figure) for name in (*labels, *titles)
        ):
            return None
        return Reading((), absent=f"{word} {figure.number}")

    def _by_names(self, rows: Sequence[Passage], other: Sequence[Passage]) -> Reading | None:
        """The rows named by their first cell, and the cell below the column named by its title, in the words of either layer."""
        titles = list(dict.fromkeys(title for row in rows for title, _ in _cells(row)))
        columns = self._columns(_titles_beside(titles, other))
        alone = [_Named((0,), whole=False)] if len(rows) == 1 and columns else []
        labels = [(_label(row, rows), *(_label(same, other) for same in other if same.id == row.id)) for row in rows]
        pairs = [
            (self._apart(row, labels, column, titles), column)
            for row in self._named(labels, rows[0].fields[0][0]) or alone
            for column in columns or [None]
            if column is None or row.figure is None or row.figure != column.figure
        ]
        if not pairs:
            return None
        together = self._together(pairs)
        if together:
            return Reading(tuple(rows[place] for place in together), named=True)
        # Who acts is said before who undergoes: the figure of a row comes before that of a column.
        row, column = min(pairs, key=_order)
        if (column is None or column.figure is None) and len({other.places for other, _ in pairs if other.whole}) > 1:
            return None
        named = tuple(rows[place] for place in row.places)
        cells = dict(_cells(named[0]))
        title = (
            titles[0] if len(titles) == 1 else titles[column.places[0]] if column and len(column.places) == 1 else ""
        )
        if len(named) > 1 or title not in cells:
            return Reading(named, named=row.whole)
        cell = Cell(named[0].id, title, cells[title])
        return Reading(named, cell, crossed=row.whole and bool(column and column.whole), named=row.whole)

    def _together(self, pairs: Sequence[tuple[_Named, _Named | None]]) -> list[int]:
        """The rows that a question sets side by side, one of them named whole; none where it sets none so."""
        if motifs("tableaux", "ensemble").search(self._text) is None or any(
            column for _, column in pairs if column and column.figure
        ):
            return []
        places = dict.fromkeys(place for row, _ in pairs if row.whole or row.figure is not None for place in row.places)
        return list(places) if len(places) > 1 and any(row.whole for row, _ in pairs) else []

    def _columns(self, titles: Sequence[_Names]) -> list[_Named | None]:
        """The columns named; of several said together, those said word for word: one cell is asked for."""
        found: list[_Named | None] = []
        for column in self._named(titles, ""):
            exact = tuple(place for place in column.places if self._word_for_word(titles[place]))
            found.append(replace(column, places=exact or column.places))
        return found

    def _word_for_word(self, names: _Names) -> bool:
        return any(f" {' '.join(words(name))} " in self._said for name in names)

    def _apart(self, row: _Named, labels: Sequence[_Names], column: _Named | None, titles: Sequence[str]) -> _Named:
        """The rows named by other words than those that name the column: `Normal` may be both."""
        if column is None or len(column.places) != 1:
            return row
        taken = self._keys_of(titles[column.places[0]])
        others = tuple(place for place in row.places if all(self._keys_of(name) != taken for name in labels[place]))
        return replace(row, places=others or row.places)

    def _named(self, names: Sequence[_Names], title: str) -> list[_Named]:
        """The names that the question says, as printed, else by each of its figures and by its words; `title` stands above them."""
        printed = self._printed(names)
        if printed:
            return printed
        by_figures = [
            # A bare figure may be a figure of anything: it names in part.
            _Named((holding[0],), whole=bool(self._analyzer.keys(figure.word)), figure=figure.place)
            for figure in (() if compares(title) else self._figures)
            if len(holding := [i for i, name in enumerate(names) if self._holds(name[0], title, figure)]) == 1
        ]
        by_words = self._by_words(names, title)
        return [*by_figures, *([by_words] if by_words else [])]

    def _printed(self, names: Sequence[_Names]) -> list[_Named]:
        """The names with a figure that the question holds as they are printed, signs included, the longest at each place."""
        found: dict[tuple[int, int], _Named] = {}
        for place, name in ((place, name) for place, given in enumerate(names) for name in given):
            figure = _DIGIT.search(name)
            if figure is None or name.isdigit() or fold(name) not in self._text:
                continue
            for match in re.finditer(rf"(?<![\w.+–−-]){re.escape(fold(name))}{_FURTHER}", self._text):
                found[match.span()] = _Named((place,), figure=match.start() + figure.start())
        within = {
            span for span in found for other in found if other[0] <= span[0] and span[1] <= other[1] and span != other
        }
        return [named for span, named in found.items() if span not in within]

    def _by_words(self, names: Sequence[_Names], title: str) -> _Named | None:
        """All the names that the question says whole, save those that are part of a longer one, else the one of which it says most."""
        held = [tuple(self._keys_of(name) for name in given) for given in names]
        common = Counter(key for keys in held for key in frozenset().union(*keys))
        everywhere = {key for key, rows in common.items() if rows == len(names) > 1}
        # A figure is read where it stands, never as one word among others.
        held = [
            tuple(frozenset() if _DIGIT.search(name) else self._keys_of(name) - everywhere for name in given)
            for given in names
        ]
        shares = [max(self._share(one, common) for one in keys) for keys in held]
        whole = [
            i
            for i, given in enumerate(names)
            if any(keys and keys <= self._keys for keys in held[i])
            or self._by_short_name(given[0], title)
            or (not held[i][0] and len(given[0]) > 1 and not _DIGIT.search(given[0]) and self._word_for_word(given))
        ]
        whole = whole or [i for i, given in enumerate(names) if self._by_other_names(given, names)]
        said = {i: max((keys for keys in held[i] if keys <= self._keys), key=len, default=frozenset()) for i in whole}
        longest = [i for i in whole if not any(said[i] < said[other] for other in whole)]
        exact = [i for i in longest if self._word_for_word(names[i])]
        if exact:
            longest = [i for i in longest if i in exact or all(said[i].isdisjoint(said[other]) for other in exact)]
        if longest:
            return _Named(tuple(longest))
        best = max(shares, default=0.0)
        return _Named((shares.index(best),), whole=False) if best >= _ENOUGH and shares.count(best) == 1 else None

    def _keys_of(self, name: str) -> frozenset[str]:
        """The keys of a name, without what its brackets hold, unless it has no other."""
        return _name_keys(self._analyzer, name)

    def _shares(self, names: Sequence[frozenset[str]]) -> list[float]:
        """How much of each name is said, what they all have left out."""
        common = Counter(key for keys in names for key in keys)
        apart = [frozenset(key for key in keys if common[key] < len(names) or len(names) == 1) for keys in names]
        return [self._share(keys, common) if keys else 0.0 for keys in apart]

    def _share(self, keys: frozenset[str], common: Counter[str]) -> float:
        """How much of a name is said."""
        said = sum(1 / common[key] for key in keys & self._keys)
        return said / sum(1 / common[key] for key in keys) if said else 0.0

    def _by_short_name(self, name: str, title: str) -> bool:
        """True when the question says a name in brackets (`MO`) or a letter: `lettre a`, or `B` standing alone."""
        short = _SHORT.search(name)
        if short and short[1].isupper() and re.search(rf"\b{short[1]}\b", self._raw):
            return True
        if len(name) > 1 or not name.isalpha() or f" {fold(name)} " not in self._said:
            return False
        lettered = title and re.search(rf"\b{re.escape(fold(title))} {fold(name)}\b", self._text)
        return bool(lettered or (name.isupper() and re.search(rf"(?<=[\w»] ){name}(?![\w'’])", self._raw)))

    def _by_other_names(self, names: _Names, beside: Sequence[_Names]) -> bool:
        """True when the question says whole another name of what bears one of these; what also bears a name beside tells nothing."""
        for others in map(self._called, names):
            called = [keys for keys in map(self._keys_of, others) if keys]
            if any(keys <= self._keys for keys in called):
                taken = [self._keys_of(name) for given in beside if given is not names for name in given]
                return not any(keys <= own for keys in called for own in taken)
        return False

    def _holds(self, name: str, title: str, figure: Figure) -> bool:
        """True when a name holds a figure, in a range (`2-3`) or above a threshold (`10+`) too, and speaks of the word before it."""
        within = any(
            int(low) <= figure.number <= int(high or low) or (bool(above) and figure.number >= int(low))
            for low, high, above in _RANGE.findall(name)
        )
        above = f"{title} {name}"
        # « à 4 dés » counts dice: it is no 4 of a table of results.
        word = figure.word if self._analyzer.keys(figure.word) else figure.counted
        return within and self._speaks_of(above, word)

    def _speaks_of(self, title: str, word: str) -> bool:
        """True when a title has a word, or one that it begins: « Rés » is said for « Résistance », « E » for « Endurance »."""
        keys = self._analyzer.keys(word)
        begins = any(
            held.startswith(fold(word)) or (len(held) > 1 and fold(word).startswith(held)) for held in words(title)
        )
        return not keys or begins or set(keys).issubset(self._analyzer.keys(title))


@lru_cache(maxsize=1 << 16)
def _name_keys(analyzer: Analyzer, name: str) -> frozenset[str]:
    """The keys of a name: the same few thousand come back at each question."""
    return frozenset(analyzer.keys(_SHORT.sub("", name)) or analyzer.keys(name))


def _numbered(question: str) -> str:
    """A question whose rows go by plain numbers: « carte n°2 », « la deuxième carte » are the card 2."""
    plain = motifs("tableaux", "numero").sub("", question)
    ordinals = lexicon("tableaux")["ordinaux"]
    return _ORDINAL.sub(
        lambda said: f"{said[2]} {ordinals[fold(said[1])]}" if fold(said[1]) in ordinals else said[0], plain
    )


def _turned(rows: Sequence[Passage]) -> list[Passage]:
    """The rows that hold something; of a table like `Quantité | Élément`, whose first cells come back, the second cell first."""
    held = [row for row in rows if row.fields]
    pairs = all(len(row.fields) == 2 for row in held)  # noqa: PLR2004 - a name and its value
    if pairs and len({row.fields[0][1] for row in held}) < len(held):
        return [replace(row, fields=row.fields[::-1]) for row in held]
    return held


def _cells(row: Passage) -> list[tuple[str, str]]:
    return [pair for pair in row.fields[1:] if pair[0] != "keywords"]


def _titles_beside(titles: Sequence[str], other: Sequence[Passage]) -> list[_Names]:
    """Each title of a column with the one that stands at its place in the other layer."""
    beside = [[title for title, _ in _cells(row)] for row in other]
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


def _order(pair: tuple[_Named, _Named | None]) -> tuple[bool, float, float]:
    row, column = pair
    figures = (row.figure, column.figure if column else None)
    first, second = (float("inf") if figure is None else figure for figure in figures)
    return (not row.whole, first, second)

"""Which table answers: of the passages listed, the one in which what a question names crosses comes before all others."""

from dataclasses import replace
from functools import cache

from kb.answer.excerpts import Scored
from kb.answer.ruling.quantities import Valuer
from kb.answer.table.labelled import LabelledTable, labelled
from kb.answer.table.lookup import Reader, Reading
from kb.model import Kind
from kb.search import Searcher
from kb.store import KnowledgeBase, Passage, View

# Among how many passages a table whose cell answers is looked for.
_FIRST = 8


class Tables:
    """The tables of a base, each read once."""

    def __init__(self, base: KnowledgeBase, searcher: Searcher) -> None:
        """Read nothing yet."""
        self._base, self._searcher = base, searcher
        self._table = cache(self._table_of)

    def first(self, reader: Reader, passages: tuple[Scored, ...]) -> tuple[tuple[Scored, ...], Reading | None]:
        """The passages, and what the question reads in the first: before all comes a table in which all that it names crosses.

        A table below the rule that answers best needs no more than a row that is named.
        """
        tables = [(one, self._table(one.passage.id, one.passage.layer)) for one in passages[:_FIRST]]
        read = [(one, reader.read(table) if table else None) for one, table in tables]
        crossing = [
            (scored, found)
            for scored, found in read
            if found is not None and (found.values or (found.named and scored.passage.parent == passages[0].passage.id))
            if found.crossed or scored.passage.parent == passages[0].passage.id or reader.names(scored.passage)
        ]
        if not crossing:
            return passages, next((found for _scored, found in read), None)
        # Of two, the one whose own title is said.
        first, found = min(crossing, key=lambda one: not reader.names(one[0].passage))
        top = replace(first, score=passages[0].score)
        return (top, *(other for other in passages if other is not first)), found

    def by_sum(
        self, passages: tuple[Scored, ...], read: Reading | None, question: str, valuer: Valuer | None
    ) -> tuple[tuple[Scored, ...], Reading | None]:
        """The same where rows go by a sum: the row of that sum; all, where the question gives a part of it alone."""
        if valuer is None or (read is not None and read.inverse):
            return passages, read
        for one in passages[:_FIRST]:
            work, _slash, rule = one.passage.id.partition("/")
            row = valuer.row_of(question, rule)
            table = self._table(one.passage.id, one.passage.layer) if row is not False else None
            if table is not None and row is not None:
                said = " ".join((table.heading, str(row), *table.titles))
                reader = Reader(said, self._searcher.analyzer(work), lambda _name: (), frozenset())
                top = replace(one, score=passages[0].score)
                return (top, *(other for other in passages if other is not one)), reader.read(table)
            if table is not None and one is passages[0]:
                return passages, Reading(table.rows)
        return passages, read

    def _table_of(self, identifier: str, layer: View) -> LabelledTable | None:
        """What a question may read in the rows of a passage."""
        rows = self._rows(identifier, layer)
        if not rows:
            return None
        others = self._rows(identifier, "precis") if layer == "texte" else []
        table = self._base.passages([identifier], layer)
        names, analyzer = self._base.row_names(identifier), self._searcher.analyzer(identifier.partition("/")[0])
        return labelled(table[0], rows, others, names, analyzer)

    def _rows(self, identifier: str, layer: View) -> list[Passage]:
        return [unit for unit in self._base.children(identifier, layer, units=True) if unit.kind is Kind.ROW]

"""The names that players give to rows and columns: those of a table, a row or a column that is not there, those that two share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from kb.errors import Diagnostic
from kb.model import Kind, Layer, Provision, RowNames, Rulebook
from kb.model.words import title_key
from kb.system.findings import finding

_FILE = "tableaux.toml"
# What bears each label: the ids of rows, the titles of columns.
Bearers = dict[str, set[str]]


def row_names(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """What `tableaux.toml` says of the précis, whose labels it gives."""
    if rulebook.work.layer is not Layer.PRECIS or not rulebook.row_names:
        return
    tables: dict[str, Bearers] = defaultdict(lambda: defaultdict(set))
    for row in rulebook.provisions:
        if row.kind is Kind.ROW and row.parent and row.fields:
            for label, bearer in _labels(row):
                tables[row.parent][label].add(bearer)
                tables[""][label].add(bearer)
    for table, given in groupby(sorted(rulebook.row_names, key=attrgetter("table")), attrgetter("table")):
        listed = tuple(given)
        if table not in tables:
            yield finding("TABLEAU-SANS-REGLE", _FILE, table=table)
            continue
        yield from _unknown(table, listed, tables[table])
        yield from _shared(table, listed, tables[table]) if table else ()


def _labels(row: Provision) -> Iterator[tuple[str, str]]:
    """What a row may go by, with its id: its two first cells, alone and together; what the columns go by, with their titles."""
    first = [cell for _title, cell in row.fields[:2]]
    yield from ((label, row.id) for label in (*first, " ".join(first)))
    yield from ((title, title) for title, _cell in row.fields)


def _unknown(table: str, listed: Iterable[RowNames], known: Bearers) -> Iterator[Diagnostic]:
    for given in listed:
        if given.label not in known:
            where = f"de « {table} »" if table else "d'un tableau"
            yield finding("RANGEE-INCONNUE", _FILE, label=given.label, where=where)


def _shared(table: str, listed: Iterable[RowNames], known: Bearers) -> Iterator[Diagnostic]:
    """A name that would name two rows names neither."""
    bearers: Bearers = defaultdict(set)
    named = [(name, one.label) for one in listed for name in one.names]
    for name, label in (*((label, label) for label in known), *named):
        bearers[title_key(name)] |= known.get(label, set())
    for name, label in named:
        if bearers[title_key(name)] - known.get(label, set()):
            yield finding("NOM-DE-DEUX-RANGEES", _FILE, name=name, label=label, table=table)

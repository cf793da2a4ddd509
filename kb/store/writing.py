"""The rows that a base owes to one work, in a file of their own: the same bytes for the same input."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, fields
from operator import attrgetter
from pathlib import Path
from typing import Any

from kb.model import Layer, Lexicon, Rulebook
from kb.model.words import title_key
from kb.store.assembling import opened
from kb.store.contents import PARTS, Contents, IndexedWork, Wording
from kb.store.seals import seal

_WORDED = attrgetter(*(field.name for field in fields(Wording)))
# How many rows are inserted at once.
_BATCH = 1000

# A value, and the columns that are none of its fields.
Row = tuple[object, Mapping[str, Any]]


def write_work(contents: Contents, path: Path) -> None:
    """Write the rows that a base owes to one work, numbered from 1 and sealed, to a new file.

    Raises:
        OSError: the disk refuses.
    """
    # Slow to import, and most commands only read.
    from sqlite_utils import Database  # noqa: PLC0415

    with opened(path) as connection:
        database = Database(connection)
        with database.atomic():
            for name, rows in _tables(contents):
                table = database.table(name)
                columns = [column.name for column in table.columns]
                table.insert_all(_records(columns, rows), batch_size=_BATCH)
            for name, plain in _numbered(contents.index):
                # Numbers by the hundred thousand: nothing in them that a library need look at.
                marks = ", ".join("?" * len(database.table(name).columns))
                connection.executemany(f"INSERT INTO {name} VALUES ({marks})", plain)  # noqa: S608 - names of our schema
        faults = connection.execute("PRAGMA foreign_key_check").fetchall()
        if faults:
            raise sqlite3.IntegrityError(f"a row refers to none: {faults[0]}")
    seal(path)


def _records(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[Sequence[Any]]:
    """The columns, then rows as they are inserted: a column that a row does not give is the field of that name of its value."""
    yield columns
    for value, row in rows:
        yield [_stored(row[name] if name in row else getattr(value, name, None)) for name in columns]


def _stored(value: object) -> object:
    """A value as SQLite holds it: lists are JSON, a span a pair of lines."""
    if isinstance(value, tuple | list):
        return _json(value)
    return int(value) if isinstance(value, bool) else value


def _tables(contents: Contents) -> Iterator[tuple[str, Iterable[Row]]]:
    """Each table with its rows, in an order that satisfies the foreign keys."""
    books = contents.rulebooks
    yield "works", [(book.work, {"work": book.work.id, "listed": contents.listed}) for book in books]
    sources = {(book.work.id, book.work.layer, source.document): source for book in books for source in book.sources}
    numbers = {key: place for place, key in enumerate(sources, 1)}
    yield (
        "sources",
        [(one, {"source": numbers[key], "work": key[0], "layer": key[1]}) for key, one in sources.items()],
    )
    provisions = [(provision, book) for book in books for provision in book.provisions]
    nodes = list(enumerate(provisions, 1))
    yield (
        "nodes",
        (
            (one, {"node": place, "place": place, "source": numbers[one.work, book.work.layer, one.source]})
            for place, (one, book) in nodes
        ),
    )
    yield (
        "spans",
        (
            (None, {"node": place, "place": order, "first": span.start, "last": span.end})
            for place, (provision, _book) in nodes
            for order, span in enumerate(provision.spans)
        ),
    )
    yield "questions", _questions(books)
    yield "names", _names(books)
    yield "edges", ((edge, {}) for book in books for edge in book.edges)
    yield "cross_references", _references(books)
    yield from _rows_of_time(books)
    yield "dropped", _dropped(books)
    yield (
        "diagnostics",
        ((one, {"work": book.work.id, "layer": book.work.layer}) for book, one in contents.diagnostics),
    )
    yield from _indexed(contents.index)


def _indexed(one: IndexedWork) -> Iterator[tuple[str, Iterable[Row]]]:
    """The tables of the index."""
    yield "lexicons", [(one, {"lexicon": _lexicon(one.lexicon)})]
    yield "forms", ((one, {"form": form, "key": key, "uses": uses}) for form, key, uses in one.forms)
    yield (
        "documents",
        ((document, {"work": one.work, "document": place}) for place, document in enumerate(one.documents)),
    )


def _numbered(one: IndexedWork) -> Iterator[tuple[str, Iterable[Sequence[Any]]]]:
    """The tables of the index that have many rows and hold numbers: the values of each row, as the schema orders its columns."""
    numbers = {key: number for number, key in enumerate(one.rarities, 1)}
    yield "keys", ((number, one.work, key, one.rarities[key]) for key, number in numbers.items())
    yield (
        "impacts",
        ((numbers[key], document, *weights) for (key, document), weights in one.impacts.items()),
    )
    witnesses = list(enumerate(one.witnesses, 1))
    wholes = {number: round(100 * sum(one.rarities[key] for key in held.keys)) for number, (_at, held) in witnesses}
    parts = {number: PARTS.index(witness.part) for number, (_at, witness) in witnesses}
    held = sorted((numbers[key], document, number) for number, (document, one) in witnesses for key in one.keys)
    yield "witness_keys", ((*place, parts[place[2]], wholes[place[2]]) for place in held)
    yield "clauses", ((number, witness.unit) for number, (_at, witness) in witnesses if witness.part in {*Layer})
    yield (
        "wordings",
        (
            (number, witness.unit, witness.verdict, *_WORDED(witness.wording))
            for number, (_at, witness) in witnesses
            if witness.wording is not None
        ),
    )


def _json(value: object) -> str:
    """As JSON, the fields of a dataclass as a list."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=astuple)


def _lexicon(lexicon: Lexicon) -> str:
    """Its words for search and those of moments side by side; sets are sorted lists."""
    parts = {field.name: getattr(one, field.name) for one in (lexicon, lexicon.moments) for field in fields(one)}
    kept = {name: part for name, part in parts.items() if name not in {"unlinked", "moments"}}
    return _json({name: sorted(part) if isinstance(part, frozenset) else part for name, part in kept.items()})


def _questions(books: Iterable[Rulebook]) -> Iterator[Row]:
    """Every question of every work, numbered beside each provision; the layers of a work share them."""
    for book in {book.work.id: book for book in books}.values():
        places: Counter[str] = Counter()
        for question in book.questions:
            place = {"id": question.provision, "place": places[question.provision], "work": book.work.id}
            clauses = {"precis_clause": question.clause_precis, "texte_clause": question.clause_texte}
            yield question, {**place, **clauses, "question": question.text}
            places[question.provision] += 1


def _names(books: Iterable[Rulebook]) -> list[Row]:
    """Every name of every provision: numbers, titles, aliases, former ids; one row a (name, provision), the first spelling kept."""
    rows: dict[tuple[str, str, str, str], str] = {}
    for book in books:
        work = book.work.id
        for identifier, role, name, key in _names_of(book):
            if key:
                rows.setdefault((work, key, role, identifier), name)
    return [
        (None, {"work": work, "key": key, "id": identifier, "role": role, "name": name})
        for (work, key, role, identifier), name in sorted(rows.items())
    ]


def _names_of(book: Rulebook) -> Iterator[tuple[str, str, str, str]]:
    """Each (id, role, name, key) of a rulebook; the text before an erratum bears no name of its own."""
    titles = {provision.id: provision.title for provision in book.provisions}
    for provision in book.provisions:
        if "@" in provision.id:
            continue
        if provision.number and not provision.is_unit:
            yield provision.id, "number", provision.number, provision.number
        if provision.title and provision.title != titles.get(provision.parent or ""):
            yield provision.id, "title", provision.title, title_key(provision.title)
        for role, others in (("alias", provision.aliases), ("label", provision.labels)):
            for name in others:
                yield provision.id, role, name, title_key(name)
    for former, identifier in book.aliases:
        yield f"{book.work.id}/{identifier}", "former", former, former


def _references(books: Iterable[Rulebook]) -> Iterator[Row]:
    for book in books:
        for item in book.references:
            yield item, {"work": book.work.id, "first": item.span.start, "last": item.span.end}


def _dropped(books: Iterable[Rulebook]) -> Iterator[Row]:
    seen: set[tuple[str, str, int, int]] = set()
    for book in books:
        for document, drop in book.dropped:
            key = (book.work.id, document, drop.span.start, drop.span.end)
            if key not in seen:
                seen.add(key)
                yield drop, {"work": key[0], "document": document, "first": key[2], "last": key[3]}


def _rows_of_time(books: Sequence[Rulebook]) -> Iterator[tuple[str, Iterable[Row]]]:
    """What says when: timing phrases, what is declared usable, the timeline, the policy; all but the first, layers share."""
    shared = {book.work.id: book for book in books}
    yield (
        "windows",
        (
            (
                one.phrase,
                {"work": book.work.id, "id": one.provision, "timeline": one.moment, "cue": one.phrase.trigger}
                | {name: getattr(one, name) for name in ("unit", "layer", "place", "role", "printed", "spans")},
            )
            for book in books
            for one in book.windows
        ),
    )
    yield (
        "usages",
        (
            (usage, {"work": work, "place": place, "id": f"{work}/{usage.provision}"})
            for work, book in shared.items()
            for place, usage in enumerate(book.usages, 1)
        ),
    )
    yield (
        "moments",
        (
            (moment, {"work": work, "place": place})
            for work, book in shared.items()
            for place, moment in enumerate(book.timeline, 1)
        ),
    )
    yield "policies", ((book.policy, {"work": work}) for work, book in shared.items() if book.policy is not None)

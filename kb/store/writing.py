"""The rows that a base owes to one work, in a file of their own: the same bytes for the same input."""

from __future__ import annotations

import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, fields
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from kb.model import Lexicon, Provision, Rulebook, Window
from kb.model.words import title_key
from kb.store.assembling import as_json, opened
from kb.store.contents import PARTS, Contents, IndexedWork, Wording, packed_numbers
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
                table.insert_all(_records(columns, rows, contents.index.work), batch_size=_BATCH)
            for name, plain in _numbered(contents.index):
                # Numbers by the hundred thousand: nothing in them that a library need look at.
                marks = ", ".join("?" * len(database.table(name).columns))
                connection.executemany(f"INSERT INTO {name} VALUES ({marks})", plain)  # noqa: S608 - names of our schema
        faults = connection.execute("PRAGMA foreign_key_check").fetchall()
        if faults:
            raise sqlite3.IntegrityError(f"a row refers to none: {faults[0]}")
    seal(path)


def _records(columns: Sequence[str], rows: Iterable[Row], work: str) -> Iterator[Sequence[Any]]:
    """The columns, then rows as they are inserted: a column that a row does not give is the field of that name of its value."""
    yield columns
    for value, given in rows:
        row = {"work": work, **given}
        yield [_stored(row[name] if name in row else getattr(value, name, None)) for name in columns]


def _stored(value: object) -> object:
    """A value as SQLite holds it: lists are JSON, a span a pair of lines."""
    if isinstance(value, tuple | list):
        return as_json(value)
    return int(value) if isinstance(value, bool) else value


def _tables(contents: Contents) -> Iterator[tuple[str, Iterable[Row]]]:
    """Each table with its rows, in an order that satisfies the foreign keys."""
    books, index = contents.rulebooks, contents.index
    # Layers share their questions and what says when, but for the timing phrases printed.
    shared = books[-1]
    yield "works", [(book.work, {"listed": contents.listed}) for book in books]
    sources = {(book.work.layer, source.document): source for book in books for source in book.sources}
    numbers = {key: place for place, key in enumerate(sources, 1)}
    yield "sources", [(one, {"source": numbers[key], "layer": key[0]}) for key, one in sources.items()]
    nodes = list(enumerate((one for book in books for one in book.provisions), 1))
    yield (
        "nodes",
        [(one, {"node": at, "source": numbers[one.layer, one.source], **_told(at, one)}) for at, one in nodes],
    )
    spans = [(at, place, span) for at, one in nodes for place, span in enumerate(one.spans)]
    yield (
        "spans",
        [(None, {"node": at, "place": place, "first": one.start, "last": one.end}) for at, place, one in spans],
    )
    yield "questions", _questions(shared, index)
    yield "names", _names(books)
    yield "edges", [(edge, {}) for book in books for edge in book.edges]
    joined: dict[str, list[str]] = defaultdict(list)
    for ours, theirs in contents.alignments:
        joined[ours.partition("#")[0]].append(f"{ours.partition('#')[2]}={theirs.partition('#')[2]}")
    yield "alignments", [(None, {"id": whole, "pairs": " ".join(pairs)}) for whole, pairs in joined.items()]
    references = [reference for book in books for reference in book.references]
    yield "cross_references", [(one, {"first": one.span.start, "last": one.span.end}) for one in references]
    yield "windows", [_window(one) for book in books for one in book.windows]
    yield (
        "usages",
        [(one, {"place": at, "id": f"{index.work}/{one.provision}"}) for at, one in enumerate(shared.usages, 1)],
    )
    yield "issues", _issues(index)
    yield "moments", [(one, {"place": place}) for place, one in enumerate(shared.timeline, 1)]
    yield "measures", [(one, {"place": place}) for place, one in enumerate(shared.measures)]
    yield "policies", [(shared.policy, {})] if shared.policy is not None else []
    dropped = {(document, one.span): one for book in books for document, one in book.dropped}
    yield (
        "dropped",
        [(one, {"document": at[0], "first": at[1].start, "last": at[1].end}) for at, one in dropped.items()],
    )
    yield "departures", [(one, {}) for book in books for one in book.departures]
    yield "diagnostics", [(one, {"layer": book.work.layer}) for book, one in contents.diagnostics]
    yield "lexicons", [(index, {"lexicon": _lexicon(index.lexicon)})]
    yield "forms", [(None, {"form": form, "key": key, "uses": uses}) for form, key, uses in index.forms]
    yield "documents", [(one, {"document": place}) for place, one in enumerate(index.documents)]


def _told(place: int, one: Provision) -> Mapping[str, Any]:
    """Where a provision stands; its own words and its Markdown, unless they are its text."""
    parts = {"own": one.own, "markdown": one.markdown}
    return {"place": place, **{name: None if part == one.text else part for name, part in parts.items()}}


def _issues(index: IndexedWork) -> Iterator[Row]:
    """What can be asked of each provision, packed: phrases by the thousand, that nothing looks for but the whole of them."""
    by_provision: dict[str, list[Any]] = defaultdict(list)
    for one in index.issues:
        by_provision[one.provision].append(astuple(one)[1:])
    for provision, told in by_provision.items():
        yield None, {"id": f"{index.work}/{provision}", "issues": _packed(told)}


def _window(one: Window) -> Row:
    """A timing phrase, where it stands and the moment that it names."""
    own = {name: getattr(one, name) for name in ("unit", "layer", "place", "role", "printed", "spans")}
    return one.phrase, {"id": one.provision, "timeline": one.moment, "cue": one.phrase.trigger, **own}


def _numbered(one: IndexedWork) -> Iterator[tuple[str, Iterable[Sequence[Any]]]]:
    """The tables of the index that have many rows and hold numbers: the values of each row, as the schema orders its columns."""
    numbers = {key: number for number, key in enumerate(one.rarities, 1)}
    yield "keys", ((number, one.work, key, one.rarities[key]) for key, number in numbers.items())
    yield (
        "impacts",
        ((numbers[key], document, *weights) for (key, document), weights in one.impacts.items()),
    )
    parts: dict[int, list[int]] = defaultdict(list)
    holding: dict[tuple[int, int], list[int]] = defaultdict(list)
    in_rule = set[tuple[int, int]]()
    for document, witness in one.witnesses:
        number = len(parts[document]) // 2
        whole = round(100 * sum(one.rarities[key] for key in witness.keys))
        parts[document] += [PARTS.index(witness.part) + len(PARTS) * witness.unit, whole]
        held = [(numbers[key], document) for key in witness.keys]
        for row in held:
            holding[row].append(number)
        in_rule.update(held if witness.part != "question" else ())
    yield "witnesses", ((one.work, document, packed_numbers(told)) for document, told in parts.items())
    yield "witness_keys", ((*row, row in in_rule, packed_numbers(told)) for row, told in sorted(holding.items()))


def _lexicon(lexicon: Lexicon) -> str:
    """Its words for search and those of moments side by side; sets are sorted lists."""
    parts = {field.name: getattr(one, field.name) for one in (lexicon, lexicon.moments) for field in fields(one)}
    kept = {name: part for name, part in parts.items() if name not in {"unlinked", "linked", "idioms", "moments"}}
    return as_json({name: sorted(part) if isinstance(part, frozenset) else part for name, part in kept.items()})


def _questions(book: Rulebook, index: IndexedWork) -> Iterator[Row]:
    """The questions of a work, packed by the provision beside which they stand."""
    asked: dict[str, list[Any]] = defaultdict(list)
    worded: dict[str, list[Any]] = defaultdict(list)
    for one in book.questions:
        asked[one.provision].append((one.text, one.verdict, one.clause_precis, one.clause_texte))
    for at, witness in index.witnesses:
        if witness.wording is not None:
            worded[index.documents[at].id].append((witness.unit, witness.verdict, *_WORDED(witness.wording)))
    for identifier, told in sorted(asked.items()):
        yield None, {"id": identifier, "asked": _packed(told), "worded": _packed(worded[identifier])}


def _packed(told: Sequence[Any]) -> bytes:
    return zlib.compress(as_json(told).encode(), level=9)


def _names(books: Iterable[Rulebook]) -> list[Row]:
    """Every name of every provision: numbers, titles, aliases, former ids; one row a (name, provision), the first spelling kept."""
    rows: dict[tuple[str, str, str], str] = {}
    for identifier, role, name, key in chain.from_iterable(map(_names_of, books)):
        if key:
            rows.setdefault((key, role, identifier), name)
    return [(None, {"key": row[0], "role": row[1], "id": row[2], "name": name}) for row, name in sorted(rows.items())]


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

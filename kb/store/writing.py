"""The rows that a base owes to one work, in a file of their own: the same bytes for the same input."""

import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

import msgspec

from kb.model import Provision, Rulebook, Window
from kb.model.words import title_key
from kb.store.assembling import as_json, opened, seal, without_indexes
from kb.store.contents import PARTS, Contents, IndexedWitness, IndexedWork
from kb.system.grouping import by_key

# How many rows are inserted at once.
_BATCH = 1000
# A value, and the columns that are none of its fields.
Row = tuple[object, dict[str, Any]]


def _row(value: object = None, **given: Any) -> Row:  # noqa: ANN401 - any column
    return value, given


def write_work(contents: Contents, path: Path) -> None:
    """Write the rows that a base owes to one work, sealed, to a new file.

    Raises:
        OSError: the disk refuses.
    """
    # Slow to import, and most commands only read.
    from sqlite_utils import Database  # noqa: PLC0415

    with opened(path) as connection:
        without_indexes(connection)
        database = Database(connection)
        with database.atomic():
            for name, rows in _tables(contents):
                table = database.table(name)
                columns = [column.name for column in table.columns]
                table.insert_all(chain([columns], _records(columns, rows, contents.index.work)), batch_size=_BATCH)
        faults = connection.execute("PRAGMA foreign_key_check").fetchall()
        if faults:
            raise sqlite3.IntegrityError(f"a row refers to none: {faults[0]}")
    seal(path)


def _records(columns: Sequence[str], rows: Iterable[Row], work: str) -> Iterator[Sequence[Any]]:
    """Rows as they are inserted: a column that a row does not give is the field of that name of its value."""
    for value, given in rows:
        given.setdefault("work", work)
        cells = [given[name] if name in given else getattr(value, name, None) for name in columns]
        yield [as_json(cell) if isinstance(cell, tuple | list) else cell for cell in cells]


def _tables(contents: Contents) -> Iterator[tuple[str, Iterable[Row]]]:
    """Each table with its rows, in an order that satisfies the foreign keys."""
    books, index = contents.rulebooks, contents.index
    # Layers share their questions and what says when, but for the timing phrases printed.
    shared = books[-1]
    yield "works", [_row(book.work, listed=contents.listed) for book in books]
    sources = {(book.work.layer, source.document): source for book in books for source in book.sources}
    yield "sources", [_row(one, layer=layer) for (layer, _document), one in sources.items()]
    yield "nodes", map(_node, count(1), chain.from_iterable(book.provisions for book in books))
    yield "questions", _questions(shared, index)
    yield "names", _names(books)
    given = sorted({(one.table, one.label, name) for one in shared.row_names for name in one.names})
    yield "row_names", [_row(id=table, label=label, name=name) for table, label, name in given]
    yield "edges", [_row(edge) for book in books for edge in book.edges]
    yield "alignments", _alignments(contents.alignments)
    yield "cross_references", [_row(one) for book in books for one in book.references]
    yield "windows", [_window(one) for book in books for one in book.windows]
    usages = enumerate(shared.usages, 1)
    yield "usages", [_row(one, place=place, id=f"{index.work}/{one.provision}") for place, one in usages]
    yield "issues", _issues(index)
    yield "moments", [_row(one, place=place) for place, one in enumerate(shared.timeline, 1)]
    yield "sheets", [_row(one, work=index.work, place=place) for place, one in enumerate(shared.sheet, 1)]
    yield "measures", [_row(one, place=place) for place, one in enumerate(shared.measures)]
    yield "policies", [_row(printed=zlib.compress(shared.policy.printed.encode()))] if shared.policy is not None else []
    yield "examples", [_row(asked=_packed(index.examples))] if index.examples else []
    dropped = {(document, one.span): one.reason for book in books for document, one in book.dropped}
    yield (
        "dropped",
        [_row(document=at, first=span.start, last=span.end, reason=why) for (at, span), why in dropped.items()],
    )
    yield "departures", [_row(one) for book in books for one in book.departures]
    yield "diagnostics", [_row(one, layer=book.work.layer) for book, one in contents.diagnostics]
    yield "lexicons", [_row(index, lexicon=as_json(index.lexicon))]
    yield "forms", [_row(form=form, key=key, uses=uses) for form, key, uses in index.forms]
    yield "documents", [_row(one, document=number) for number, one in enumerate(index.documents)]
    yield from _weighed(index)


def _node(place: int, one: Provision) -> Row:
    """A provision; its own words and its Markdown, unless they are its text."""
    own, markdown = (None if part == one.text else part for part in (one.own, one.markdown))
    return _row(one, place=place, own=own, markdown=markdown)


def _alignments(pairs: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """The clauses of the two layers that say the same, by the provision that holds both."""
    parted = ((*ours.partition("#"), theirs.partition("#")[2]) for ours, theirs in pairs)
    for identifier, found in by_key((whole, f"{own}={other}") for whole, _mark, own, other in parted).items():
        yield _row(id=identifier, pairs=" ".join(found))


def _issues(index: IndexedWork) -> Iterator[Row]:
    """What can be asked of each provision, packed: phrases by the thousand, that nothing looks for but the whole of them."""
    for provision, found in by_key((one.provision, one) for one in index.issues).items():
        yield _row(id=f"{index.work}/{provision}", issues=_packed(found))


def _window(one: Window) -> Row:
    """A timing phrase, where it stands and the moment that it names."""
    own = {name: getattr(one, name) for name in ("unit", "layer", "place", "role", "printed")}
    return _row(one.phrase, id=one.provision, timeline=one.moment, cue=one.phrase.trigger, **own)


def _weighed(one: IndexedWork) -> Iterator[tuple[str, Iterable[Row]]]:
    """What keys weigh, and the witnesses."""
    named = {
        key
        for row, witnesses in zip(one.documents, one.witnesses, strict=True)
        for witness in witnesses
        if not row.absent and witness.part == "name"
        for key in witness.keys
    }
    numbers = {key: number for number, key in enumerate(one.rarities, 1)}
    yield (
        "keys",
        (
            _row(
                key=key,
                number=number,
                rarity=one.rarities[key],
                said=2 if key in one.in_rules else key in named,
                **{view: msgspec.json.encode(weights).decode() for view, weights in one.impacts[key].items()},
            )
            for key, number in numbers.items()
        ),
    )
    packed = (_packed_witnesses(one, numbers, witnesses) for witnesses in one.witnesses)
    yield "witnesses", (_row(document=at, held=held) for at, held in enumerate(packed))


def _packed_witnesses(one: IndexedWork, numbers: Mapping[str, int], witnesses: Sequence[IndexedWitness]) -> bytes:
    """How many witnesses of a document each part has, where they stand, the rarities of their keys in hundredths; which hold each key."""
    holders = by_key((numbers[key] - 1, place) for place, witness in enumerate(witnesses) for key in witness.keys)
    parts = Counter(witness.part for witness in witnesses)
    # One that has no more than a key of every document still has a whole.
    wholes = [max(1, round(100 * sum(map(one.rarities.__getitem__, witness.keys)))) for witness in witnesses]
    return msgspec.msgpack.encode(([parts[part] for part in PARTS], [one.place for one in witnesses], wholes, holders))


def _questions(book: Rulebook, index: IndexedWork) -> Iterator[Row]:
    """The questions of a work, packed by provision."""
    written = ((one.provision, (one.text, one.verdict, one.clause_precis, one.clause_texte)) for one in book.questions)
    asked, worded = by_key(written), defaultdict[str, list[Any]](list)
    for row, witnesses in zip(index.documents, index.witnesses, strict=True):
        worded[row.id] = [(one.place, one.verdict, one.wording) for one in witnesses if one.wording is not None]
    for identifier, questions in sorted(asked.items()):
        weights = index.classifiers.get(identifier, {})
        yield _row(
            id=identifier,
            asked=_packed(questions),
            worded=_packed(worded[identifier]),
            classifier=_packed(weights) if weights else None,
        )


def _packed(values: object) -> bytes:
    return zlib.compress(as_json(values).encode(), level=6)


def _names(books: Iterable[Rulebook]) -> list[Row]:
    """Every name of every provision: numbers, titles, aliases, former ids; one row a (name, provision), the first spelling kept."""
    names: dict[tuple[str, str, str], str] = {}
    for identifier, role, name in chain.from_iterable(map(_names_of, books)):
        if key := name if role in {"number", "former"} else title_key(name):
            names.setdefault((key, role, identifier), name)
    return [_row(key=key, role=role, id=one, name=name) for (key, role, one), name in sorted(names.items())]


def _names_of(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Each (id, role, name) of a rulebook; the text before an erratum bears no name of its own."""
    titles = {provision.id: provision.title for provision in book.provisions}
    for provision in book.provisions:
        if "@" in provision.id:
            continue
        if provision.number and not provision.is_unit:
            yield provision.id, "number", provision.number
        if provision.title and provision.title != titles.get(provision.parent or ""):
            yield provision.id, "title", provision.title
        yield from ((provision.id, "alias", name) for name in provision.aliases)
        yield from ((provision.id, "label", name) for name in provision.labels)
    yield from ((f"{book.work.id}/{identifier}", "former", former) for former, identifier in book.aliases)

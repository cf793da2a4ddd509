"""The rows that a base owes to one work, in a file of their own: the same bytes for the same input."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from kb.model import Layer, Lexicon, Provision, Rulebook, Span
from kb.store.assembling import opened
from kb.store.contents import PARTS, Contents, IndexedWork
from kb.store.seals import seal
from kb.store.timing import rows_of_moments, rows_of_policies, rows_of_usages, rows_of_windows
from kb.words import title_key

Row = dict[str, Any]


def write_work(contents: Contents, path: Path) -> None:
    """Write the rows that a base owes to one work, numbered from 1 and sealed, to a new file.

    Raises:
        OSError: the disk refuses.
    """
    with opened(path) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        with connection:
            connection.execute("BEGIN")
            for table, rows in _tables(contents):
                _insert(connection, table, iter(rows))
    seal(path)


def _insert(connection: sqlite3.Connection, table: str, rows: Iterator[Row]) -> None:
    """Insert rows of one form into a table."""
    for first in rows:
        values = ", ".join(f":{name}" for name in first)
        insertion = f"INSERT INTO {table} ({', '.join(first)}) VALUES ({values})"  # noqa: S608 - names of our schema
        connection.executemany(insertion, chain([first], rows))


def _tables(contents: Contents) -> Iterator[tuple[str, Iterable[Row]]]:
    """Each table with its rows, in an order that satisfies the foreign keys."""
    books = contents.rulebooks
    yield "works", [_work(book, listed=contents.listed) for book in books]
    sources = {(book.work.id, book.work.layer, source.document): source for book in books for source in book.sources}
    numbers = {key: place for place, key in enumerate(sources, 1)}
    yield (
        "sources",
        [
            {
                "source": numbers[key],
                "work": key[0],
                "layer": key[1],
                "document": key[2],
                "sha256": s.sha256,
                "lines": s.lines,
            }
            for key, s in sources.items()
        ],
    )
    nodes = [(provision, book) for book in books for provision in book.provisions]
    yield (
        "nodes",
        (
            _node(place, provision, numbers[provision.work, book.work.layer, provision.source])
            for place, (provision, book) in enumerate(nodes, 1)
        ),
    )
    yield (
        "spans",
        (
            {"node": place, "place": order, "first": span.start, "last": span.end}
            for place, (provision, _book) in enumerate(nodes, 1)
            for order, span in enumerate(provision.spans)
        ),
    )
    yield "questions", _questions(books)
    yield "names", _names(books)
    yield "edges", _edges(books)
    yield "cross_references", _references(books)
    yield "windows", rows_of_windows(books)
    yield "usages", rows_of_usages(books)
    yield "moments", rows_of_moments(books)
    yield "policies", rows_of_policies(books)
    yield "dropped", _dropped(books)
    yield "diagnostics", _diagnostics(contents)
    yield from _indexed((contents.index,))


def _indexed(works: Iterable[IndexedWork]) -> Iterator[tuple[str, Iterable[Row]]]:
    """The tables of the index; keys and witnesses are numbered through all the works."""
    keys = witnesses = 0
    for one in works:
        yield "lexicons", [{"work": one.work, "lexicon": _lexicon(one.lexicon), "unknown": one.unknown}]
        yield "forms", ({"work": one.work, "form": form, "key": key, "uses": uses} for form, key, uses in one.forms)
        yield (
            "documents",
            (
                {
                    "work": one.work,
                    "document": place,
                    "id": identifier,
                    "absent": absent,
                    "scope": _json(scope),
                    "questions": questions,
                    "texte": int(texte),
                }
                for place, (identifier, absent, scope, questions, texte) in enumerate(one.documents)
            ),
        )
        numbers = {key: number for number, key in enumerate(one.rarities, keys + 1)}
        yield (
            "keys",
            (
                {"number": number, "work": one.work, "key": key, "rarity": one.rarities[key]}
                for key, number in numbers.items()
            ),
        )
        yield (
            "impacts",
            (
                {"key": numbers[key], "document": document, "precis": precis, "texte": texte, "both": both}
                for (key, document), (precis, texte, both) in one.impacts.items()
            ),
        )
        yield from _witnesses(one, numbers, witnesses)
        keys, witnesses = keys + len(numbers), witnesses + len(one.witnesses)


def _witnesses(one: IndexedWork, numbers: Mapping[str, int], before: int) -> Iterator[tuple[str, Iterable[Row]]]:
    numbered = list(enumerate(one.witnesses, before + 1))
    wholes = {number: round(100 * sum(one.rarities[key] for key in held.keys)) for number, (_at, held) in numbered}
    parts = {number: PARTS.index(witness.part) for number, (_at, witness) in numbered}
    yield (
        "witness_keys",
        (
            {"key": key, "document": document, "witness": number, "part": parts[number], "whole": wholes[number]}
            for key, document, number in sorted(
                (numbers[key], document, number) for number, (document, witness) in numbered for key in witness.keys
            )
        ),
    )
    yield (
        "clauses",
        ({"witness": number, "unit": witness.unit} for number, (_at, witness) in numbered if witness.part in {*Layer}),
    )
    yield (
        "wordings",
        (
            {"witness": number, "place": witness.unit, "verdict": witness.verdict, **asdict(witness.wording)}
            for number, (_at, witness) in numbered
            if witness.wording is not None
        ),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lexicon(lexicon: Lexicon) -> str:
    return _json(
        {
            "stopwords": sorted(lexicon.stopwords),
            "protected": lexicon.protected,
            "families": lexicon.families,
            "expansions": lexicon.expansions,
            "names": lexicon.names,
            "modes": lexicon.modes,
            "oppositions": [[part.name, part.one, part.other] for part in lexicon.oppositions],
            "negations": lexicon.negations,
            "figures": lexicon.figures,
            "distinctions": lexicon.distinctions,
            "light": sorted(lexicon.moments.light),
            "acts": sorted(lexicon.moments.acts),
            "kindred": lexicon.moments.kindred,
            "others": sorted(lexicon.moments.others),
            "ordinals": lexicon.moments.ordinals,
        }
    )


def _spans(spans: Iterable[Span]) -> str:
    return _json([[span.start, span.end] for span in spans])


def _work(book: Rulebook, *, listed: bool) -> Row:
    work = book.work
    return {
        "work": work.id,
        "layer": work.layer,
        "title": work.title,
        "edition": work.edition,
        "language": work.language,
        "modes": _json(work.modes),
        "listed": int(listed),
    }


def _node(place: int, provision: Provision, source: int) -> Row:
    return {
        "node": place,
        "id": provision.id,
        "layer": provision.layer,
        "work": provision.work,
        "kind": provision.kind,
        "subkind": provision.subkind,
        "authority": provision.authority,
        "number": provision.number,
        "title": provision.title,
        "path": _json(provision.path),
        "text": provision.text,
        "own": provision.own,
        "markdown": provision.markdown,
        "parent": provision.parent,
        "place": place,
        "status": provision.status,
        "superseded_by": provision.superseded_by,
        "redirect": provision.redirect,
        "scope": _json(provision.scope),
        "fields": _json(provision.fields),
        "form": provision.form,
        "source": source,
    }


def _questions(books: Iterable[Rulebook]) -> Iterator[Row]:
    """Every question of every work, numbered beside each provision; the layers of a work share them."""
    for book in {book.work.id: book for book in books}.values():
        places: Counter[str] = Counter()
        for question in book.questions:
            yield {
                "id": question.provision,
                "place": places[question.provision],
                "work": book.work.id,
                "verdict": question.verdict,
                "precis_clause": question.clause_precis,
                "texte_clause": question.clause_texte,
                "question": question.text,
            }
            places[question.provision] += 1


def _names(books: Iterable[Rulebook]) -> list[Row]:
    """Every name of every provision: numbers, titles, aliases, former ids; one row a (name, provision), the first spelling kept."""
    rows: dict[tuple[str, str, str, str], Row] = {}
    for book in books:
        work = book.work.id
        for identifier, role, name, key in _names_of(book):
            if key:
                row = {"work": work, "key": key, "id": identifier, "role": role, "name": name}
                rows.setdefault((work, key, role, identifier), row)
    return [rows[key] for key in sorted(rows)]


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


def _edges(books: Iterable[Rulebook]) -> Iterator[Row]:
    for book in books:
        for edge in book.edges:
            yield {
                "source": edge.source,
                "target": edge.target,
                "layer": edge.layer,
                "type": edge.type,
                "how": edge.how,
                "printed": edge.printed,
                "reason": edge.reason,
                "spans": _spans(edge.spans),
            }


def _references(books: Iterable[Rulebook]) -> Iterator[Row]:
    for book in books:
        for item in book.references:
            yield {
                "work": book.work.id,
                "layer": item.layer,
                "source": item.source,
                "form": item.form,
                "printed": item.printed,
                "target": item.target,
                "module": item.module,
                "resolution": item.resolution,
                "candidates": _json(item.candidates),
                "first": item.span.start,
                "last": item.span.end,
            }


def _dropped(books: Iterable[Rulebook]) -> Iterator[Row]:
    seen: set[tuple[str, str, int, int]] = set()
    for book in books:
        for document, drop in book.dropped:
            key = (book.work.id, document, drop.span.start, drop.span.end)
            if key not in seen:
                seen.add(key)
                yield {"work": key[0], "document": document, "first": key[2], "last": key[3], "reason": drop.reason}


def _diagnostics(contents: Contents) -> Iterator[Row]:
    for book, finding in contents.diagnostics:
        yield {
            "work": book.work.id,
            "layer": book.work.layer,
            "code": finding.code,
            "severity": finding.severity,
            "message": finding.message,
            "hint": finding.hint,
            "file": finding.file,
            "line": finding.line,
            "id": finding.id,
        }

"""The reduced search: a script a work, with what names its provisions, for when no API answers."""

from __future__ import annotations

import json

from kb.model import Kind, Status
from kb.site.book import Book
from kb.site.provisions import teaser
from kb.store import Passage

_UNNAMED = frozenset({Kind.ROW, Kind.NOTE})


def script(book: Book) -> str:
    """JavaScript that adds the work to `window.arbitreIndex`.

    An entry is [id without the work, number, title, other names, questions, first words].
    """
    entries = [
        [
            passage.id.partition("/")[2],
            "" if passage.kind is Kind.STEP else passage.number or "",
            _title(book, passage),
            list(book.names.get(passage.id, ())),
            list(book.questions(passage.id)),
            teaser(book, passage),
        ]
        for passage in book.pages()
        if passage.status is not Status.SUPERSEDED and passage.kind not in _UNNAMED
    ]
    work = {"work": book.info.work, "title": book.info.title, "entries": entries}
    # `<` never stands in a script as it is, lest some day one is put inside a page.
    text = json.dumps(work, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"(window.arbitreIndex = window.arbitreIndex || []).push({text});\n"


def _title(book: Book, passage: Passage) -> str:
    """The title that a result shows after its number; a step has its number in it."""
    label = book.label(passage.id)
    return label if passage.kind is Kind.STEP or not passage.number else label.removeprefix(f"{passage.number} ")

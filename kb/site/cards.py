"""Abilities, keywords, profiles and tables of a work, each kind on a page of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.model import Kind, Status
from kb.site import urls
from kb.site.book import Book, Excerpt, Item, shortened
from kb.site.linking import Linker
from kb.site.markdown import render
from kb.site.wording import PLURALS, kind_name
from kb.store import Passage

_CARDS = frozenset({Kind.ABILITY, Kind.KEYWORD})
_WORDS = 230


@dataclass(frozen=True, slots=True)
class Card:
    """An ability or keyword in short: when it is used (as printed), its cost, its other names, what it does or else its first words."""

    item: Item
    number: str
    when: str
    cost: str
    names: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one kind, under an anchor."""

    anchor: str
    title: str
    cards: tuple[Card, ...]


def decks(book: Book) -> tuple[Deck, ...]:
    """The abilities and keywords, those of a kind together, in reading order."""
    page = urls.part_page(book.info.work, "aptitudes")
    found: dict[str, list[Card]] = {}
    for passage in _of(book, _CARDS):
        if passage.redirect is None and (passage.text or book.children(passage.id)):
            found.setdefault(kind_name(passage.kind, passage.subkind), []).append(_card(book, page, passage))
    return tuple(
        Deck(f"genre-{place}", PLURALS.get(genre, genre), tuple(cards))
        for place, (genre, cards) in enumerate(found.items(), 1)
    )


def sheets(book: Book) -> tuple[Excerpt, ...]:
    """The tables, whole."""
    page = urls.part_page(book.info.work, "tableaux")
    linker = Linker(book, page)
    return tuple(
        Excerpt(book.item(passage.id, page), render(passage, linker, None), " › ".join(passage.path[1:]))
        for passage in _of(book, {Kind.TABLE})
    )


def profiles(book: Book) -> tuple[tuple[Item, tuple[Item, ...]], ...]:
    """The profiles, under what holds them."""
    page = urls.part_page(book.info.work, "tableaux")
    found: dict[str, list[Item]] = {}
    for passage in _of(book, {Kind.PROFILE}):
        head = passage.parent if passage.parent in book.passages and passage.parent else passage.id
        found.setdefault(head, []).append(book.item(passage.id, page))
    return tuple((book.item(head, page), tuple(items)) for head, items in found.items())


def _of(book: Book, kinds: frozenset[Kind] | set[Kind]) -> Iterator[Passage]:
    return (
        passage
        for passage in book.pages()
        if passage.kind in kinds and passage.status not in {Status.SUPERSEDED, Status.DELETED}
    )


def _card(book: Book, page: str, passage: Passage) -> Card:
    fields = dict(passage.fields)
    return Card(
        item=Item(passage.title, urls.relative(page, urls.page_path(passage.id))),
        number=passage.number or "",
        when=book.windows.get(passage.id, ""),
        cost=fields.get("cost", ""),
        names=book.names.get(passage.id, ())[:4],
        text=shortened(fields["effect"], _WORDS) if fields.get("effect") else book.teaser(passage, _WORDS),
    )

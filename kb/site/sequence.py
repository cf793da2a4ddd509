"""The sequence of play: every moment of a game's timeline with its rules, and where on it a rule stands."""

from __future__ import annotations

from collections import defaultdict

from kb.site import urls
from kb.site.book import Book, Item
from kb.timing import Timeline
from kb.timing.tree import Node


class Sequence:
    """The timeline of one work."""

    def __init__(self, book: Book) -> None:
        """Read it; a work without one has no root."""
        self._book = book
        self.page = urls.part_page(book.info.work, "deroulement")
        self._timeline = Timeline(book.base, book.info.work, book.view)
        self._places: dict[str, list[Item]] = defaultdict(list)
        for node in self._timeline.walk():
            path = [moment.title for moment in self._timeline.path(node.moment.id)]
            place = Item(" › ".join(path[-2:]), node.moment.id)
            for cite in node.moment.cites:
                self._places[f"{book.info.work}/{cite}"].append(place)

    def roots(self) -> tuple[Node, ...]:
        """The whole tree, as its page shows it."""
        return tuple(self._timeline.roots)

    def rules(self, node: Node) -> tuple[Item, ...]:
        """The rules that a moment cites, linked from the page of the sequence."""
        ids = [f"{self._book.info.work}/{cite}" for cite in node.moment.cites]
        return tuple(self._book.item(identifier, self.page) for identifier in ids if identifier in self._book.passages)

    def places(self, identifiers: list[str], page: str) -> tuple[Item, ...]:
        """The moments that cite any of some provisions, linked from a page; each once."""
        found = dict.fromkeys(place for identifier in identifiers for place in self._places.get(identifier, ()))
        return tuple(Item(place.label, urls.relative(page, self.page, place.href)) for place in found)

"""The sequence of play: every moment of a game's timeline with its rules, and where on it a rule stands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from kb.site import urls
from kb.site.book import Book, Item
from kb.site.wording import ACTORS
from kb.timing import Timeline
from kb.timing.tree import Node


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as a page shows it: `rules` are all that it cites; `free` when nothing orders what it holds."""

    title: str
    anchor: str
    genre: str
    who: str
    repeat: str
    free: bool
    apart: bool
    rules: tuple[Item, ...]
    children: tuple[Moment, ...]


class Sequence:
    """The timeline of one work."""

    def __init__(self, book: Book) -> None:
        """Read it; a work without one has no moment."""
        self._book = book
        self.page = urls.part_page(book.info.work, "deroulement")
        self._timeline = Timeline(book.base, book.info.work, book.view)
        self._places: dict[str, list[Item]] = defaultdict(list)
        for node in self._timeline.walk():
            path = [moment.title for moment in self._timeline.path(node.moment.id)]
            place = Item(" › ".join(path[-2:]), node.moment.id)
            for cite in node.moment.cites:
                self._places[f"{book.info.work}/{cite}"].append(place)

    def moments(self) -> tuple[Moment, ...]:
        """The whole tree, as its page shows it."""
        return tuple(self._moment(root) for root in self._timeline.roots)

    def places(self, identifiers: list[str], page: str) -> tuple[Item, ...]:
        """The moments that cite any of some provisions, linked from a page; each once."""
        found = dict.fromkeys(place for identifier in identifiers for place in self._places.get(identifier, ()))
        return tuple(Item(place.label, urls.relative(page, self.page, place.href)) for place in found)

    def _moment(self, node: Node) -> Moment:
        moment = node.moment
        ids = [f"{self._book.info.work}/{cite}" for cite in moment.cites]
        rules = tuple(self._book.item(identifier, self.page) for identifier in ids if identifier in self._book.passages)
        return Moment(
            title=moment.title,
            anchor=moment.id,
            genre=moment.kind,
            who=ACTORS[moment.who],
            repeat=moment.repeat,
            free=moment.free,
            apart=moment.apart,
            rules=rules,
            children=tuple(self._moment(child) for child in node.children),
        )

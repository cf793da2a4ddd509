"""A notion across games: for each game, the rules that hold it, side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kb.model import Notion
from kb.site import urls
from kb.site.book import Book, Excerpt, Item
from kb.site.linking import Linker
from kb.site.markdown import render
from kb.store import Passage

_FEW = 2


@dataclass(frozen=True, slots=True)
class Column:
    """What one game says of a notion."""

    game: Item
    work: str
    excerpts: tuple[Excerpt, ...]


@dataclass(slots=True)
class Comparison:
    """A notion and its columns, filled game after game, in the order of the games."""

    notion: Notion
    columns: list[Column] = field(default_factory=list)

    @property
    def page(self) -> str:
        """Its page."""
        return urls.notion_page(self.notion.id)


class Comparisons:
    """Every notion of the base that several games have: `found`, without their columns until games are taken in."""

    def __init__(self, notions: Sequence[Notion], shown: Mapping[str, Collection[str]]) -> None:
        """`shown` are the ids that the site shows of each game."""
        self.found = tuple(
            Comparison(notion)
            for notion in notions
            if sum(any(cite in ids for cite in notion.cites) for ids in shown.values()) >= _FEW
        )
        self._holding: dict[str, list[Comparison]] = {}
        for comparison in self.found:
            for cite in comparison.notion.cites:
                self._holding.setdefault(cite, []).append(comparison)

    def columns(self, book: Book) -> tuple[Column | None, ...]:
        """What a game says of each notion found, in their order; None where it says nothing."""
        return tuple(_column(comparison, book) for comparison in self.found)

    def take(self, columns: Sequence[Column | None]) -> None:
        """Take in what one more game says."""
        for comparison, column in zip(self.found, columns, strict=True):
            if column is not None:
                comparison.columns.append(column)

    def near(self, identifier: str, page: str) -> tuple[Item, ...]:
        """The comparisons that a rule stands in, linked from its page."""
        return tuple(
            Item(comparison.notion.title, urls.relative(page, comparison.page))
            for comparison in self._holding.get(identifier, ())
        )


def _column(comparison: Comparison, book: Book) -> Column | None:
    """What a game says of a notion, if it says anything."""
    shown = [book.passages[cite] for cite in comparison.notion.cites if cite in book.passages]
    if not shown:
        return None
    game = Item(book.info.title, urls.relative(comparison.page, urls.page_path(book.info.work)))
    return Column(game, book.info.work, tuple(_excerpt(book, comparison.page, passage) for passage in shown))


def _excerpt(book: Book, page: str, passage: Passage) -> Excerpt:
    """A rule as it stands; one that is but a heading shows the first words of what it holds."""
    linker = Linker(book, page)
    holder = passage if passage.markdown.strip() else next(iter(book.children(passage.id)), passage)
    html = render(holder, linker, None)
    return Excerpt(book.item(passage.id, page), html)

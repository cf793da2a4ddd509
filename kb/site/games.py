"""Every page of a game; several games at once where there are several processors, the same files whatever their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from pathlib import Path

from kb.errors import UnusableBaseError
from kb.site import listings, offline, urls
from kb.site.about import AboutWork
from kb.site.book import Book
from kb.site.checking import LinkCheck
from kb.site.filing import Filed, Filing
from kb.site.notions import Column, Comparisons
from kb.site.pages import Pages
from kb.site.provisions import Provisions
from kb.site.reporting import Progress, Step
from kb.site.sequence import Sequence as Beats
from kb.site.templates import Templates
from kb.site.workers import Workers
from kb.store import Examined, KnowledgeBase, View, WorkInfo
from kb.workers import uncollected

_PULSE = 25


@dataclass(frozen=True, slots=True)
class Game:
    """The files of a game, set aside, with their links; what it says of each notion compared; how many pages, rules and terms it has."""

    work: str
    files: dict[str, Filed]
    check: LinkCheck
    columns: tuple[Column | None, ...]
    pages: int
    rules: int
    terms: int


@dataclass(frozen=True, slots=True)
class Order:
    """What is needed to make the pages of any game of a base.

    The base and what it was found to be, the works of the site, the layers shown, the notions compared, whether the API answers beside
    the pages, where the pages are set aside.
    """

    base: Path
    examined: Examined
    works: tuple[WorkInfo, ...]
    version: str
    view: View
    comparisons: Comparisons
    answering: bool
    filing: Filing

    def templates(self) -> Templates:
        """The templates of its pages."""
        found = Templates(self.works, self.version, answering=self.answering)
        found.share(compared=self.comparisons.told)
        return found


def render(order: Order, templates: Templates, book: Book, progress: Progress = lambda _step: None) -> Game:
    """Make every page of a game.

    Raises:
        FaultyDataError: two pages have one address.
        UnusableFileError: a page cannot be written.
    """
    info, beats = book.info, Beats(book)
    pages, about = Pages(templates, order.filing), AboutWork(book, beats)
    pages.doors = about.doors
    provisions = Provisions(book, beats, order.comparisons)
    passages = list(book.pages())
    for place, passage in enumerate(passages):
        if place % _PULSE == 0:
            progress(Step(info.title, place, len(passages)))
        entry = provisions.page(passage)
        pages.page(entry.path, "fiche", entry=entry, game=info)
    for former, target in book.former:
        path = urls.page_path(former)
        link = urls.relative(path, urls.page_path(target), urls.fragment(target))
        pages.page(path, "deplacee", game=info, label=book.label(target), target=link)
    for page in about.pages(order.view):
        pages.page(page.path, page.template, game=info, **page.values)
    pages.file(urls.preview_script(info.work), offline.previews(book))
    progress(Step(info.title, len(passages), len(passages)))
    columns = order.comparisons.columns(book)
    return Game(info.work, pages.files, pages.check, columns, pages.count, listings.in_force(book), about.terms)


def all_games(
    order: Order, workers: Workers, base: KnowledgeBase, templates: Templates, progress: Progress
) -> Iterator[Game]:
    """Every game, in the order of the works, those that other processes make once they are made.

    Raises:
        FaultyDataError: two pages have one address.
        UnusableFileError: a page cannot be written.
    """
    asked: dict[str, Future[dict[str, Game]]] = {}
    for share in workers.shares:
        asked |= dict.fromkeys(share, workers.submit(_render, order, share))

    def made(info: WorkInfo, progress: Progress = lambda _step: None) -> Game:
        return render(order, templates, Book(base, info, order.view), progress)

    return _gathered(order.works, asked, made, progress)


def _gathered(
    works: Sequence[WorkInfo],
    asked: Mapping[str, Future[dict[str, Game]]],
    made: Callable[..., Game],
    progress: Progress,
) -> Iterator[Game]:
    """The games asked for elsewhere, and those `made` here meanwhile."""
    found = {info.work: made(info, progress) for info in works if info.work not in asked}
    for info in works:
        if info.work not in found:
            try:
                found[info.work] = asked[info.work].result()[info.work]
            except (BrokenExecutor, UnusableBaseError):
                # What was opened here goes on being read.
                found[info.work] = made(info)
            progress(Step(info.title, found[info.work].pages, found[info.work].pages))
        yield found[info.work]


def _render(order: Order, works: Sequence[str]) -> dict[str, Game]:
    """The pages of some games, in another process: it opens the very same base.

    Raises:
        FaultyDataError: two pages have one address.
        UnusableFileError: a page cannot be written.
        UnusableBaseError: another base has taken its place.
    """
    base, templates = KnowledgeBase(order.base, order.examined), order.templates()
    asked = (info for info in order.works if info.work in works)
    with uncollected():
        return {info.work: render(order, templates, Book(base, info, order.view)) for info in asked}

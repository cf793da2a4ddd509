"""Every page of a game; several games at once where there are several processors, the same files whatever their number."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kb.site import listings, offline, urls
from kb.site.about import AboutWork
from kb.site.book import Book
from kb.site.checking import LinkCheck
from kb.site.notions import Comparisons
from kb.site.pages import Pages
from kb.site.provisions import Provisions
from kb.site.sequence import Sequence as Beats
from kb.site.templates import Templates
from kb.store import KnowledgeBase, View, WorkInfo

_PULSE = 25
# Below so many provisions, another process takes longer to start than it spares.
_WORTH = 600


@dataclass(frozen=True, slots=True)
class Step:
    """How far a build is: the work at hand, its pages written and all of its pages."""

    title: str
    done: int
    pages: int


Progress = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class Game:
    """The files of a game with their links; how many are pages, how many rules and terms it has."""

    work: str
    files: dict[str, bytes]
    check: LinkCheck
    pages: int
    rules: int
    terms: int


@dataclass(frozen=True, slots=True)
class Order:
    """What is needed to make the pages of any game of a base: the works of the site, the layers shown, the notions compared."""

    base: Path
    works: tuple[WorkInfo, ...]
    version: str
    view: View
    comparisons: Comparisons

    def templates(self) -> Templates:
        """The templates of its pages."""
        found = Templates(self.works, self.version)
        found.share(compared=self.comparisons.told)
        return found


def render(order: Order, templates: Templates, book: Book, progress: Progress = lambda _step: None) -> Game:
    """Make every page of a game.

    Raises:
        FaultyDataError: two pages have one address.
    """
    info, beats = book.info, Beats(book)
    pages, about = Pages(templates), AboutWork(book, beats)
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
    return Game(info.work, pages.files, pages.check, pages.count, listings.in_force(book), about.terms)


class Workers:
    """Other processes that make pages; none where there is one processor, or little to do."""

    def __init__(self, works: Sequence[WorkInfo]) -> None:
        """Start them: they get ready while the books are read."""
        wanted = min(_processors(), len(works)) if sum(work.nodes for work in works) > _WORTH else 1
        self._shares = _shares(works, wanted)[1:]
        self._pool = _pool(wanted - 1) if self._shares else None
        self._asked: dict[str, Future[dict[str, Game]]] = {}

    def ask(self, order: Order) -> None:
        """Ask for the games that this process does not make itself."""
        if self._pool is not None:
            with suppress(BrokenExecutor):
                for share in self._shares:
                    self._asked |= dict.fromkeys(share, self._pool.submit(_render, order, share))

    def games(self, order: Order, templates: Templates, books: Sequence[Book], progress: Progress) -> Iterator[Game]:
        """Every game, in the order of the works.

        Raises:
            FaultyDataError: two pages have one address.
        """
        own = [book for book in books if book.info.work not in self._asked]
        found = {book.info.work: render(order, templates, book, progress) for book in own}
        for book in books:
            work = book.info.work
            if work not in found:
                found[work] = self._answered(work) or render(order, templates, book)
                progress(Step(book.info.title, found[work].pages, found[work].pages))
            yield found[work]

    def _answered(self, work: str) -> Game | None:
        """The game that another process made; none when that process is no more."""
        try:
            return self._asked[work].result()[work]
        except BrokenExecutor:
            return None

    def close(self) -> None:
        """Stop them."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _pool(count: int) -> ProcessPoolExecutor | None:
    """So many processes, on their way already; none where the system has no means for it."""
    try:
        # New processes, not copies of this one, whose threads may hold anything at that moment.
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _heedless)
        for _worker in range(count):
            pool.submit(_processors)
    except (NotImplementedError, OSError):
        return None
    return pool


def _heedless() -> None:
    """The keys that stop a command stop its first process, which stops the others: they have nothing to say."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _render(order: Order, works: Sequence[str]) -> dict[str, Game]:
    """The pages of some games, in another process: it opens the base anew."""
    base, templates = KnowledgeBase(order.base), order.templates()
    asked = (info for info in order.works if info.work in works)
    return {info.work: render(order, templates, Book(base, info, order.view)) for info in asked}


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shares(works: Sequence[WorkInfo], count: int) -> list[list[str]]:
    """The works in as many shares of nearly one weight, the heaviest works given first; the first share is the lightest."""
    shares: list[list[str]] = [[] for _share in range(count)]
    weights = [0] * count
    for work in sorted(works, key=lambda work: (-work.nodes, work.work)):
        lightest = weights.index(min(weights))
        shares[lightest].append(work.work)
        weights[lightest] += work.nodes
    return [share for _weight, share in sorted(zip(weights, shares, strict=True))]

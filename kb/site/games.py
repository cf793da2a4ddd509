"""Every page of a game; several games at once where there are several processors, the same files whatever their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from kb.site import listings, offline, search_pack, urls
from kb.site.about import AboutWork
from kb.site.book import Book
from kb.site.checking import LinkCheck
from kb.site.notions import Column, Comparisons
from kb.site.output import Draft, Written
from kb.site.pages import Pages
from kb.site.provisions import Provisions
from kb.site.reporting import Progress, Step
from kb.site.sequence import Sequence
from kb.site.templates import Templates
from kb.store import KnowledgeBase, View, WorkInfo
from kb.system.processes import Workers, uncollected

_PULSE = 25


@dataclass(frozen=True, slots=True)
class Game:
    """The files of a game, set aside, with their links; what it says of each notion compared; how many pages, rules and terms it has."""

    work: WorkInfo
    files: dict[str, Written]
    check: LinkCheck
    columns: tuple[Column | None, ...]
    pages: int
    rules: int
    terms: int


def _silent(_step: Step) -> None:
    """Progress that nobody follows."""


@dataclass(frozen=True)
class Plan:
    """What the pages of every game are made with; sent to another process, it opens the very same base and tells no progress."""

    opened: Callable[[], KnowledgeBase]
    works: tuple[WorkInfo, ...]
    view: View
    comparisons: Comparisons
    answering: bool
    draft: Draft
    progress: Progress = _silent

    @cached_property
    def base(self) -> KnowledgeBase:
        """The base.

        Raises:
            UnusableBaseError: another has taken its place, and this process had not opened it.
        """
        return self.opened()

    @cached_property
    def templates(self) -> Templates:
        """The templates of its pages."""
        found = Templates(self.works, self.base.meta["version"], answering=self.answering)
        found.share(compared=self.comparisons.found)
        return found

    def __reduce__(self) -> tuple[type[Plan], tuple[object, ...]]:
        """Sent without what is open."""
        opened = partial(KnowledgeBase, self.base.path, self.base.examined)
        return Plan, (opened, self.works, self.view, self.comparisons, self.answering, self.draft)


def all_games(plan: Plan, workers: Workers) -> Iterator[Game]:
    """Every game, in the order of the works.

    Raises:
        FaultyDataError: two pages have one address.
        UnusableFileError: a page cannot be written.
    """
    for game in workers.made(_made, [(plan, work) for work in plan.works], lambda asked: asked[1].nodes):
        plan.progress(Step(game.work.title, game.pages, game.pages))
        yield game


def _made(asked: tuple[Plan, WorkInfo]) -> Game:
    """Every page of a game.

    Raises:
        FaultyDataError: two pages have one address.
        UnusableFileError: a page cannot be written.
    """
    with uncollected():
        plan, info = asked
        book = Book(plan.base, info, plan.view)
        sequence = Sequence(book)
        about = AboutWork(book, sequence)
        pages = Pages(plan.templates, plan.draft, game=info, nav=about.nav)
        _rules(plan, Provisions(book, sequence, plan.comparisons), pages)
        for former, target in book.former:
            path = urls.page_path(former)
            link = urls.relative(path, urls.page_path(target), urls.fragment(target))
            pages.page(path, "deplacee", label=book.label(target), target=link)
        for path, template, values in about.pages():
            pages.page(path, template, **values)
        pages.file(urls.preview_script(info.work), offline.previews(book))
        pages.file(urls.search_pack(info.work), search_pack.script(plan.base, info, plan.view))
        columns = plan.comparisons.columns(book)
        return Game(info, pages.files, pages.check, columns, pages.count, listings.in_force(book), about.terms)


def _rules(plan: Plan, provisions: Provisions, pages: Pages) -> None:
    """The page of each provision."""
    passages = list(provisions.book.pages())
    for place, passage in enumerate(passages):
        if place % _PULSE == 0:
            plan.progress(Step(provisions.book.info.title, place, len(passages)))
        pages.page(urls.page_path(passage.id), "fiche", **provisions.page(passage))

"""Every page of a site: those of each game, several at once where there are several processors, then those of the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from kb.errors import UnusableBaseError
from kb.model import Notion, Status
from kb.site import about, offline, search_pack, urls
from kb.site.book import Book
from kb.site.markdown import Linker
from kb.site.output import SiteFolder
from kb.site.rendering import Made, Renderer
from kb.site.rule_pages import RulePages
from kb.site.templates import IMAGES, Templates
from kb.store import KnowledgeBase, View, WorkInfo, search
from kb.system.data import data_dir
from kb.system.processes import Workers, uncollected
from kb.timing import Timeline

# So many games at least must hold a notion that is compared.
_FEW = 2


class Game(NamedTuple):
    """A game, what was made of it, what it says of each notion compared; how many rules it has."""

    work: WorkInfo
    made: Made
    columns: tuple[str, ...]
    rules: int


@dataclass(frozen=True)
class Plan:
    """What the pages of every game are made with; sent to another process, it opens the very same base."""

    opened: Callable[[], KnowledgeBase]
    works: tuple[WorkInfo, ...]
    view: View
    answering: bool
    url: str
    folder: SiteFolder

    @cached_property
    def base(self) -> KnowledgeBase:
        """The base; a fault where another has taken its place, and this process had not opened it."""
        return self.opened()

    @cached_property
    def compared(self) -> list[Notion]:
        """The notions that several games hold, as this site shows them."""
        shown = [frozenset(self.base.all_ids(work.work, self.view, units=True)) for work in self.works]
        notions = self.base.notions()
        return [one for one in notions if sum(not ids.isdisjoint(one.cites) for ids in shown) >= _FEW]

    @cached_property
    def templates(self) -> Templates:
        """The templates of its pages."""
        return Templates(
            self.works,
            self.base.meta["version"],
            answering=self.answering,
            compared=self.compared,
            names={work.work: search.lexicon(self.base, work.work).names for work in self.works},
            url=self.url,
            # A game is drawn as the moment that it is, the first of its timeline.
            marks={work.work: moment.sign for work in self.works for moment in self.base.moments(work.work)[:1]},
        )

    def __reduce__(self) -> tuple[type[Plan], tuple[object, ...]]:
        """Sent without what is open."""
        opened = partial(KnowledgeBase, self.base.path, self.base.seal)
        return Plan, (opened, self.works, self.view, self.answering, self.url, self.folder)


def all_pages(plan: Plan, workers: Workers, processes: int) -> Made:
    """Make every file of a site, or raise what `Made` does; what asks the API stands only where it answers with the pages."""
    asked = [(plan, share) for share in _shares(plan.works, processes)]
    try:
        shares = workers.made(_made, asked, lambda one: sum(work.nodes for work in one[1]))
    except UnusableBaseError:
        # Another base took its place: this process alone still holds the one asked for.
        shares = [_made(one) for one in asked]
    by_work = {game.work: game for games in shares for game in games}
    games = [by_work[work] for work in plan.works]
    whole = Renderer(plan.templates, plan.folder, game=None, nav=())
    for folder in ("static", "vendor"):
        for file in sorted((data_dir("site") / folder).iterdir()):
            if file != search_pack.STEMMER and (plan.answering or not file.name.startswith("demander")):
                whole.file(f"static/{file.name}", search_pack.with_data(file))
    for game in games:
        whole.made.take(game.made)
    _comparisons(plan, games, whole)
    for game in games:
        whole.file(urls.file_list(game.work.work), offline.file_list(game.work.work, whole.made.files))
    whole.page(urls.HOME, "accueil", games=games)
    whole.page(urls.SEARCH, "recherche")
    whole.page(urls.OFFLINE, "hors-ligne", sizes={game.work.work: game.made.size for game in games})
    texts = [work for work in plan.works if "texte" in work.layers]
    whole.page(urls.ABOUT, "a-propos", counts=[(work, plan.base.coverage(work.work)) for work in texts])
    if plan.answering or plan.url:
        # Shown at whatever address holds no page: its own links begin at the root of the site.
        above = urlsplit(plan.url).path or "/"
        whole.file(urls.LOST, plan.templates.render("introuvable", urls.LOST, above, game=None, nav=()))
    if plan.url:
        _images(plan, whole)
        whole.file(urls.SITE_MAP, _site_map(plan.url, whole.made.anchors))
    whole.file(urls.MANIFEST, (data_dir("site") / urls.MANIFEST).read_bytes())
    whole.file(urls.WORKER, offline.worker(whole.made.files))
    return whole.made


def _images(plan: Plan, whole: Renderer) -> None:
    works = {work.work for work in plan.works}
    for name in sorted(IMAGES):
        if "-" not in name or name.rpartition("-")[0] in works:
            whole.file(urls.image(name), (data_dir("site") / urls.image(name)).read_bytes())


def _site_map(url: str, pages: Iterable[str]) -> str:
    """The addresses of the pages, as search engines read them."""
    places = (f"<url><loc>{escape(url + urls.relative('', page))}</loc></url>" for page in sorted(pages))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return "\n".join([head, *places, "</urlset>", ""])


def _shares(works: Sequence[WorkInfo], count: int) -> list[list[WorkInfo]]:
    """The games that each of some processes makes, about as much for each."""
    shares: list[list[WorkInfo]] = [[] for _process in range(count)]
    for work in sorted(works, key=lambda work: -work.nodes):
        min(shares, key=lambda share: sum(one.nodes for one in share)).append(work)
    return shares


def _comparisons(plan: Plan, games: Sequence[Game], whole: Renderer) -> None:
    """The page of each notion that several games hold, and the list of them."""
    holding = []
    for place, notion in enumerate(plan.compared):
        present = [game for game in games if game.columns[place]]
        without = [game.work.title for game in games if not game.columns[place]]
        columns = [game.columns[place] for game in present]
        whole.page(urls.notion_page(notion.id), "notion", notion=notion, columns=columns, without=without)
        holding.append((notion, present))
    if holding:
        whole.page(urls.notion_page(), "comparer", columns=holding)


def _made(asked: tuple[Plan, Sequence[WorkInfo]]) -> list[Game]:
    plan, works = asked
    with uncollected():
        return [_game(plan, work) for work in works]


def _game(plan: Plan, info: WorkInfo) -> Game:
    work, book = info.work, Book(plan.base, info, plan.view)
    timeline = Timeline(plan.base, work, plan.view)
    parts = about.parts(book, timeline)
    # What is said of the texts themselves stands at the foot of each page.
    nav = [part for part in parts if part.part != urls.QUALITY]
    own = Renderer(plan.templates, plan.folder, game=info, nav=nav, book=book)
    rules, passages = RulePages(book, timeline, plan.compared), list(book.pages())
    for passage in passages:
        own.page(urls.page_path(passage.id), "fiche", **rules.page(passage))
    for former, target in book.former:
        path = urls.page_path(former)
        own.page(path, "deplacee", label=book.label(target), target=Linker(book, path).own(target))
    for part in parts:
        path = urls.part_page(work, part.part)
        own.page(path, part.part, links=Linker(book, path), **part.values)
    own.file(urls.preview_script(work), offline.previews(book))
    own.file(urls.search_pack(work), search_pack.script(plan.base, info, plan.view))
    # Last: it says what the game takes.
    home = urls.page_path(work)
    own.page(home, "jeu", links=Linker(book, home), size=own.made.size)
    columns = tuple(_column(plan, book, notion) for notion in plan.compared)
    in_force = sum(passage.status is not Status.SUPERSEDED for passage in passages)
    return Game(info, own.made, columns, in_force)


def _column(plan: Plan, book: Book, notion: Notion) -> str:
    """What a game says of a notion, as the page that compares it shows; nothing when it says nothing."""
    page = urls.notion_page(notion.id)
    shown = [book.passages[cite] for cite in notion.cites if cite in book.passages]
    values = {"game": book.info, "book": book, "links": Linker(book, page), "shown": shown}
    return plan.templates.bare("colonne", page, **values) if shown else ""

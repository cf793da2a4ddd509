"""Every page of a site: those of each game, then those of the whole."""

from __future__ import annotations

from kb.site import offline, urls
from kb.site.games import Plan, all_games
from kb.site.notions import Comparisons
from kb.site.output import Draft
from kb.site.pages import Pages
from kb.site.reporting import Progress
from kb.store import KnowledgeBase, View, WorkInfo
from kb.system.data import data_dir
from kb.system.processes import Workers


def all_pages(
    base: KnowledgeBase,
    works: tuple[WorkInfo, ...],
    view: View,
    workers: Workers,
    progress: Progress,
    draft: Draft,
    *,
    answering: bool,
) -> Pages:
    """Make every file of the site of some works; what asks the API stands only where it answers beside the pages.

    Raises:
        FaultyDataError: two pages have one address.
        UnusableFileError: a file cannot be written.
    """
    shown = {work.work: frozenset(base.all_ids(work.work, view, units=True)) for work in works}
    comparisons = Comparisons(base.notions(), shown)
    plan = Plan(lambda: base, works, view, comparisons, answering, draft, progress)
    games = list(all_games(plan, workers))
    pages = Pages(plan.templates, draft)
    for folder in ("static", "vendor"):
        for file in sorted((data_dir("site") / folder).iterdir()):
            if answering or not file.name.startswith("demander"):
                pages.file(f"static/{file.name}", file.read_bytes())
    for game in games:
        pages.take(game.files, game.check, game.pages)
        comparisons.take(game.columns)
        pages.file(urls.file_list(game.work.work), offline.file_list(game.work.work, pages.files))
    for item in comparisons.found:
        present = {column.work for column in item.columns}
        without = [work.title for work in works if work.work not in present]
        pages.page(item.page, "notion", item=item, without=without)
    if comparisons.found:
        pages.page(urls.notion_page(), "comparer")
    pages.page(urls.HOME, "accueil", games=games)
    pages.page(urls.SEARCH, "recherche")
    pages.page(urls.ABOUT, "a-propos")
    if answering:
        # Shown at whatever address holds no page, of a site that is served at its root.
        lost = plan.templates.render("introuvable", urls.LOST, "/", game=None, nav=())
        pages.file(urls.LOST, lost)
    pages.file(urls.MANIFEST, offline.manifest())
    pages.file(urls.WORKER, offline.worker(pages.files))
    return pages

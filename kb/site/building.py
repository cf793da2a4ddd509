"""Build the site: every page of every work, checked, then put in place."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

from kb.data import data_dir
from kb.site import offline, search_index, urls
from kb.site.book import Book
from kb.site.games import Order, Progress, Workers
from kb.site.notions import Comparisons
from kb.site.output import SiteFolder
from kb.site.packing import pack
from kb.site.pages import Pages
from kb.store import KnowledgeBase, View


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What was written: pages, links checked, seconds taken; `written` counts the files that had changed.

    A site that stood already, made from the same, is left as it is: nothing is counted and `fresh` is true.
    """

    pages: int
    links: int
    seconds: float
    written: int = 0
    fresh: bool = False


def build_site(
    base: KnowledgeBase,
    out: Path,
    view: View = "both",
    progress: Progress = lambda _step: None,
    archive: Path | None = None,
) -> SiteReport:
    """Write the site of the listed works of a base to the folder `out`, which another site of ours may hold already.

    Args:
        base: what the pages show.
        out: the folder; nothing in it changes before the whole site is made and checked.
        view: the layers shown.
        progress: told how far it is.
        archive: a zip of the site, written besides.

    Raises:
        UnusableFileError: `out` cannot be written, or holds something else.
        FaultyDataError: a link leads nowhere, or two pages have one address; `out` is left as it was.
    """
    started = time.perf_counter()
    key = _key(base, view)
    with SiteFolder(out) as folder:
        if folder.stands(key) and (archive is None or archive.is_file()):
            return SiteReport(0, 0, round(time.perf_counter() - started, 2), fresh=True)
        pages = _Site(base, view).write(progress)
        pages.check.verify()
        written = folder.publish(pages.files, key)
        if archive is not None:
            pack(pages.files, archive)
    return SiteReport(pages.count, pages.check.links, round(time.perf_counter() - started, 2), written)


def _key(base: KnowledgeBase, view: View) -> str:
    """A digest of all that a site is made from: the base, the layers shown, the program and its templates."""
    digest = hashlib.sha256(view.encode())
    with base.path.open("rb") as file:
        digest.update(hashlib.file_digest(file, "sha256").digest())
    program = Path(__file__).parents[1]
    for root, pattern in ((program, "*.py"), (data_dir("site"), "*")):
        for path in sorted(path for path in root.rglob(pattern) if path.is_file()):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


class _Site:
    """The pages of one site, as they are written."""

    def __init__(self, base: KnowledgeBase, view: View) -> None:
        self._base, self._view = base, view
        self._works = tuple(work for work in base.works() if view == "both" or view in work.layers)

    def write(self, progress: Progress) -> Pages:
        """Write everything."""
        workers = Workers(self._works)
        try:
            return self._written(workers, progress)
        finally:
            workers.close()

    def _written(self, workers: Workers, progress: Progress) -> Pages:
        books = [Book(self._base, work, self._view) for work in self._works]
        comparisons = Comparisons(self._base.notions(), books)
        order = Order(self._base.path, self._works, self._base.meta["version"], self._view, comparisons)
        workers.ask(order)
        templates = order.templates()
        pages = Pages(templates)
        for file in sorted((data_dir("site") / "static").iterdir()):
            pages.file(f"static/{file.name}", file.read_bytes())
        for path, text in search_index.scripts(self._base, self._works, self._view):
            pages.file(path, text)
        counts = {}
        for game in workers.games(order, templates, books, progress):
            pages.take(game.files, game.check, game.pages)
            pages.file(urls.file_list(game.work), offline.file_list(game.work, pages.files))
            counts[game.work] = game.rules, game.terms
        for item in comparisons.told:
            present = {column.work for column in item.columns}
            without = [work.title for work in self._works if work.work not in present]
            pages.page(item.page, "notion", item=item, without=without)
        if comparisons.told:
            pages.page(urls.notion_page(), "comparer")
        pages.page(urls.HOME, "accueil", counts=counts)
        pages.page(urls.SEARCH, "recherche")
        pages.page(urls.ABOUT, "a-propos")
        pages.file(urls.MANIFEST, offline.manifest())
        pages.file(urls.WORKER, offline.worker(pages.files))
        return pages

"""Build the site: every page of every work, checked, then put in place."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

from kb.data import data_dir
from kb.site.output import SiteFolder
from kb.site.packing import pack
from kb.site.reporting import Progress, SiteReport
from kb.site.workers import Workers
from kb.store import KnowledgeBase, View


def build_site(
    base: KnowledgeBase,
    out: Path,
    view: View = "both",
    progress: Progress = lambda _step: None,
    archive: Path | None = None,
    *,
    answering: bool = False,
) -> SiteReport:
    """Write the site of the listed works of a base to the folder `out`, which another site of ours may hold already.

    Args:
        base: what the pages show.
        out: the folder; nothing in it changes before the whole site is made and checked.
        view: the layers shown.
        progress: told how far it is.
        archive: a zip of the site, written besides.
        answering: the API answers below the same root: pages put questions to it.

    Raises:
        UnusableFileError: `out` cannot be written, or holds something else.
        FaultyDataError: a link leads nowhere, or two pages have one address; `out` is left as it was.
    """
    started = time.perf_counter()
    key = _key(base, view, answering=answering)
    with SiteFolder(out) as folder:
        if folder.stands(key) and (archive is None or archive.is_file()):
            return SiteReport(0, 0, round(time.perf_counter() - started, 2), fresh=True)
<<<<<<< HEAD
        works = tuple(work for work in base.works() if view == "both" or view in work.layers)
        workers = Workers(works)
        try:
            # Slow to import, and a site that stands does without: the other processes get ready at the same time.
            from kb.site.whole import all_pages  # noqa: PLC0415

            pages = all_pages(base, works, view, workers, progress)
        finally:
            workers.close()
        pages.check.verify()
        written = folder.publish(pages.files, key)
=======
        site = _Site(base, folder, view, answering=answering)
        site.write(progress)
        site.check.verify()
        written = folder.publish(key)
>>>>>>> pages
        if archive is not None:
            pack(pages.files, archive)
    return SiteReport(pages.count, pages.check.links, round(time.perf_counter() - started, 2), written)


def _key(base: KnowledgeBase, view: View, *, answering: bool) -> str:
    """A digest of all that a site is made from: the base, the layers shown, the program and its templates."""
    digest = hashlib.sha256(f"{view} {answering}".encode())
    with base.path.open("rb") as file:
        digest.update(hashlib.file_digest(file, "sha256").digest())
    program = Path(__file__).parents[1]
    for root, pattern in ((program, "*.py"), (data_dir("site"), "*")):
        for path in sorted(path for path in root.rglob(pattern) if path.is_file()):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
<<<<<<< HEAD
=======


class _Site:
    """The pages of one site, as they are written."""

    def __init__(self, base: KnowledgeBase, folder: SiteFolder, view: View, *, answering: bool) -> None:
        self._base, self._folder, self._view, self._answering = base, folder, view, answering
        self._works = tuple(work for work in base.works() if view == "both" or view in work.layers)
        self._templates = Templates(self._works, base.meta["version"])
        self._templates.share(answering=answering)
        self._comparisons = Comparisons(base.notions())
        self._taken: set[str] = set()
        self._doors: tuple[Door, ...] = ()
        self.check = LinkCheck()
        self.pages = 0

    def write(self, progress: Progress) -> None:
        """Write everything."""
        for file in sorted((data_dir("site") / "static").iterdir()):
            # What asks the API stands only where the API answers.
            if self._answering or not file.name.startswith("demander"):
                self._file(f"static/{file.name}", file.read_bytes())
        for path, text in search_index.scripts(self._base, self._works, self._view):
            self._file(path, text)
        books = [Book(self._base, work, self._view) for work in self._works]
        for book in books:
            self._comparisons.take(book)
        compared = self._comparisons.told()
        self._templates.share(compared=compared)
        counts = {book.info.work: self._work(book, progress) for book in books}
        self._doors = ()
        for item in compared:
            present = {column.work for column in item.columns}
            without = [work.title for work in self._works if work.work not in present]
            self._page(item.page, "notion", item=item, without=without)
        if compared:
            self._page(urls.notion_page(), "comparer")
        self._page(urls.HOME, "accueil", counts=counts)
        self._page(urls.SEARCH, "recherche")
        self._page(urls.ABOUT, "a-propos")
        if self._answering:
            # Shown at whatever address holds no page, of a site that is served at its root.
            self._file(urls.LOST, self._templates.render("introuvable", urls.LOST, "/", game=None, doors=()))
        self._file(urls.MANIFEST, offline.manifest())
        self._file(urls.WORKER, offline.worker(self._folder.files))

    def _work(self, book: Book, progress: Progress) -> tuple[int, int]:
        """Every page of a work; how many rules and terms it has."""
        info, sequence = book.info, Sequence(book)
        about = AboutWork(book, sequence)
        self._doors = about.doors
        provisions = Provisions(book, sequence, self._comparisons)
        passages = list(book.pages())
        for place, passage in enumerate(passages):
            if place % _PULSE == 0:
                progress(Step(info.title, place, len(passages)))
            entry = provisions.page(passage)
            self._page(entry.path, "fiche", entry=entry, game=info)
        for former, target in book.former:
            path = urls.page_path(former)
            link = urls.relative(path, urls.page_path(target), urls.fragment(target))
            self._page(path, "deplacee", game=info, label=book.label(target), target=link)
        for page in about.pages(self._view):
            self._page(page.path, page.template, game=info, **page.values)
        self._file(urls.preview_script(info.work), offline.previews(book))
        self._file(urls.file_list(info.work), offline.file_list(info.work, self._folder.files))
        progress(Step(info.title, len(passages), len(passages)))
        return listings.in_force(book), about.terms

    def _page(self, path: str, template: str, **values: object) -> None:
        values.setdefault("game", None)
        values.setdefault("doors", self._doors)
        html = self._templates.render(template, path, "", **values)
        self.check.add(path, html)
        self._file(path, html)
        self.pages += 1

    def _file(self, path: str, content: str | bytes) -> None:
        """Set a file aside.

        Raises:
            FaultyDataError: another has the same path, letter case apart (some disks know no case).
        """
        if path.casefold() in self._taken:
            raise FaultyDataError(
                f"{path} : deux pages du site auraient cette adresse ; changez l'un des deux identifiants"
            )
        self._taken.add(path.casefold())
        if not path.endswith(".html"):
            self.check.add_file(path)
        self._folder.write(path, content)
>>>>>>> pages

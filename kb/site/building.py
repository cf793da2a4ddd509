"""Build the site: every page of every work, checked, then put in place."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kb.data import data_dir
from kb.errors import FaultyDataError
from kb.site import listings, search_index, urls
from kb.site.book import Book
from kb.site.checking import LinkCheck
from kb.site.output import SiteFolder
from kb.site.provisions import Provisions
from kb.site.templates import Templates
from kb.site.wording import LAYERS
from kb.store import KnowledgeBase, View, WorkInfo

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What was written: pages, links checked, seconds taken."""

    pages: int
    links: int
    seconds: float


def build_site(
    base: KnowledgeBase, out: Path, view: View = "both", progress: Progress = lambda _step: None
) -> SiteReport:
    """Write the site of the listed works of a base to the folder `out`, which another site of ours may hold already.

    Raises:
        UnusableFileError: `out` cannot be written, or holds something else.
        FaultyDataError: a link leads nowhere, or two pages have one address; `out` is left as it was.
    """
    started = time.perf_counter()
    with SiteFolder(out) as folder:
        site = _Site(base, folder, view)
        site.write(progress)
        site.check.verify()
        folder.publish()
    return SiteReport(site.pages, site.check.links, round(time.perf_counter() - started, 2))


class _Site:
    """The pages of one site, as they are written."""

    def __init__(self, base: KnowledgeBase, folder: SiteFolder, view: View) -> None:
        self._base, self._folder, self._view = base, folder, view
        self._works = tuple(work for work in base.works() if view == "both" or view in work.layers)
        self._templates = Templates(self._works, base.meta["version"])
        self._taken: set[str] = set()
        self._doors: frozenset[str] = frozenset()
        self.check = LinkCheck()
        self.pages = 0

    def write(self, progress: Progress) -> None:
        """Write everything."""
        for file in sorted((data_dir("site") / "static").iterdir()):
            self._file(f"static/{file.name}", file.read_bytes())
        counts: dict[str, tuple[int, int]] = {}
        for work in self._works:
            progress(work.title)
            counts[work.work] = self._work(work)
        for path, text in search_index.scripts(self._base, self._works, self._view):
            self._file(path, text)
        self._page(urls.HOME, "accueil", counts=counts)
        self._page(urls.SEARCH, "recherche")
        self._page(urls.ABOUT, "a-propos")

    def _work(self, info: WorkInfo) -> tuple[int, int]:
        """Every page of a work; how many rules and terms it has."""
        book = Book(self._base, info, self._view)
        provisions = Provisions(book)
        self._doors = listings.doors(book)
        for passage in book.pages():
            entry = provisions.page(passage)
            self._page(entry.path, "fiche", entry=entry, game=info)
        for former, target in book.former:
            path = urls.page_path(former)
            link = urls.relative(path, urls.page_path(target), urls.fragment(target))
            self._page(path, "deplacee", game=info, label=book.label(target), target=link)
        terms = self._parts(book)
        return listings.in_force(book), terms

    def _parts(self, book: Book) -> int:
        """The pages about a work; how many terms its glossary has."""
        info = book.info
        pages = {part: urls.part_page(info.work, part) for part in ("glossaire", "errata", "faq", "qualite")}
        letters = listings.glossary(book, pages["glossaire"])
        terms = sum(len(group) for _letter, group in letters)
        errata = listings.errata(book, pages["errata"])
        groups = listings.questions(book, pages["faq"])
        home = urls.page_path(info.work)
        coverage = self._base.coverage(info.work)
        self._page(
            home,
            "jeu",
            game=info,
            tree=listings.tree(book, home),
            terms=terms,
            errata=len(errata),
            questions=sum(len(shown) for _head, shown in groups),
            pages=pages,
            layers=[LAYERS[layer] for layer in info.layers if self._view in {"both", layer}],
        )
        self._page(pages["glossaire"], "glossaire", game=info, letters=letters, terms=terms)
        if "errata" in self._doors:
            self._page(pages["errata"], "errata", game=info, errata=errata)
        if "faq" in self._doors:
            self._page(pages["faq"], "faq", game=info, groups=groups)
        self._page(
            pages["qualite"],
            "qualite",
            game=info,
            findings=tuple(listings.findings(book, pages["qualite"])),
            references=listings.references(info.references),
            coverage=coverage,
            dropped=listings.dropped(coverage.dropped),
        )
        return terms

    def _page(self, path: str, template: str, **values: object) -> None:
        values.setdefault("game", None)
        values.setdefault("doors", self._doors)
        html = self._templates.render(template, path, **values)
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

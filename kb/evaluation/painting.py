"""When a page of the site is first painted: a browser, a local server, a page of each kind, nothing kept from one load to the next.

The browser is Debian's Chromium, or the one that `ARBITRE_CHROMIUM` names, driven by Playwright, which the development
dependencies hold.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from kb.errors import UnusableFileError
from kb.store import KnowledgeBase

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
_PAINTED = """() => new Promise((told) => new PerformanceObserver((list) => told(list.getEntries()[0].startTime))
  .observe({ type: "paint", buffered: true }))"""
_LOADS = 7


@dataclass(frozen=True, slots=True)
class Paint:
    """A page, and when each load of it was first painted, in milliseconds after it was asked for."""

    page: str
    took: tuple[float, ...]

    def __str__(self) -> str:
        """`t9a.html : 41 ms (médiane 47 ms)`."""
        return f"{self.page} : {min(self.took):.0f} ms (médiane {statistics.median(self.took):.0f} ms)"


def kinds_of_pages(base: KnowledgeBase, site: Path) -> list[str]:
    """A page of each kind that the site has: the longest provision and the parts of its work, the pages of the whole."""
    work = max(base.works(), key=lambda work: work.nodes).work
    provisions = [path for path in (site / work).rglob("*.html") if "-" not in path.relative_to(site).parts]
    longest = max(provisions, key=lambda path: (path.stat().st_size, path)).relative_to(site).as_posix()
    parts = sorted(path.relative_to(site).as_posix() for path in (site / work / "-").glob("*.html"))
    whole = sorted(path.relative_to(site).as_posix() for path in (*site.glob("*.html"), *site.glob("-/*.html")))
    games = {f"{info.work}.html" for info in base.works()} - {f"{work}.html"}
    return [page for page in (*whole, longest, *parts) if page not in games]


def first_paints(site: Path, pages: list[str], loads: int = _LOADS) -> list[Paint]:
    """Load each page so many times, each in a context of its own, after one that is not counted.

    Raises:
        UnusableFileError: there is no browser.
    """
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - of the development dependencies

    named = os.environ.get("ARBITRE_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if named is None:
        raise UnusableFileError("aucun navigateur : installez « chromium », ou nommez-le dans ARBITRE_CHROMIUM")
    with _served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=named, args=list(_FLAGS))

        def load(page: str) -> float:
            context = browser.new_context(service_workers="block")
            opened = context.new_page()
            # The browser is open already on the site; nothing that a page stands on is kept from it.
            opened.goto(address + "static/icon.svg")
            opened.goto(address + quote(page))
            took = float(opened.evaluate(_PAINTED))
            context.close()
            return took

        load(pages[0])
        rounds = [[load(page) for page in pages] for _round in range(loads)]
        browser.close()
    return [Paint(page, took) for page, took in zip(pages, zip(*rounds, strict=True), strict=True)]


@contextmanager
def _served(site: Path) -> Iterator[str]:
    """The address of a server of the folder, a process of its own that nothing else holds up."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(site)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:  # noqa: S603 - written above
        try:
            # « Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) … »
            said = server.stdout.readline() if server.stdout is not None else ""
            yield said[said.index("(") + 1 : said.index(")")]
        finally:
            server.terminate()

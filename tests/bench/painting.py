"""When a page of the site is first painted: a browser, a local server, a page of each kind, as the first of the site and as the next."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from kb.errors import UnusableFileError
from kb.store import KnowledgeBase
from tests.bench.browser import Window, browsing

_LOADS = 7
# What the browser takes for itself: a page of one word, beside those of the site.
EMPTY = "une page vide"
_EMPTY = '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Vide</title><p>Vide</p></html>'
# A window that opens keeps a browser busy for about a second, a page that is left a moment longer; a page is painted and at rest after
# as long (seconds). One that is still blank is waited for, but not for ever.
_OPENING, _LEAVING, _LOADING, _PATIENCE = 1.5, 0.3, 0.7, 6


@dataclass(frozen=True, slots=True)
class Paint:
    """A page, and when it was first painted, in milliseconds after it was asked for.

    `first`: in a window at rest, nothing of the site kept; `following`: after another page of the site, what they share being kept.
    """

    page: str
    first: tuple[float, ...]
    following: tuple[float, ...]

    def __str__(self) -> str:
        """`t9a.html : 81 ms, à la suite d'une autre 47 ms (médianes)`."""
        first, following = statistics.median(self.first), statistics.median(self.following)
        return f"{self.page} : {first:.0f} ms, à la suite d'une autre {following:.0f} ms (médianes)"


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
    """Load each page, and an empty one, so many times: in a window of its own, where the page listed after it follows.

    Raises:
        UnusableFileError: there is no browser, or it paints nothing.
    """
    places = {EMPTY: "vide.html"} | {page: f"site/{quote(page)}" for page in pages}
    # Each page of the site comes after the one listed before it, and the empty one after itself.
    after = [EMPTY, *pages[1:], pages[0]]
    with _served(site) as address, browsing() as browser:

        def load(page: str, following: str) -> tuple[float, float]:
            # The browser is on the site already; nothing that a page stands on is kept from it.
            window = Window(browser, f"{address}site/static/icon.svg")
            time.sleep(_OPENING)
            first = _painted(window, address + places[page])
            time.sleep(_LEAVING)
            second = _painted(window, address + places[following])
            window.close()
            return first, second

        load(pages[0], EMPTY)
        rounds = [[load(*pair) for pair in zip(places, after, strict=True)] for _round in range(loads)]
    return [
        Paint(page, tuple(took[place][0] for took in rounds), tuple(took[after.index(page)][1] for took in rounds))
        for place, page in enumerate(places)
    ]


def _painted(window: Window, address: str) -> float:
    """When a page is first painted, the browser left alone meanwhile.

    Raises:
        UnusableFileError: it is not.
    """
    window.go(address)
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        time.sleep(_LOADING)
        if (found := window.painted()) is not None:
            return found
    raise UnusableFileError(f"{address} : rien n'est peint")


@contextmanager
def _served(site: Path) -> Iterator[str]:
    """The address of a server, a process of its own that nothing else holds up; it has the site in a folder, and an empty page beside."""
    with tempfile.TemporaryDirectory() as top:
        (Path(top) / "site").symlink_to(site.resolve(), target_is_directory=True)
        (Path(top) / "vide.html").write_text(_EMPTY, encoding="utf-8")
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", top]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                # « Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) … »
                said = server.stdout.readline() if server.stdout is not None else ""
                yield said[said.index("(") + 1 : said.index(")")]
            finally:
                server.terminate()

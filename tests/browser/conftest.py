"""A site of the bundled works in Debian's Chromium: served below a sub-path, or opened from a disk."""

import asyncio
import mimetypes
import os
import shutil
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, Route, sync_playwright
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from api.app import application
from api.settings import Service
from kb.site import build_site, urls
from kb.store import KnowledgeBase
from tests.conftest import SUB_PATH
from tests.sharing import Shared

# Without windows it takes half the time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_LACKING = "Chromium manque : installez-le (Debian : apt install chromium), ou nommez-le dans ARBITRE_CHROMIUM"
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
_PATIENCE = 8_000


# How much of what is seen has moved, from the first paint on: for a script that runs before the page's own.
MOVED = """window.moved = 0;
    new PerformanceObserver((seen) => seen.getEntries().forEach((shift) => (window.moved += shift.value)))
        .observe({ type: "layout-shift", buffered: true });"""
# How much wider than the window a page is.
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(slots=True)
class Served:
    """A site on a server of this machine, which can be stopped as a network is lost."""

    origin: str
    server: uvicorn.Server
    thread: threading.Thread

    def address(self, page: str) -> str:
        return f"{self.origin}/{page}"

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(_PATIENCE / 1000)


@dataclass(slots=True)
class Changing:
    """A site whose files change, over a network that may be slow (seconds an answer); a browser may keep them for ten minutes."""

    folder: Path
    changed: dict[str, str] = field(default_factory=dict)
    delay: float = 0

    def text(self, path: str) -> str:
        """A file as it stands."""
        return self.changed.get(path) or (self.folder / path).read_text(encoding="utf-8")

    def change(self, path: str, old: str, new: str) -> None:
        """Publish a file with other words."""
        assert old in self.text(path)
        self.changed[path] = self.text(path).replace(old, new)

    def publish(self) -> None:
        """Publish what has changed: a new version."""
        self.change(urls.WORKER, 'VERSION = "', f'VERSION = "{len(self.changed)}')

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file."""
        path = scope["path"].removeprefix(f"/{SUB_PATH}/")
        there = path in self.changed or (self.folder / path).is_file()
        await asyncio.sleep(self.delay)
        body = self.changed.get(path) or ((self.folder / path).read_bytes() if there else "")
        kind = mimetypes.guess_type(path)[0]
        answer = Response(body, 200 if there else 404, {"cache-control": "max-age=600"}, kind)
        await answer(scope, receive, send)


@dataclass(slots=True)
class Watched:
    """A page with what it said in the console and what it asked for."""

    page: Page
    faults: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


# Not for the session: as long as it is open, its loop runs in this process, where other tests need one of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, started once a module."""
    named = os.environ.get("ARBITRE_CHROMIUM")
    path = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.skip(_LACKING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=_FLAGS)
        yield browser
        browser.close()


def _serve(app: ASGIApp, below: str = "") -> Served:
    """Serve an application on a free port, the site standing below a path of it."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", server_header=False, timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    return Served(f"http://127.0.0.1:{listener.getsockname()[1]}{below}", server, thread)


@pytest.fixture(scope="session")
def served(web: Path) -> Iterator[Served]:
    """The site behind a server, for every test that leaves it running."""
    served = _serve(StaticFiles(directory=web, html=True), f"/{SUB_PATH}")
    yield served
    served.stop()


@pytest.fixture
def fleeting(web: Path) -> Served:
    """The site behind a server of the test's own, which the test stops."""
    return _serve(StaticFiles(directory=web, html=True), f"/{SUB_PATH}")


@pytest.fixture
def changing(web: Path) -> Changing:
    """The files of the site, which the test changes."""
    return Changing(web / SUB_PATH)


@pytest.fixture
def published(changing: Changing) -> Iterator[Served]:
    """Those files behind a server of the test's own."""
    served = _serve(changing, f"/{SUB_PATH}")
    yield served
    served.stop()


@pytest.fixture(scope="session")
def answering(base: KnowledgeBase, shared: Shared) -> Iterator[Served]:
    """The site and the API of the bundled works on one origin, as `arbitre serve` has them."""
    folder = shared.folder("serve", lambda top: build_site(base, top / "site", "precis", answering=True)) / "site"
    served = _serve(application(Service(base.path, folder)))
    yield served
    served.stop()


def dressed(page: Page) -> None:
    """Wait until a page has all its styles, and what the first paint left aside."""
    settled(
        page,
        "document.documentElement.classList.contains('whole') && !document.querySelector('template.later')"
        " && [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)",
    )


def settled(page: Page, condition: str) -> None:
    """Wait until something is true in a page; asked frame after frame, for its policy lets nobody evaluate a text in it."""
    held = page.evaluate(
        f"""async (end) => {{
            while (!({condition}) && performance.now() < end) await new Promise(requestAnimationFrame);
            return {condition};
        }}""",
        _PATIENCE,
    )
    assert held, f"jamais vrai : {condition}"


def placed(part: Locator) -> FloatRect:
    """Where something stands in the window."""
    box = part.bounding_box()
    assert box is not None
    return box


def held_back(page: Page, pattern: str) -> list[Route]:
    """What a page asks for at addresses of a pattern: it waits there until it is let go."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(pattern, hold)
    return held


def let_go(page: Page, held: list[Route]) -> None:
    """Let go the first that waits, which may be yet to be asked for."""
    for _again in range(500):
        if held:
            break
        page.wait_for_timeout(20)
    held[0].continue_()


class Opener:
    """Opens contexts and pages, and keeps what went wrong in them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.contexts: list[BrowserContext] = []
        self.watched: list[Watched] = []

    def __call__(self, address: str = "", **options: Any) -> Watched:  # noqa: ANN401 - what Playwright takes
        """A page of a fresh context, at an address if one is given, reduced motion unless told otherwise."""
        context = self._browser.new_context(**{"reduced_motion": "reduce", "locale": "fr-FR", **options})
        context.set_default_timeout(_PATIENCE)
        self.contexts.append(context)
        watched = Watched(context.new_page())
        watched.page.on("console", lambda said: watched.faults.append(said.text) if said.type == "error" else None)
        watched.page.on("pageerror", lambda fault: watched.faults.append(str(fault)))
        context.on("request", lambda request: watched.asked.append(request.url))
        self.watched.append(watched)
        if address:
            watched.page.goto(address)
        return watched


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Opens pages; none of them may have met a fault when the test ends."""
    opener = Opener(browser)
    yield opener
    for context in opener.contexts:
        context.close()
    assert [fault for watched in opener.watched for fault in watched.faults] == []

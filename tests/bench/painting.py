"""What a reader of the pages gets: when a page is first painted, when the search has its first results and what it loads for them.

Playwright starts the browser and does not look at its windows: on two processors, listening to all that a page does holds it up by a half
(five loads of one page: 56 to 84 ms left alone, 92 to 132 ms listened to).
"""

import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import quote

from playwright.async_api import CDPSession, Error, async_playwright

from kb.errors import UnusableFileError
from tests.bench import accuracy, offline
from tests.bench.page import Block, Table, kilobytes, milliseconds, percent, share, text
from tests.bench.run import Bench
from tests.bench.site import written_site

_LOADS = 5
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
# What the browser takes for itself: a page of one word, beside those of the site.
EMPTY = "une page vide"
_EMPTY = '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Vide</title><p>Vide</p></html>'
# A window that opens keeps a browser busy for about a second; a page is painted and at rest after less (seconds).
_OPENING, _LOADING, _TRIES = 1.2, 0.7, 8
_PAINTED = "performance.getEntriesByName('first-paint')[0]?.startTime"
_SEARCHED = """Comment : les scripts et les poids que charge une page jusqu'aux premiers résultats, comprimés ; les questions de `dev`
posées aux scripts du site, par Node, et au programme, sur le précis."""
_HITS = """Comment : chaque question à son jeu, sur le précis ; une règle est bonne si ses lignes dans la publication touchent celles qui
répondent, et une question sans réponse n'est pas comptée. Le programme : `arbitre search`."""
_HOW = """Comment : Chromium, que rien n'écoute pendant qu'il charge, un serveur local, une page de chaque genre ; d'abord dans une fenêtre
au repos qui n'a rien gardé du site, puis en venant d'une autre page, dont ce qui est commun est gardé. À côté : une page vide, ce que le
navigateur prend pour lui."""


def pages(bench: Bench) -> Iterator[Block]:
    """What the search of the pages weighs and how often it finds what the program does; when pages of each kind are first painted."""
    found = written_site(bench)
    heaviest, whole = offline.weights(found, bench.works)
    asked = bench.questions("dev")
    same = [offline.parity(bench.answerer, found, asked, "precis", within=within) for within in (True, False)]
    yield Table(
        (
            ("chargé pour chercher, le jeu le plus lourd", kilobytes),
            ("tous les jeux", kilobytes),
            ("même premier résultat que le programme, un jeu", percent),
            ("tous les jeux", percent),
        ),
        [(heaviest, whole, *same)],
    )
    yield _SEARCHED
    hits = list(_hits(bench, found))
    columns = (("questions, ce qui cherche", text), ("hit@1", share), ("hit@5", share))
    yield Table(columns, hits) if hits else accuracy.NO_TEXTS
    yield _HITS
    shown = kinds_of_pages(found)
    paints = asyncio.run(first_paints(found, shown[:1] if bench.quick else shown, bench.rounds(_LOADS)))
    rows: list[tuple[str | float, ...]] = [
        (page if page == EMPTY else f"`{page}`", *(of(took) for took in both for of in (min, statistics.median)))
        for page, both in paints.items()
    ]
    times = (("au plus tôt", milliseconds), ("médiane", milliseconds))
    follows = (("à la suite d'une autre, au plus tôt", milliseconds), ("médiane", milliseconds))
    yield Table((("premier affichage", text), *times, *follows), rows)
    yield _HOW


def _hits(bench: Bench, site: Path) -> Iterator[tuple[str, float, float]]:
    """How often the search of the pages finds what answers a question, first or among five, and how often the program does."""
    for part in ("held", "dev"):
        if not (asked := bench.answerable(part)):
            continue
        answers = offline.run(site, bench.works, [(question.text, question.game) for question in asked])["answers"]
        pages = {question: answer["ids"] for question, answer in zip(asked, answers, strict=True)}
        finders = {"les pages": pages.__getitem__, "le programme": accuracy.ours(bench.base, "precis")[accuracy.SEARCH]}
        for name, finder in finders.items():
            measures = accuracy.quality(bench.base, asked, finder)
            yield f"`{part}`, {name}", measures["hit@1"].mean, measures["hit@5"].mean


def kinds_of_pages(site: Path) -> list[str]:
    """A page of each kind that a site has: the longest provision, the parts of its work, the pages of the whole."""
    paths = [path.relative_to(site) for path in site.rglob("*.html")]
    provisions = [path for path in paths if len(path.parts) > 1 and "-" not in path.parts]
    longest = max(provisions, key=lambda path: ((site / path).stat().st_size, path))
    parts = [path for path in paths if path.parts[:2] == (longest.parts[0], "-")]
    games = {path.parts[0] for path in provisions} - {longest.parts[0]}
    whole = [path for path in paths if path.parts[:-1] in {(), ("-",)} and path.stem not in games]
    return [path.as_posix() for path in (*sorted(whole), longest, *sorted(parts))]


async def first_paints(site: Path, shown: Sequence[str], loads: int) -> dict[str, tuple[list[float], list[float]]]:
    """When each page, and an empty one, is first painted: milliseconds in a window that opens, then after another page of the site.

    Raises:
        UnusableFileError: there is no browser, or it paints nothing.
    """
    places = {EMPTY: "vide.html"} | {page: f"site/{quote(page)}" for page in shown}
    after = dict(zip(shown, [*shown[1:], shown[0]], strict=True)) | {EMPTY: EMPTY}
    took: dict[str, tuple[list[float], list[float]]] = {page: ([], []) for page in places}
    with served(site) as address:
        async with _browser() as browser:
            for _load in range(loads):
                for page in places:
                    # The browser is on the site already; nothing that a page stands on is kept from it.
                    async with _window(browser, f"{address}site/static/icon.svg") as session:
                        took[page][0].append(await _painted(browser, session, address + places[page]))
                        took[after[page]][1].append(await _painted(browser, session, address + places[after[page]]))
    return took


def chromium() -> str:
    """Debian's Chromium, or the browser that `ARBITRE_CHROMIUM` names.

    Raises:
        UnusableFileError: there is none.
    """
    named = os.environ.get("ARBITRE_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if named is None:
        raise UnusableFileError("aucun navigateur : installez « chromium », ou nommez-le dans ARBITRE_CHROMIUM")
    return named


@asynccontextmanager
async def _browser() -> AsyncIterator[CDPSession]:
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=["--disable-gpu"])
            yield await browser.new_browser_cdp_session()
            await browser.close()
    except Error as fault:
        raise UnusableFileError(
            f"le navigateur ne démarre pas, ou s'est arrêté : {fault.message.partition(chr(10))[0]}"
        ) from fault


@asynccontextmanager
async def _window(browser: CDPSession, address: str) -> AsyncIterator[str]:
    """A window of its own on a page, nothing kept from another: Playwright does not know it, so that it leaves it alone."""
    context = (await browser.send("Target.createBrowserContext"))["browserContextId"]
    opened = await browser.send("Target.createTarget", {"url": address, "browserContextId": context})
    attached = await browser.send("Target.attachToTarget", {"targetId": opened["targetId"], "flatten": False})
    await asyncio.sleep(_OPENING)
    yield attached["sessionId"]
    await browser.send("Target.disposeBrowserContext", {"browserContextId": context})


async def _painted(browser: CDPSession, session: str, address: str) -> float:
    """When a page is first painted, the browser left alone meanwhile.

    Raises:
        UnusableFileError: it is not.
    """
    await _ask(browser, session, "Page.navigate", url=address)
    for _try in range(_TRIES):
        await asyncio.sleep(_LOADING)
        found = await _ask(browser, session, "Runtime.evaluate", expression=_PAINTED)
        value = found["result"].get("value") if isinstance(found["result"], dict) else None
        if value is not None:
            return float(value)
    raise UnusableFileError(f"{address} : rien n'est peint")


async def _ask(browser: CDPSession, session: str, method: str, **parameters: str) -> dict[str, object]:
    """What a window answers to a command."""
    answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    browser.once("Target.receivedMessageFromTarget", lambda event: answered.set_result(event["message"]))
    message = json.dumps({"id": 1, "method": method, "params": parameters})
    await browser.send("Target.sendMessageToTarget", {"sessionId": session, "message": message})
    found: dict[str, object] = json.loads(await answered)["result"]
    return found


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a server, a process of its own that nothing else holds up; it has the site in a folder, and an empty page beside."""
    top = site.parent / "servi"
    top.mkdir(exist_ok=True)
    if not (top / "site").exists():
        (top / "site").symlink_to(site.resolve(), target_is_directory=True)
    (top / "vide.html").write_text(_EMPTY, encoding="utf-8")
    options = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(top)]
    with subprocess.Popen(
        [sys.executable, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            # « Serving HTTP on 127.0.0.1 port 40123 (http://127.0.0.1:40123/) … »
            said = server.stdout.readline() if server.stdout is not None else ""
            yield said[said.index("(") + 1 : said.index(")")]
        finally:
            server.terminate()

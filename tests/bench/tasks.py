"""Eight things that players do on a phone with a slow network: touches, and when the first and the last of the answer is there.

`python -m tests.bench.tasks http://127.0.0.1:8000` prints the table of a site that is served already; it opens Chromium.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.bench.page import Block, Table, count, seconds, text
from tests.bench.painting import chromium
from tests.bench.run import Bench
from tests.bench.service import serving

# A phone: its window, the network that Chromium calls « Slow 4G » (150 ms and 1.6 Mbit/s, held back request by request), a processor four
# times as slow.
_WINDOW: ViewportSize = {"width": 390, "height": 844}
_NETWORK = {"offline": False, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375}
_SLOWER = 4
_PATIENCE = 60_000
_TRIES = 3
_HOW = """Comment : Chromium, 390 × 844, la « 4G lente » de ses outils (562,5 ms, 1,44 Mbit/s), processeur quatre fois plus lent, rien de
gardé. Une touche est un toucher ou une case remplie, un choix en vaut deux ; le temps court du premier toucher, sur une page posée, à ce
qui répond ; la médiane de 3."""


@dataclass(slots=True)
class Hand:
    """Who does a task: what was touched, and when the answer came (seconds since the first touch)."""

    page: Page
    origin: str
    touches: int = 0
    began: float = 0.0
    first: float = 0.0
    last: float = 0.0

    def at(self, path: str, ready: str) -> None:
        """Begin on a page that stands: nothing is counted until then."""
        self.page.goto(f"{self.origin}/{path}", wait_until="commit")
        self.page.locator(ready).first.wait_for()
        self.page.wait_for_load_state()
        self.page.wait_for_timeout(1000)
        self.began = time.perf_counter()

    def tap(self, wanted: str) -> None:
        """Touch what a selector finds."""
        self.touches += 1
        self.page.locator(wanted).first.click()

    def write(self, wanted: str, words: str) -> None:
        """Enter a box and type in it, as one touch."""
        self.touches += 1
        self.page.locator(wanted).first.fill(words)

    def choose(self, wanted: str, value: str) -> None:
        """Open a list and take something of it: two touches."""
        self.touches += 2
        self.page.locator(wanted).first.select_option(value)

    def sees(self, wanted: str) -> None:
        """Wait for what answers."""
        self.page.locator(wanted).first.wait_for()
        self.last = time.perf_counter() - self.began
        self.first = self.first or self.last


_BOX, _GAME = "[data-search] input.q", "[data-search] form.find select"


def _ask(hand: Hand, question: str, game: str) -> None:
    hand.at("recherche.html", _BOX)
    if game:
        hand.choose(_GAME, game)
    hand.write(_BOX, question)
    hand.tap("[data-search] .go")


def a_rule_by_its_number(hand: Hand) -> None:
    _ask(hand, "35.3", "runewars")
    hand.sees(".hits a:text-matches('^35.3')")
    hand.tap(".hits a:text-matches('^35.3')")
    hand.sees("h1:has-text('35.3')")


def a_charge_through_a_friend(hand: Hand) -> None:
    _ask(hand, "je peux charger à travers une unité amie ?", "t9a")
    hand.sees(".hits a")
    hand.sees(".answer .cite a")


def who_strikes_first(hand: Hand) -> None:
    """Two attacks of different agility; a form that wants names is given them."""
    hand.at("t9a/-/priorites.html", ".ranking-head a")
    hand.tap("#ordre-initiative .ranking-head a")
    wants_names = not hand.page.locator("[name='items[0].label']").get_attribute("placeholder")
    for place, (name, agility) in enumerate([("lanciers", "4"), ("golems", "3")]):
        if wants_names:
            hand.write(f"[name='items[{place}].label']", name)
        hand.write(f"[name='items[{place}].agility']", agility)
    hand.tap(".question[open] .send")
    hand.sees(".question[open] .order li")
    hand.sees(".question[open] .proof a")


def what_may_be_used_now(hand: Hand) -> None:
    hand.at("runewars/-/deroulement.html", ".question summary")
    hand.tap(".question summary")
    if hand.page.locator("select[name=at]").count():
        hand.choose("select[name=at]", "partie/round/phase-d-activation")
    else:
        hand.write("[name=at]", "Phase d’Activation")
    hand.tap(".question[open] .send")
    hand.sees(".question[open] .usable a")


def panic_in_two_games(hand: Hand) -> None:
    _ask(hand, "panique", "")
    hand.sees(".hits a")
    hand.sees(".answer")
    for game in ("IXe Âge", "Warhammer Armies"):
        line = f"details.answer > summary:has-text('{game}')"
        if hand.page.locator(line).count():
            hand.tap(line)
        hand.sees(f".answer:has-text('{game}') blockquote")


def an_erratum(hand: Hand) -> None:
    hand.at("index.html", _BOX)
    hand.tap(".games-list a:has-text('Runewars')")
    hand.tap("nav.game a:has-text('Errata')")
    hand.sees(".change .after")


def a_profile(hand: Hand) -> None:
    _ask(hand, "quel est le profil des guerriers tégus ?", "t9a")
    hand.sees(".hits a")
    hand.sees(".answer .cite a")


def an_answer_shared(hand: Hand) -> None:
    """By its own link, or by that of the rule where it has none."""
    _ask(hand, "je peux charger à travers une unité amie ?", "t9a")
    hand.sees(".answer .cite a")
    if hand.page.locator(".acts button:has-text('Copier le lien')").count():
        hand.tap(".acts button:has-text('Copier le lien')")
    else:
        hand.tap(".answer .cite a")
        hand.tap(".tools button:has-text('ien')")
    hand.sees("main > [role=status]:has-text('Lien copié')")


TASKS: dict[str, Callable[[Hand], None]] = {
    "une règle par son numéro": a_rule_by_its_number,
    "charger à travers un ami": a_charge_through_a_friend,
    "qui frappe d'abord": who_strikes_first,
    "ce que je peux utiliser": what_may_be_used_now,
    "la panique dans deux jeux": panic_in_two_games,
    "un erratum": an_erratum,
    "le profil d'une unité": a_profile,
    "partager une réponse": an_answer_shared,
}


def done(browser: Browser, origin: str, task: Callable[[Hand], None]) -> Hand:
    """A task, done on a phone that has kept nothing; workers are left out, for the network that they use is not slowed."""
    context = browser.new_context(viewport=_WINDOW, is_mobile=True, has_touch=True, service_workers="block")
    context.set_default_timeout(_PATIENCE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", _NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    hand = Hand(page, origin)
    task(hand)
    context.close()
    return hand


def tasks(bench: Bench) -> Iterator[Block]:
    """What each task takes of the site that the service serves."""
    with serving(bench.path) as (address, _process):
        yield table(address, bench.rounds(_TRIES))
    yield _HOW


def table(origin: str, tries: int) -> Table:
    """What each task takes of the site there: the touches, and the median of so many tries."""
    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, task in TASKS.items():
            hands = [done(browser, origin.rstrip("/"), task) for _try in range(tries)]
            first, last = (statistics.median(getattr(hand, end) for hand in hands) for end in ("first", "last"))
            rows.append((name, hands[0].touches, first, last))
        browser.close()
    columns = (("tâche", text), ("touches", count), ("première réponse", seconds), ("réponse entière", seconds))
    return Table(columns, rows)


if __name__ == "__main__":
    sys.stdout.write(table(sys.argv[1], _TRIES).markdown() + "\n")

import json
import re
import time
from pathlib import Path

from playwright.sync_api import Page, expect

from kb.site import urls
from tests.browser.conftest import Changing, Opener, Served
from tests.conftest import SUB_PATH

# Playwright's own waiting evaluates text in the page, which our policy forbids.
_READY = """() => new Promise(done => {
    if (navigator.serviceWorker.controller) done();
    else navigator.serviceWorker.addEventListener("controllerchange", () => done());
})"""

_HELD = """async ([address, words]) => {
    for (const end = performance.now() + 8000; performance.now() < end; await new Promise((go) => setTimeout(go, 50))) {
        const kept = await caches.match(address);
        if (kept && (await kept.text()).includes(words)) return true;
    }
    return false;
}"""
_RULE = "warmachine/combat-cac/slam/etre-slamme.html"
_TOLD = re.compile("se lit sans réseau")


def _keep(page: Page) -> None:
    """Wait until the worker answers for this page, then read it through the worker."""
    page.evaluate(_READY)
    page.reload()


def _held(page: Page, address: str, words: str = "") -> bool:
    """True once what is kept for an address holds these words."""
    return bool(page.evaluate(_HELD, [address, words]))


def _with_the_game(opened: Opener, published: Served) -> Page:
    """The page of a game that has been taken along."""
    page = opened(published.address("warmachine.html")).page
    _keep(page)
    _take(page)
    return page


def _take(page: Page) -> None:
    """Take along the game of this page."""
    page.get_by_role("button", name=re.compile("Emporter ce jeu")).click()
    expect(page.locator(".take .meta")).to_contain_text(_TOLD, timeout=30_000)


def test_a_page_seen_once_and_the_home_are_there_without_network(opened: Opener, fleeting: Served) -> None:
    page = opened(fleeting.address("runewars/35.3.html")).page
    _keep(page)
    fleeting.stop()
    page.reload()
    expect(page.locator("h1")).to_contain_text("35.3 Déplacement")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    page.goto(fleeting.address("index.html"))
    expect(page.locator("h1")).to_contain_text("Que dit la règle")
    page.goto(fleeting.address(""))
    expect(page.locator("h1")).to_contain_text("Que dit la règle")


def test_the_page_that_one_came_by_is_kept(opened: Opener, fleeting: Served) -> None:
    page = opened(fleeting.address("runewars/35.3.html")).page
    assert _held(page, page.url, "35.3")
    fleeting.stop()
    page.reload()
    expect(page.locator("h1")).to_contain_text("35.3 Déplacement")


def test_a_device_without_room_reads_on_and_says_that_room_lacks(opened: Opener, published: Served) -> None:
    page = opened(published.address("warmachine.html")).page
    _keep(page)
    storage = page.context.new_cdp_session(page)
    used = storage.send("Storage.getUsageAndQuota", {"origin": published.origin})["usage"]
    storage.send("Storage.overrideQuotaForOrigin", {"origin": published.origin, "quotaSize": used + 1000})
    page.goto(published.address(_RULE))
    expect(page.locator("h1")).to_contain_text("Être slammé")
    page.goto(published.address("warmachine.html"))
    page.get_by_role("button", name=re.compile("Emporter ce jeu")).click()
    expect(page.locator(".take .meta")).to_contain_text("La place manque")


def test_a_new_version_makes_nothing_kept_wait_and_is_read_from_the_next_time_on(
    opened: Opener, changing: Changing, published: Served
) -> None:
    page = _with_the_game(opened, published)
    page.goto(published.address(_RULE))
    changing.change(_RULE, "<h1>", "<h1>Nouveau : ")
    changing.publish()
    changing.delay = 0.5
    page.reload()
    page.wait_for_timeout(3_500)
    begun = time.monotonic()
    page.goto(published.address("warmachine/combat-cac/slam.html"))
    assert time.monotonic() - begun < 2
    changing.delay = 0
    assert _held(page, published.address(_RULE), "Nouveau : ")
    page.goto(published.address(_RULE))
    expect(page.locator("h1")).to_contain_text("Nouveau : ")


def test_a_new_version_has_its_own_scripts_whatever_the_browser_holds(
    opened: Opener, changing: Changing, published: Served
) -> None:
    page = opened(published.address(_RULE)).page
    _keep(page)
    page.goto(published.address(urls.SEARCH))
    changing.change(urls.SHOWING, '"use strict";', '"use strict"; // Nouveau')
    changing.publish()
    page.goto(published.address(_RULE))
    assert _held(page, published.address(urls.SHOWING), "// Nouveau")


def test_a_game_taken_along_has_the_pages_that_a_new_version_adds(
    opened: Opener, changing: Changing, published: Served
) -> None:
    page = _with_the_game(opened, published)
    changing.changed["warmachine/nouvelle.html"] = changing.text(_RULE)
    changing.change(urls.file_list("warmachine"), "]", ',"warmachine/nouvelle.html"]')
    changing.publish()
    page.reload()
    assert _held(page, published.address("warmachine/nouvelle.html"))
    page.reload()
    expect(page.locator(".take .meta")).to_contain_text(_TOLD)


def test_a_network_that_says_nothing_leads_to_what_is_kept(
    opened: Opener, changing: Changing, published: Served
) -> None:
    page = opened(published.address("warmachine.html")).page
    _keep(page)
    changing.delay = 15
    page.goto(published.address(_RULE), timeout=12_000)
    expect(page.locator("h1")).to_have_text("Sans réseau")
    page.goto(published.address("warmachine.html"), timeout=2_000)
    changing.delay = 0


def test_a_game_taken_along_reads_whole_without_network(opened: Opener, fleeting: Served) -> None:
    page = opened(fleeting.address("warmachine.html")).page
    _keep(page)
    _take(page)
    fleeting.stop()
    page.goto(fleeting.address("warmachine/combat-cac/slam/etre-slamme.html"))
    expect(page.locator("h1")).to_contain_text("Être slammé")
    page.locator(".own a.term").first.hover()
    expect(page.locator("#apercu")).to_be_visible()
    page.goto(fleeting.address("warmachine.html"))
    expect(page.get_by_role("button", name=re.compile("Emporter"))).to_be_hidden()


def test_a_page_never_read_leads_to_the_one_that_says_so_and_what_is_kept(opened: Opener, fleeting: Served) -> None:
    page = opened(fleeting.address("index.html")).page
    _keep(page)
    fleeting.stop()
    page.goto(fleeting.address("runewars/35.3.html"))
    expect(page.locator("h1")).to_have_text("Sans réseau")
    expect(page.locator(".unread")).to_contain_text("n’est pas gardée sur cet appareil")
    expect(page.get_by_role("link", name="Réessayer")).to_have_attribute("href", fleeting.address("runewars/35.3.html"))
    expect(page.get_by_role("button", name="Emporter ce jeu").first).to_be_visible()


def test_a_browser_that_keeps_nothing_says_so_and_offers_nothing(opened: Opener, served: Served) -> None:
    page = opened().page
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    page.goto(served.address(urls.OFFLINE))
    expect(page.locator(".unable")).to_be_visible()
    expect(page.locator(".keeping")).to_be_hidden()
    expect(page.locator(".kept .take").first).to_be_hidden()
    unscripted = opened(served.address(urls.OFFLINE), java_script_enabled=False).page
    expect(unscripted.locator(".unable")).to_be_visible()
    expect(unscripted.locator(".keeping")).to_be_hidden()
    unscripted.goto(served.address(urls.SEARCH))
    expect(unscripted.locator("noscript a")).to_have_count(5)


def test_what_only_the_api_draws_leads_without_network_to_what_is_kept(opened: Opener, answering: Served) -> None:
    page = opened(answering.address(urls.HOME)).page
    _keep(page)
    page.context.set_offline(offline=True)
    card = answering.address("v1/judge?q=charge&game=aos")
    page.goto(card)
    expect(page.locator("h1")).to_have_text("Sans réseau")
    expect(page.get_by_role("link", name="Réessayer")).to_have_attribute("href", card)


def test_what_is_kept_is_told_from_what_can_be_taken(opened: Opener, fleeting: Served) -> None:
    page = opened(fleeting.address("index.html")).page
    _keep(page)
    page.get_by_role("link", name="Sans réseau").click()
    expect(page.locator(".unread")).to_be_hidden()
    page.locator(".kept li", has_text="Runewars").get_by_role("button").click()
    expect(page.locator(".kept li", has_text="Runewars")).to_contain_text("se lit sans réseau", timeout=30_000)
    fleeting.stop()
    page.goto(fleeting.address("aos.html"))
    expect(page.locator(".kept li", has_text="Runewars")).to_contain_text("se lit sans réseau")
    page.get_by_role("link", name="Runewars").click()
    expect(page.locator("h1")).to_contain_text("Runewars")


def test_without_network_the_games_that_are_kept_are_searched_and_the_others_named(
    opened: Opener, fleeting: Served
) -> None:
    watched = opened(fleeting.address("runewars.html"))
    page = watched.page
    _keep(page)
    _take(page)
    fleeting.stop()
    # Its texts that have `@` in their address, and what compares it with others, are of it.
    page.goto(fleeting.address("runewars/49@guide.html"))
    expect(page.locator("h1")).to_contain_text("49")
    page.goto(fleeting.address("-/comparer/charge.html"))
    expect(page.locator("h1")).to_contain_text("Charge")
    page.goto(fleeting.address("recherche.html?q=collision"))
    expect(page.locator(".hits a.hit").first).to_be_visible()
    state = page.locator(".state")
    expect(state).to_contain_text("pas gardé sur cet appareil : ")
    expect(state).to_contain_text("Le IXe Âge")
    expect(state).not_to_contain_text("Runewars")
    page.get_by_role("combobox", name="Jeu").select_option("t9a")
    expect(state).to_contain_text("Rien n’a pu être cherché.")
    state.get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("Sans réseau")
    watched.faults.clear()


def test_the_manifest_makes_it_an_application(opened: Opener, served: Served, web: Path) -> None:
    page = opened(served.address("runewars/35.html")).page
    link = page.evaluate("document.querySelector('link[rel=manifest]').href")
    assert link == served.address(urls.MANIFEST)
    manifest = json.loads((web / SUB_PATH / urls.MANIFEST).read_text(encoding="utf-8"))
    assert (web / SUB_PATH / manifest["start_url"]).is_file()
    for icon in manifest["icons"]:
        assert (web / SUB_PATH / icon["src"]).is_file()

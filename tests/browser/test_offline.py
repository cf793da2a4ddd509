import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from kb.site import urls
from tests.browser.conftest import Opener, Served
from tests.conftest import SUB_PATH

# Playwright's own waiting evaluates text in the page, which our policy forbids.
_READY = """() => new Promise(done => {
    if (navigator.serviceWorker.controller) done();
    else navigator.serviceWorker.addEventListener("controllerchange", () => done());
})"""


def _keep(page: Page) -> None:
    """Wait until the worker answers for this page, then read it through the worker."""
    page.evaluate(_READY)
    page.reload()


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


def test_a_game_taken_along_reads_whole_without_network(opened: Opener, fleeting: Served) -> None:
    page = opened(fleeting.address("warmachine.html")).page
    _keep(page)
    page.get_by_role("button", name=re.compile("Emporter ce jeu")).click()
    expect(page.locator(".take .meta")).to_contain_text("se lit sans réseau", timeout=30_000)
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
    expect(page.locator(".unread")).to_contain_text("n’a pas été lue sur cet appareil")
    expect(page.get_by_role("link", name="Réessayer")).to_have_attribute("href", fleeting.address("runewars/35.3.html"))
    expect(page.get_by_role("button", name="Emporter ce jeu").first).to_be_visible()


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
    page.get_by_role("button", name=re.compile("Emporter ce jeu")).click()
    expect(page.locator(".take .meta")).to_contain_text("se lit sans réseau", timeout=30_000)
    fleeting.stop()
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

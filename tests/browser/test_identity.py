"""What the site is known by: its typeface, its first screen, the sheet that a player prints."""

import re

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import MOVED, Opener, Served, dressed, placed
from tests.site.test_styling import signs_asked

pytestmark = pytest.mark.slow

# A busy machine may bring it too late for a page, which then keeps the reader's own; it is there for another.
_READ = 8
_DRAWN = """async ([title, address, signs]) => {
    document.fonts.add(await new FontFace("Essai", `url(${address})`).load());
    title.style.fontFamily = "Essai";
    title.textContent = signs;
}"""


def _faces(page: Page) -> set[tuple[str, bool]]:
    """The typefaces that the title of a page is drawn with, and whether the page brought each."""
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    top = session.send("DOM.getDocument")["root"]["nodeId"]
    title = session.send("DOM.querySelector", {"nodeId": top, "selector": "h1"})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": title})["fonts"]
    return {(font["familyName"], font["isCustomFont"]) for font in fonts}


def test_pages_get_the_typeface_and_nothing_moves_when_it_comes(opened: Opener, served: Served) -> None:
    page = opened(viewport={"width": 390, "height": 844}).page
    page.add_init_script(MOVED)
    seen = []
    for _time in range(_READ):
        page.goto(served.address("index.html"))
        dressed(page)
        page.wait_for_timeout(200)
        assert page.evaluate("window.moved") == 0
        seen.append(_faces(page))
    assert {("Arbitre", True)} in seen


@pytest.mark.parametrize("file", ["serif.woff2", "serif-bold.woff2"])
def test_the_typeface_holds_every_sign_that_the_style_asks_it_for(file: str, opened: Opener, served: Served) -> None:
    page = opened(served.address("index.html")).page
    # A hyphen that may be left unseen is drawn by none.
    signs = "".join(sorted(signs_asked())).replace("\u00ad", "")
    page.eval_on_selector(
        "h1", f"(title, given) => ({_DRAWN})([title, ...given])", [served.address(f"static/{file}"), signs]
    )
    assert _faces(page) == {("Arbitre", True)}
    page.eval_on_selector("h1", "(title) => { title.textContent = '▸'; }")
    assert not any(brought for _name, brought in _faces(page))


@pytest.mark.parametrize("game", ["aos", "runewars", "t9a", "wap", "warmachine"])
def test_the_sheet_of_a_game_prints_on_two_pages(game: str, opened: Opener, served: Served) -> None:
    page = opened(served.address(f"{game}/-/aide-memoire.html")).page
    dressed(page)
    printed = page.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_the_first_screen_shows_what_can_be_done(width: int, height: int, opened: Opener, served: Served) -> None:
    page = opened(served.address("index.html"), viewport={"width": width, "height": height}).page
    dressed(page)
    shown = page.locator(".hero .q, .games-list a, .tasks a")
    places = [placed(one) for one in shown.all()]
    assert len(places) == 1 + 5 + 4 * 5 + 1
    assert all(place["y"] + place["height"] <= height for place in places)

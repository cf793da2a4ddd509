"""axe finds nothing on any type of page, in light, in dark, and with a preview open."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import WIDE, Opener, Served, dressed, placed
from tests.browser.pages import PAGES

_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The dark has other colours, and nothing else of its own.
DARK = {"type": "rule", "values": ["color-contrast"]}


def violations(page: Page, only: Sequence[str] | Mapping[str, Any] = _TAGS, within: str | None = None) -> list[str]:
    """What axe finds on a page, or within a part of it, a line each; `only` are the tags of its rules, or rules."""
    found = Axe().run(page, within, {"runOnly": only, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']} : {node['html'][:160]} ({node['target']})" for one in found for node in one["nodes"][:3]]


_CONTROLS = (
    ".top a, .game a, .trail a, .strip a, .letters a, .tree li > a, .tree summary, .terms li > a, .panel li a, .turn a, .chips a, .cites a,"
    " .net a rect, .tools button, .take button, summary, .find input, .find select, .find button, select.kind"
)


def _smaller(page: Page, selector: str, least: int) -> list[str]:
    """The elements that are shown less high than so many pixels."""
    found: list[str] = page.evaluate(
        """([selector, least]) => [...document.querySelectorAll(selector)]
            .filter(node => node.checkVisibility() && node.getBoundingClientRect().height < least)
            .map(node => node.outerHTML.slice(0, 120) + node.getBoundingClientRect().height)""",
        [selector, least],
    )
    return found


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_no_violation_in_light_nor_in_dark_and_nothing_small_under_a_finger(
    opened: Opener, served: Served, page: str
) -> None:
    """WCAG 2.5.5: menus, lists and buttons are 44 px high; a link in running text keeps the height of its line."""
    screen = {"width": 390, "height": 844}
    phone = opened(served.address(page), color_scheme="light", viewport=screen, has_touch=True, is_mobile=True).page
    dressed(phone)
    assert _smaller(phone, _CONTROLS, 44) == []
    assert violations(phone) == []
    phone.emulate_media(color_scheme="dark")
    assert violations(phone, DARK) == []


# What a reader may set, as WCAG 1.4.12 has it.
_SPACED = """* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important; }
    p { margin-bottom: 2em !important; }"""


@pytest.mark.parametrize("page", ["index.html", "runewars.html", "runewars/35.3.html"])
def test_a_page_whose_text_is_spaced_fits_the_narrowest_window(opened: Opener, served: Served, page: str) -> None:
    phone = opened(served.address(page), viewport={"width": 320, "height": 720}, bypass_csp=True).page
    dressed(phone)
    phone.add_style_tag(content=_SPACED)
    assert phone.evaluate(WIDE) == 0


@pytest.mark.parametrize(
    "page", ["runewars/livret/obstacles-et-collisions/traverser-un-allie.html", "wap/blesser.html"]
)
def test_on_a_phone_the_game_is_named_in_its_menu_and_first_in_the_path(
    opened: Opener, served: Served, page: str
) -> None:
    phone = opened(served.address(page), viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).page
    dressed(phone)
    expect(phone.locator("form.find")).to_be_visible()
    first = phone.locator(".trail li").first
    for named in (phone.locator(".game-title > span"), first.locator("a")):
        place = placed(named)
        assert place["width"] > 40
        assert 0 <= place["x"] < place["x"] + place["width"] <= 360
    # Nothing that scrolls under it is seen with it.
    assert placed(first)["x"] <= 0


@pytest.mark.parametrize("page", ["runewars/49.1.html", "runewars/62.2.html"])
def test_on_a_phone_an_exception_says_its_whole_clause(opened: Opener, served: Served, page: str) -> None:
    phone = opened(served.address(page), viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).page
    dressed(phone)
    heads = phone.locator(".aside summary")
    assert heads.count()
    cut = "(one) => one.scrollWidth > one.clientWidth || getComputedStyle(one).whiteSpace === 'nowrap'"
    assert not any(head.evaluate(cut) for head in heads.all())
    assert _smaller(phone, ".aside summary, .aside > a", 44) == []


def test_no_violation_beside_an_open_preview(opened: Opener, served: Served) -> None:
    page = opened(served.address("runewars/35.3.html")).page
    page.locator(".own a.term").first.hover()
    expect(page.locator("#apercu")).to_be_visible()
    assert violations(page) == []

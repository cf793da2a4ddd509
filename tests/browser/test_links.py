from playwright.sync_api import expect

from kb.site import urls
from kb.store import KnowledgeBase
from tests.browser.conftest import Opener, Served, placed

_RULE = "runewars/35.3.html"
_STEPS = 80


def test_the_pointer_on_a_link_shows_the_rule_until_it_leaves_or_escape_is_pressed(
    opened: Opener, served: Served
) -> None:
    page = opened(served.address(_RULE)).page
    link = page.locator(".own a.term").first
    link.hover()
    card = page.locator("#apercu")
    expect(card).to_be_visible()
    expect(card).to_have_attribute("role", "tooltip")
    expect(link).to_have_attribute("aria-describedby", "apercu")
    head, text = card.locator("p").all_text_contents()
    assert len(head) > 2
    assert len(text) > 40
    box = placed(card)
    assert 0 <= box["x"] <= page.evaluate("innerWidth") - box["width"]
    card.hover()
    page.wait_for_timeout(500)
    expect(card).to_be_visible()
    page.locator("h1").hover()
    expect(card).to_be_hidden()
    link.hover()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_the_keyboard_reaches_a_link_sees_it_and_follows_it(opened: Opener, served: Served) -> None:
    page = opened(served.address(_RULE)).page
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    for _pressed in range(_STEPS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.own a.term')"):
            break
    expect(page.locator("#apercu")).to_be_visible()
    wanted = page.evaluate("document.activeElement.href")
    page.keyboard.press("Enter")
    expect(page).to_have_url(wanted)


def test_a_long_press_shows_and_a_tap_follows(opened: Opener, served: Served) -> None:
    page = opened(served.address(_RULE), has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740}).page
    link = page.locator(".own a.term").first
    link.scroll_into_view_if_needed()
    box = placed(link)
    place = {"x": box["x"] + 5, "y": box["y"] + 5}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    expect(page.locator("#apercu")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page).to_have_url(served.address(_RULE))
    expect(page.locator("#apercu")).to_be_visible()
    wanted = link.evaluate("link => link.href")
    link.tap()
    expect(page).to_have_url(wanted)


def test_link_and_citation_are_copied_with_one_click(opened: Opener, served: Served) -> None:
    page = opened(served.address(_RULE), permissions=["clipboard-read", "clipboard-write"]).page
    page.get_by_role("button", name="Lien", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Lien copié")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == served.address(_RULE)
    page.get_by_role("button", name="Copier", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Règle copiée")).to_be_attached()
    words, *_more, citation, address = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert len(words) > 40
    assert "#" not in words
    assert citation.startswith("— Runewars")
    assert "Guide de référence" in citation
    assert "35.3" in citation
    assert address == served.address(_RULE)


def test_what_is_copied_is_the_rule_without_our_notes(opened: Opener, served: Served) -> None:
    page = opened(served.address("aos/aptitude/charge.html"), permissions=["clipboard-read", "clipboard-write"]).page
    expect(page.locator(".own .notes").first).to_contain_text("Exception")
    page.get_by_role("button", name="Copier", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Règle copiée")).to_be_attached()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert [line.split(":")[0].strip() for line in copied.split("\n")[:4]] == [
        "Moment",
        "Annonce",
        "Effet",
        "Mots-clés",
    ]
    assert "Exception" not in copied


def test_the_link_of_a_clause_leads_to_it(opened: Opener, served: Served) -> None:
    clause = served.address(f"{_RULE}#2")
    page = opened(clause, permissions=["clipboard-read", "clipboard-write"]).page
    page.get_by_role("button", name="Lien", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Lien copié")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == clause


def test_the_mark_of_an_address_is_read_under_a_finger(opened: Opener, served: Served) -> None:
    page = opened(served.address(_RULE), has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740}).page
    expect(page.locator(".own .perma").first).to_have_css("opacity", "1")


def test_the_address_of_a_renumbered_rule_leads_on_with_its_fragment(
    opened: Opener, served: Served, base: KnowledgeBase
) -> None:
    former = base.rows(
        "SELECT work, name, id FROM names WHERE role = 'former' AND instr(id, '#') = 0 ORDER BY work, name"
    )
    page = opened().page
    for work, name, identifier in former[:2]:
        for fragment in ("", "#1"):
            page.goto(served.address(urls.page_path(f"{work}/{name}") + fragment))
            expect(page).to_have_url(served.address(urls.page_path(identifier) + fragment))
    assert former


def test_each_bullet_gives_its_own_address(opened: Opener, served: Served) -> None:
    page = opened(served.address(_RULE), permissions=["clipboard-read", "clipboard-write"]).page
    bullet = page.locator(".own li[id]").first
    wanted = f"{served.address(_RULE)}#{bullet.get_attribute('id')}"
    bullet.hover()
    mark = bullet.locator(".perma")
    mark.click()
    expect(page).to_have_url(wanted)
    assert page.evaluate("navigator.clipboard.readText()") == wanted
    page.goto(served.address("runewars/35.html"))
    rule = page.locator("[id='/35.3']").first
    rule.locator(".rule-head .perma").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(served.address("runewars/35.html#/35.3"))

import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import MOVED, WIDE, Opener, Served, dressed, held_back, let_go, placed, settled
from tests.browser.pages import PAGES

# Where each element of a page stands, and how it looks, a line each.
_LOOKS = """() => [...document.querySelectorAll("body, body *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect(), style = getComputedStyle(one);
    const names = ["font", "color", "background", "border", "outline", "textDecoration", "fontVariantNumeric", "visibility", "opacity"];
    return [one.tagName, one.className, x, y, width, height, ...names.map((name) => style[name])].join(" ");
})"""
# What a page waited for before its first paint.
_AWAITED = """performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking').map((one) => one.name)"""


def test_a_rule_reads_without_scripts(opened: Opener, served: Served) -> None:
    page = opened(served.address("runewars/35.3.html"), java_script_enabled=False).page
    expect(page.locator("h1")).to_contain_text("35.3 Déplacement")
    expect(page.locator(".own")).to_be_visible()
    expect(page.locator(".tools")).to_be_hidden()
    page.locator('a[rel="next"]').click()
    expect(page.locator("h1")).to_contain_text("35.4")
    page.get_by_role("link", name="Déroulement").click()
    page.get_by_role("navigation", name="Phases").get_by_role("link", name="Phase d’Activation").click()
    expect(page).to_have_url(re.compile(r"deroulement\.html#.*activation"))


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_asks_for_nothing_elsewhere_waits_for_nothing_to_be_painted_and_fits_the_window(
    opened: Opener, served: Served, page: str
) -> None:
    watched = opened(served.address(page))
    assert watched.page.evaluate(_AWAITED) == []
    for width in (1280, 768, 360, 320):
        watched.page.set_viewport_size({"width": width, "height": 720})
        assert watched.page.evaluate(WIDE) == 0, width
    assert watched.asked
    assert all(address.startswith(served.address("")) for address in watched.asked)


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_style_that_a_page_holds_is_all_that_its_first_sight_needs(
    opened: Opener, served: Served, page: str
) -> None:
    """Nothing moves nor changes when the whole stylesheet comes, on a phone or on a desk."""
    view = opened(served.address(page), java_script_enabled=False).page

    def looks() -> list[object]:
        seen = []
        for width in (390, 1280):
            view.set_viewport_size({"width": width, "height": 800})
            # Once reloaded, a browser may keep in its place what a new width moves, and scroll by as much.
            view.evaluate("scrollTo(0, 0)")
            seen.append(view.evaluate(_LOOKS))
        return seen

    whole = looks()
    view.route("**/static/site.css", lambda route: route.fulfill(body="", content_type="text/css"))
    view.reload()
    assert looks() == whole


def test_the_whole_stylesheet_comes_once_the_page_is_painted(opened: Opener, served: Served) -> None:
    page = opened(served.address(PAGES["règle"])).page
    sheet = page.locator('link[rel="stylesheet"]')
    expect(sheet).to_have_count(1)
    dressed(page)
    # A busy machine notes the paint a little after it asks for the sheet that waited for it.
    settled(page, "performance.getEntriesByName('first-paint').length > 0")
    asked, painted = page.evaluate(
        """() => [performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".css")).startTime,
            performance.getEntriesByName("first-paint")[0].startTime]"""
    )
    assert asked > painted


@pytest.mark.parametrize("page", ["accueil", "recherche", "règle"])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_search_box_comes_after_the_page_and_moves_nothing(
    opened: Opener, served: Served, page: str, width: int
) -> None:
    boxes = """() => [...document.querySelectorAll('.find > :not(.vh)')]
        .map((one) => (({ x, y, width, height }) => [x, y, width, height])(one.getBoundingClientRect()))"""
    view = opened(viewport={"width": width, "height": 800}).page
    # The page's own typeface, which a page that is read again may have and the first not.
    view.route("**/static/*.woff2", lambda route: route.fulfill(body="", content_type="font/woff2"))
    view.route("**/static/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    view.goto(served.address(PAGES[page]))
    expect(view.locator("a.find")).to_be_visible()
    expect(view.locator("input")).to_have_count(0)
    before = view.evaluate(boxes)
    view.unroute("**/static/*.js")
    view.reload()
    expect(view.locator("form.find")).to_be_visible()
    assert view.evaluate(boxes) == before


def test_without_scripts_the_search_box_leads_to_the_search_page(opened: Opener, served: Served) -> None:
    page = opened(served.address(PAGES["règle"]), java_script_enabled=False).page
    page.get_by_role("link", name="Chercher une règle").click()
    expect(page.locator("noscript .banner")).to_be_visible()
    expect(page.locator(".find, select").locator("visible=true")).to_have_count(0)


def test_a_reader_already_at_the_search_box_stays_there(opened: Opener, served: Served) -> None:
    page = opened().page
    page.add_init_script(
        "const meanwhile = window.requestAnimationFrame; window.requestAnimationFrame = (act) =>"
        " document.querySelector('a.find') ? (document.querySelector('a.find').focus(), meanwhile(act)) : meanwhile(act)"
    )
    page.goto(served.address(PAGES["règle"]))
    expect(page.locator("input.q")).to_be_focused()


def test_what_lies_below_the_window_is_laid_out_after_the_rest(opened: Opener, served: Served) -> None:
    page = opened().page
    late = "getComputedStyle([...document.querySelectorAll('.letter')].at(-1)).contentVisibility"
    page.goto(served.address(PAGES["glossaire"]))
    expect(page.locator("html")).to_have_class("whole")
    assert page.evaluate(late) == "visible"
    page.evaluate("document.documentElement.className = ''")
    assert page.evaluate(late) == "auto"
    plain = opened(served.address(PAGES["glossaire"]), java_script_enabled=False).page
    assert placed(plain.locator(".letter").last.locator("a").last)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_an_address_leads_straight_to_its_place_in_a_long_page(opened: Opener, served: Served, motion: str) -> None:
    page = opened(reduced_motion=motion, viewport={"width": 390, "height": 800}).page
    for name in ("déroulement", "qui passe avant", "aptitudes"):
        page.goto(served.address(PAGES[name]))
        folded = page.locator(".ranking").nth(2).get_attribute("id") if name == "qui passe avant" else None
        address = f"#{folded}" if folded else page.locator(".strip a").nth(-2).get_attribute("href")
        page.goto("about:blank")
        page.goto(served.address(f"{PAGES[name]}{address}"))
        expect(page.locator("html")).to_have_class("whole")
        assert 0 <= page.evaluate("document.querySelector(':target').getBoundingClientRect().top") < 100, name


def test_what_is_typed_before_the_search_is_there_stays(opened: Opener, served: Served) -> None:
    page = opened().page
    held = held_back(page, "**/search-view.js")
    page.goto(served.address(PAGES["recherche"]), wait_until="commit")
    page.locator("input.q").fill("collision")
    for _turn in range(100):
        if not held:
            page.wait_for_timeout(50)
    let_go(page, held)
    expect(page.locator(".hits li").first).to_be_visible()
    expect(page.locator("input.q")).to_have_value("collision")


@pytest.mark.parametrize("path", ["runewars/35.html", "runewars/-/aptitudes.html"])
def test_what_comes_after_the_first_sight_of_a_page_moves_nothing(opened: Opener, served: Served, path: str) -> None:
    """Marks that would begin a line, before or after their style is there; a section whose room was a guess, above the end of the page."""
    page = opened(viewport={"width": 390, "height": 800}).page
    page.add_init_script(MOVED)

    def late(route: Route) -> None:
        page.wait_for_timeout(200)
        route.continue_()

    page.route("**/site.css", late)
    page.goto(served.address(path))
    dressed(page)
    page.wait_for_timeout(200)
    assert page.evaluate("window.moved") < 0.05


@pytest.mark.parametrize("width", [390, 1280])
def test_results_come_without_moving_what_is_seen(opened: Opener, served: Served, width: int) -> None:
    page = opened(viewport={"width": width, "height": 800}).page
    page.add_init_script(MOVED)
    page.goto(served.address("recherche.html?q=collision&jeu=runewars"))
    expect(page.locator(".hits .snippet").first).not_to_be_empty()
    assert page.evaluate("window.moved") < 0.05


def test_results_are_shown_as_the_games_come_and_a_game_that_is_named_is_read_alone(
    opened: Opener, served: Served
) -> None:
    page = opened(service_workers="block").page
    held = held_back(page, "**/wap/-/search.js")
    page.goto(served.address("recherche.html?q=panique"), wait_until="domcontentloaded")
    expect(page.locator(".hits li").first).to_be_visible()
    expect(page.locator(".state")).to_have_text(re.compile(r"^Reste à lire\s: Warhammer Armies Project"))
    let_go(page, held)
    expect(page.locator(".state")).to_contain_text("résultats")
    expect(page.locator(".hits .snippet").first).not_to_be_empty()
    page.unroute("**/wap/-/search.js")
    page.goto(served.address("recherche.html?q=panique+wap"))
    expect(page.locator(".state")).to_contain_text("que la question nomme")
    assert {*page.locator(".hits .meta").all_inner_texts()} >= {"Warhammer Armies Project · Règle"}


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?q=les+colosses&jeu=warmachine", "Aucune règle ne répond à cette question."),
        ("?q=quand+teste-t-on+la+panique&jeu=wap", "Aucune règle ne répond à coup sûr à cette question."),
    ],
)
def test_only_what_a_work_is_known_to_leave_out_is_refused_for_certain(
    opened: Opener, served: Served, address: str, said: str
) -> None:
    page = opened(served.address(f"recherche.html{address}")).page
    expect(page.locator(".state")).to_contain_text(said)
    expect(page.locator(".hits li").first).to_be_visible()


def test_on_paper_a_rule_is_a_card(opened: Opener, served: Served) -> None:
    page = opened(served.address("runewars/36.html"), color_scheme="dark").page
    page.emulate_media(media="print")
    dressed(page)
    for hidden in (".top", ".game", ".turn", ".tools", ".bottom"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator(".source .cite")).to_contain_text("36 Désengagement")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.entry .main')).borderTopWidth)") > 0
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A5"))) == 1


def test_on_paper_the_sequence_of_play_begins_below_its_title(opened: Opener, served: Served) -> None:
    """A moment that holds all the others is not kept whole: its page would stay empty."""
    page = opened(served.address("warmachine/-/deroulement.html")).page
    page.emulate_media(media="print")
    dressed(page)
    kept = "getComputedStyle(document.querySelector('.root > .beat')).breakInside"
    assert page.evaluate(kept) == "auto"
    assert page.evaluate("getComputedStyle([...document.querySelectorAll('.beat')].at(-1)).breakInside") == "avoid"


def test_dark_where_the_system_is(opened: Opener, served: Served) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        page = opened(color_scheme=scheme).page
        page.goto(served.address("runewars/35.html"))
        shade = page.evaluate("getComputedStyle(document.body).backgroundColor")
        shades[scheme] = sum(map(int, re.findall(r"\d+", shade)[:3]))
    assert shades["dark"] < 150
    assert shades["light"] > 600


def test_the_archive_reads_from_a_disk(opened: Opener, web: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(web / "site.zip") as archive:
        archive.extractall(tmp_path)
    watched = opened()
    page = watched.page
    page.goto((tmp_path / "arbitre" / "index.html").as_uri())
    page.get_by_role("link", name="Runewars").first.click()
    page.get_by_role("link", name="Errata").first.click()
    expect(page.locator("h1")).to_have_text("Errata")
    page.goto((tmp_path / "arbitre" / "runewars" / "35.3.html").as_uri())
    page.locator(".own a.term").first.hover()
    expect(page.locator("#apercu")).to_be_visible()
    assert all(address.startswith(tmp_path.as_uri()) for address in watched.asked)


def test_a_script_put_into_a_page_does_not_run_nor_is_a_style_taken(opened: Opener, served: Served) -> None:
    watched = opened(served.address("runewars/35.html"))
    page = watched.page
    page.evaluate("""() => {
        const made = (name, textContent) => Object.assign(document.createElement(name), { textContent });
        document.body.append(made("script", "window.harmed = true"), made("style", "body { display: none }"));
        const image = document.createElement("img");
        image.setAttribute("onerror", "window.harmed = true");
        image.src = "nowhere.png";
        document.body.append(image);
    }""")
    # The handler is refused once the image is known to be nowhere; which of the two is told first, nothing says.
    for _wait in range(100):
        if all(any(part in fault for fault in watched.faults) for part in ("inline event handler", "Failed to load")):
            break
        page.wait_for_timeout(100)
    assert page.evaluate("[window.harmed, getComputedStyle(document.body).display]") == [None, "block"]
    assert sum("Content Security Policy" in fault for fault in watched.faults) == len(("script", "style", "handler"))
    watched.faults.clear()


# A rule within its section


def test_a_rule_is_read_on_the_first_screen_of_a_phone_below_a_bar_that_stays(opened: Opener, served: Served) -> None:
    page = opened(served.address("runewars/35.3.html")).page
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("form.find")).to_be_visible()
    assert placed(page.locator(".brief, .own p").first)["y"] < 380
    page.mouse.wheel(0, 1500)
    expect(page.locator(".top")).to_be_in_viewport()
    expect(page.get_by_role("navigation", name="Dans la même section")).to_be_attached()


def test_on_a_desktop_its_section_stands_beside_it_and_a_table_has_the_whole_width(
    opened: Opener, served: Served
) -> None:
    """On its other side stands what is around it; the notes of its paragraphs come first, and send that below."""
    page = opened(viewport={"width": 1280, "height": 900}).page
    page.goto(served.address("runewars/35.3.html"))
    places = (".siblings", "article.main", "aside.around", ".noted > .notes")
    beside, rule, below, notes = (placed(page.locator(one).first) for one in places)
    assert beside["x"] + beside["width"] <= rule["x"] < rule["x"] + rule["width"] <= notes["x"]
    assert rule["y"] + rule["height"] <= below["y"]
    page.goto(served.address("aos/avancees.html"))
    beside, rule, around = (placed(page.locator(one).first) for one in places[:3])
    assert beside["x"] + beside["width"] <= rule["x"] < rule["x"] + rule["width"] <= around["x"]
    page.goto(served.address("wap/types-de-troupes.html"))
    assert page.evaluate("[...document.querySelectorAll('.table')].every((one) => one.scrollWidth <= one.clientWidth)")


def test_keys_lead_from_rule_to_rule_and_are_listed(opened: Opener, served: Served) -> None:
    page = opened(served.address("runewars/35.3.html")).page
    expect(page.locator("form.find")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Touches du clavier")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Touches du clavier")).to_be_hidden()
    page.keyboard.press("n")
    expect(page.locator("h1")).to_contain_text("35.4")
    expect(page.locator("form.find")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("h1")).to_contain_text("35.3")
    expect(page.locator("form.find")).to_be_visible()
    # In the box, a letter is a letter.
    page.keyboard.press("/")
    page.keyboard.press("n")
    expect(page.locator("input.q")).to_have_value("n")


# Where the notes of a page stand: how far the top of each is from that of its paragraph, how far below its end, and on which side; how
# far the paragraph is from what follows.
_NOTED = """() => [...document.querySelectorAll(".noted")].map((one) => {
    const [said, notes] = [one.firstElementChild, one.lastElementChild].map((part) => part.getBoundingClientRect());
    const words = document.createRange();
    words.selectNodeContents(one.firstElementChild);
    const next = (one.closest("li") ?? one).nextElementSibling;
    const after = next?.matches(".noted") ? next.firstElementChild : next;
    const part = after ? after.getBoundingClientRect().top - words.getBoundingClientRect().bottom : 0;
    const [top, beside] = [Math.abs(notes.top - said.top), notes.left - said.right];
    return { part, top, beside, below: notes.top - said.bottom };
})"""


@pytest.mark.parametrize("path", ["aos/aptitude/charge.html", "runewars/35.3.html"])
def test_a_note_stands_beside_its_paragraph_and_on_a_phone_just_below_it(
    opened: Opener, served: Served, path: str
) -> None:
    page = opened(served.address(path), java_script_enabled=False, viewport={"width": 1280, "height": 900}).page
    wide = page.evaluate(_NOTED)
    assert wide
    assert all(one["top"] < 60 and one["beside"] > 0 for one in wide), wide
    # A note longer than its paragraph goes on beside the next one: it parts no two of them.
    assert any(one["part"] for one in wide) or path != "aos/aptitude/charge.html"
    assert all(one["part"] < 30 for one in wide), wide
    page.set_viewport_size({"width": 390, "height": 844})
    assert all(0 <= one["below"] < 29 for one in page.evaluate(_NOTED))
    assert page.evaluate(WIDE) == 0
    note = page.locator(".aside").first
    # A few lines, none of them cut.
    assert placed(note)["height"] < 150
    assert note.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    note.locator("summary").click()
    expect(note.locator("details > :not(summary)").first).to_be_visible()


@pytest.mark.parametrize("game", ["aos", "wap", "t9a"])
def test_on_a_phone_a_row_of_words_reads_without_scrolling_sideways(opened: Opener, served: Served, game: str) -> None:
    page = opened(served.address(f"{game}/-/tableaux.html"), viewport={"width": 390, "height": 844}).page
    dressed(page)
    cards = page.locator(".in-cards").evaluate_all("(all) => all.map((one) => one.scrollWidth - one.clientWidth)")
    assert game == "t9a" or cards
    assert set(cards) <= {0}
    grids = page.locator(".table:not(.in-cards)").filter(has=page.locator("tbody tr > :nth-child(3)")).all()
    assert [
        grid
        for grid in grids
        if grid.evaluate("(one) => one.scrollWidth > one.clientWidth + 60")
        and grid.locator("tbody tr > *").first.evaluate("(one) => getComputedStyle(one).position") != "sticky"
    ] == []

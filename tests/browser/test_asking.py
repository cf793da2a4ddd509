"""Where the API answers below the site: the answer above the results, the helper of precedence and time; and nothing of it elsewhere."""

import re
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Page, Route, expect

from kb.site import urls
from tests.browser.conftest import MOVED, WIDE, Opener, Served, dressed, held_back, let_go, placed
from tests.browser.test_access import DARK, violations

_PRIORITIES = "runewars/-/priorites.html"
_SEQUENCE = "runewars/-/deroulement.html"
_QUESTION = "mes troupes peuvent-elles traverser une troupe amie ?"
_REFUSED = re.compile("status of 422|status of 404|ERR_FAILED|ERR_CONNECTION_REFUSED")


def _typed(page: Page, text: str, game: str = "runewars") -> None:
    page.get_by_role("combobox", name="Jeu").first.select_option(game)
    page.get_by_role("searchbox").press_sequentially(text, delay=5)


def _asked(opened: Opener, answering: Served, text: str, game: str = "runewars") -> Page:
    """The page of search, at the address of a question."""
    return opened(answering.address(f"recherche.html?{urlencode({'q': text, 'jeu': game})}")).page


def _being_typed(opened: Opener, answering: Served, text: str) -> Page:
    """The page of search, where a question is being typed."""
    page = opened(answering.address("recherche.html")).page
    _typed(page, text)
    return page


def _open(page: Page, question: str) -> None:
    page.get_by_role("region", name="Posez la question").get_by_text(question, exact=True).click()


def _ask_below(page: Page, name: str) -> None:
    """Follow the link that opens a question about what a folded part of the page decides."""
    expect(page.locator(".asking")).to_be_visible()
    page.locator("details.rankings, details.ranking").evaluate_all("(all) => all.forEach((one) => (one.open = true))")
    page.get_by_role("link", name=name, exact=True).click()


def _forgive(opened: Opener) -> None:
    """A browser tells every refused request as a fault; those that a test provokes are none."""
    for watched in opened.watched:
        watched.faults[:] = [fault for fault in watched.faults if not _REFUSED.search(fault)]


def _reads_well(page: Page, part: str) -> None:
    """A part of a page, in light and in dark; and the page is no wider than the window."""
    page.emulate_media(color_scheme="light")
    assert violations(page, within=part) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, DARK, part) == []
    assert page.evaluate(WIDE) == 0


# The answer above the results


@pytest.mark.parametrize("place", ["index.html", "recherche.html"])
def test_the_answer_stands_above_the_results(opened: Opener, answering: Served, place: str) -> None:
    watched = opened(answering.address(place))
    page = watched.page
    _typed(page, _QUESTION)
    answer = page.locator(".answer").first
    expect(answer.locator(".verdict")).to_have_text("Oui.")
    expect(answer.locator("blockquote").first).to_contain_text("allié")
    citation = answer.locator(".cite a").first
    expect(answer.locator(".eyebrow")).to_contain_text("Runewars")
    expect(citation).to_have_text(re.compile("^Livret d’apprentissage, "))
    expect(citation).to_be_visible()
    expect(page.locator(".hits li").first).to_be_visible()
    assert page.evaluate("""() => document.querySelector('.answer').compareDocumentPosition(
        document.querySelector('.results')) & Node.DOCUMENT_POSITION_FOLLOWING""")
    assert all(address.startswith(answering.address("")) for address in watched.asked)
    citation.click()
    expect(page.locator("h1")).to_contain_text("Obstacles")


def test_what_is_sent_leads_to_the_results_and_nothing_hides_the_answer(opened: Opener, answering: Served) -> None:
    page = _being_typed(opened, answering, _QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".hits a.hit").first).to_be_focused()
    # As long as a preview takes to come, and more.
    page.wait_for_timeout(1500)
    expect(page.locator("#apercu")).to_be_hidden()


def test_the_results_come_with_the_answer_in_one_request(opened: Opener, answering: Served) -> None:
    watched = opened(answering.address("recherche.html?q=collision&jeu=runewars"))
    expect(watched.page.locator(".hits .snippet").first).not_to_be_empty()
    expect(watched.page.locator(".hits mark").first).to_have_text(re.compile("ollision"))
    assert len([address for address in watched.asked if "/v1/" in address]) == 1
    assert not [address for address in watched.asked if address.endswith("/-/search.js")]


def test_the_results_of_a_kind_are_those_of_that_kind(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("recherche.html?q=charge&jeu=t9a")).page
    expect(page.locator(".hits li").first).to_be_visible()
    page.get_by_role("combobox", name="Genre").select_option("definition")
    # The first of the results before may be a definition too.
    expect(page.locator(".hits .meta").filter(has_not_text="Définition")).to_have_count(0)
    assert {*page.locator(".hits .meta").all_inner_texts()} == {"Définition"}


def test_a_question_that_no_rule_answers_is_refused_with_its_reason_told_once(
    opened: Opener, answering: Served
) -> None:
    page = _asked(opened, answering, "quel est le prix de la boîte")
    expect(page.locator(".answer.none .verdict")).to_have_text("Aucune règle ne tranche.")
    expect(page.locator(".answer.none")).to_contain_text("Le prix")
    expect(page.locator(".results .reason")).to_be_hidden()


def test_a_refusal_is_said_once(opened: Opener, answering: Served) -> None:
    page = _asked(opened, answering, "azertyuiop", "")
    expect(page.locator(".answer.none .verdict")).to_have_text("Aucune règle ne tranche.")
    expect(page.locator(".state")).not_to_contain_text("Aucune règle")
    expect(page.locator(".state")).not_to_contain_text("Recherche")


def test_the_tab_is_called_after_what_is_asked(opened: Opener, answering: Served) -> None:
    page = _asked(opened, answering, _QUESTION)
    expect(page).to_have_title(f"{_QUESTION} – Arbitre")
    page.get_by_role("searchbox").fill("collision")
    expect(page).to_have_title("collision – Arbitre")


def test_on_a_phone_what_each_game_concludes_is_read_whole(opened: Opener, answering: Served) -> None:
    page = opened(viewport={"width": 390, "height": 844}).page
    page.goto(
        answering.address(
            f"recherche.html?{urlencode({'q': 'une unité en fuite peut-elle traverser une unité alliée ?'})}"
        )
    )
    lines = page.locator("details.answer > summary")
    expect(lines.first).to_be_visible()
    assert lines.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth)") == []


def test_without_a_game_none_is_chosen_and_each_that_answers_says_what_in_a_line(
    opened: Opener, answering: Served
) -> None:
    page = _asked(opened, answering, "une unité en fuite peut-elle traverser une unité alliée ?", "")
    others = page.locator("details.answer")
    expect(others.first).to_be_visible()
    assert others.count() > 1
    assert page.locator("section.answer").count() == 0
    for summary in page.locator("details.answer > summary").all():
        game, said = summary.locator("strong").inner_text(), summary.inner_text()
        assert len(said) > len(game) + 3
    others.first.locator("summary").first.click()
    expect(others.first.locator("blockquote").first).to_be_visible()


def test_the_game_chosen_is_kept_and_that_of_the_page_last_read(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("index.html")).page
    chosen = page.get_by_role("combobox", name="Jeu").first
    chosen.select_option("wap")
    page.goto(answering.address("recherche.html"))
    expect(chosen).to_have_value("wap")
    page.goto(answering.address("aos/base/15.0.html"))
    expect(chosen).to_have_value("aos")
    page.goto(answering.address("index.html"))
    expect(chosen).to_have_value("aos")
    page.goto(answering.address("recherche.html?q=charge"))
    expect(chosen).to_have_value("")


def test_what_is_not_sure_enough_for_a_verdict_shows_a_like_case_of_either(opened: Opener, answering: Served) -> None:
    page = _asked(opened, answering, "Mon action est rouge, mon modificateur est vert : le modif marche ?")
    expect(page.locator(".answer .cases li")).to_have_count(2)
    said = page.locator(".answer .cases strong").all_inner_texts()
    assert sorted(said) == ["Non.", "Oui."]


def test_what_is_done_with_an_answer_is_as_high_as_a_finger(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("recherche.html"), has_touch=True, is_mobile=True).page
    _typed(page, _QUESTION)
    acts = page.locator(".answer .acts :is(a, button)")
    expect(acts).to_have_count(3)
    assert min(placed(one)["height"] for one in acts.all()) >= 44


def test_the_card_of_a_ruling_prints_and_leads_back_by_what_no_paper_shows(opened: Opener, answering: Served) -> None:
    page = opened(answering.address(f"v1/judge?q={quote(_QUESTION)}&game=runewars")).page
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Imprimer").click()
    assert page.evaluate("window.printed")
    way = page.get_by_role("navigation", name="Chemin")
    tools = page.locator(".tools")
    expect(way).to_be_visible()
    expect(tools).to_be_visible()
    page.emulate_media(media="print")
    expect(way).to_be_hidden()
    expect(tools).to_be_hidden()
    page.emulate_media(media="screen")
    way.get_by_role("link", name="Réponse").click()
    expect(page.locator(".answer .verdict").first).to_contain_text("Oui.")


def test_an_answer_is_reported_by_what_was_asked_and_said(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("recherche.html")).page
    page.evaluate("navigator.clipboard.writeText = (text) => Promise.resolve(void (window.copied = text))")
    _typed(page, _QUESTION)
    page.get_by_role("button", name="Signaler").click()
    copied = page.evaluate("window.copied")
    assert f"Question : {_QUESTION}\nJeu : runewars\nRéponse : Oui.\nCité : runewars/" in copied


def test_a_row_reads_as_the_cells_of_its_columns_the_one_asked_lit(opened: Opener, answering: Served) -> None:
    page = _asked(opened, answering, "charge ratée, déplacement normal : quelle distance ?", "wap")
    lit = page.locator(".answer > .table td.lit")
    # The cell, and what calls its note.
    expect(lit).to_have_text("2D61")
    expect(lit.locator("sup.call")).to_have_text("1")


def test_a_long_quote_is_cut_until_it_is_asked_for(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("recherche.html")).page
    page.set_viewport_size({"width": 360, "height": 700})
    _typed(page, "règles spéciales des types de troupes", "wap")
    cut = page.locator(".answer .cut")
    expect(cut.first).to_be_visible()
    page.get_by_role("button", name="Tout lire").first.click()
    expect(cut).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        ("runewars", "4 touches avec une menace de 3, combien de dégâts ?", "12 dégâts : 3 (Menace), ×4 (Touches)."),
        ("warmachine", "ACC 6, je dois faire combien pour toucher ?", "Cela dépend : il manque la DEF"),
        ("aos", "La manœuvre tactique, on la joue quand ?", "Au début de votre tour."),
        ("aos", "La phase de tir, c'est avant ou après la phase de charge ?", "Avant : Phase de tir, puis"),
        ("runewars", "Létal ou Protégé d'abord ?", "Létal, puis Protégé."),
    ],
)
def test_what_is_concluded_stands_first_whatever_its_kind(
    opened: Opener, answering: Served, game: str, question: str, said: str
) -> None:
    page = _asked(opened, answering, question, game)
    expect(page.locator(".answer > :nth-child(2)").first).to_contain_text(said)
    expect(page.locator(".answer blockquote").first).to_be_visible()


def test_an_order_is_told_with_the_rule_that_decides(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("recherche.html?q=L%C3%A9tal+ou+Prot%C3%A9g%C3%A9+d%27abord&jeu=runewars")).page
    expect(page.locator(".answer .order li")).to_have_count(2)
    expect(page.locator(".answer .order li").first).to_contain_text("Létal")
    expect(page.locator(".answer .proof + blockquote").first).to_be_visible()


@pytest.mark.parametrize(
    ("question", "headings"),
    [
        ("charge ratée, déplacement normal : quelle distance ?", ["Note 1"]),
        ("règles spéciales des types de troupes", ["Note 1 (Cavalerie", "Note 2 (Monstres", "Note 3 (Monstres"]),
    ],
)
def test_the_notes_of_a_table_stand_once_each_with_what_calls_it(
    opened: Opener, answering: Served, question: str, headings: list[str]
) -> None:
    """Those of a row that is quoted, those of a table quoted whole."""
    page = _asked(opened, answering, question, "wap")
    heads = page.locator(".answer > .meta", has_text=re.compile("^Note "))
    expect(heads).to_have_count(len(headings))
    texts = page.locator(".answer > blockquote").all_inner_texts()
    for place, heading in enumerate(headings):
        expect(heads.nth(place)).to_contain_text(heading)
        note = texts[place]
        assert len(note) > len(heading)
        assert sum(note in text for text in texts) == 1


def test_what_is_typed_on_aborts_what_was_asked(opened: Opener, answering: Served) -> None:
    watched = opened()
    page = watched.page
    ended: list[str] = []
    page.on("requestfailed", lambda request: ended.append(request.url) if "/v1/ask" in request.url else None)

    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    page.route("**/v1/ask*", hold_first)
    page.goto(answering.address("recherche.html"))
    page.get_by_role("combobox", name="Jeu").first.select_option("runewars")
    # At once: a slow machine would take letters that come one by one for pauses.
    with page.expect_request("**/v1/ask*"):
        page.get_by_role("searchbox").fill("coll")
    page.get_by_role("searchbox").press_sequentially("ision", delay=5)
    expect(page.locator(".answer .cite").first).to_contain_text("Collision")
    asked = [address for address in watched.asked if "/v1/ask" in address]
    assert "q=coll&" in asked[0]
    assert ended == asked[:1], "what was asked before is given up"
    assert len(asked) < len("ision"), "a request a pause, not one a letter"


def test_when_the_server_is_gone_the_ranking_stands_alone(opened: Opener, answering: Served) -> None:
    page = _being_typed(opened, answering, "collision")
    expect(page.locator(".answer")).to_be_visible()
    page.route("**/v1/**", lambda route: route.abort())
    page.get_by_role("searchbox").fill("ligne de vue")
    expect(page.locator(".hits li").first).to_contain_text("igne de vue")
    expect(page.locator(".answers")).to_be_empty()
    _forgive(opened)


def test_escape_empties_the_box_and_the_answer(opened: Opener, answering: Served) -> None:
    page = _being_typed(opened, answering, "collision")
    expect(page.locator(".answer")).to_be_visible()
    page.get_by_role("searchbox").press("Escape")
    expect(page.locator(".answers")).to_be_empty()


def test_what_is_sent_before_the_search_is_there_is_asked_once_and_shown_when_it_is(
    opened: Opener, answering: Served
) -> None:
    watched = opened()
    page = watched.page
    held = held_back(page, "**/search-view.js")
    page.goto(answering.address("recherche.html"), wait_until="domcontentloaded")
    page.get_by_role("combobox", name="Jeu").first.select_option("runewars")
    page.get_by_role("searchbox").fill("collision")
    page.get_by_role("searchbox").press("Enter")
    let_go(page, held)
    expect(page.locator(".answer .cite").first).to_contain_text("Collision")
    expect(page.locator(".hits li").first).to_contain_text("Collision")
    assert len([address for address in watched.asked if "/v1/ask" in address]) == 1
    assert len(held) == 1, "the page is not loaded again"


def test_a_game_chosen_on_any_page_is_brought_before_anything_is_asked(opened: Opener, served: Served) -> None:
    watched = opened(served.address("a-propos.html"))
    box = watched.page.locator("header form.find")
    with watched.page.expect_response("**/runewars/-/search.js"):
        box.locator("select").select_option("runewars")
    assert not [address for address in watched.asked if "/aos/-/search.js" in address]


def test_without_a_game_those_of_all_are_brought_as_soon_as_the_page_that_searches_stands(
    opened: Opener, served: Served
) -> None:
    page = opened(served.address("recherche.html")).page
    games = page.locator("form.find select option").count() - 1
    page.wait_for_function("(games) => (window.arbitrePacks ?? []).length === games", arg=games)


def test_who_comes_back_to_the_home_finds_the_search_again(opened: Opener, served: Served) -> None:
    page = opened(served.address(urls.HOME)).page
    page.get_by_role("combobox", name="Jeu").select_option("runewars")
    page.locator("input.q").last.fill("collision")
    page.locator("a.hit").nth(2).click()
    expect(page.locator("h1")).to_be_visible()
    page.go_back()
    expect(page.locator("input.q").last).to_have_value("collision")
    expect(page.get_by_role("combobox", name="Jeu")).to_have_value("runewars")
    expect(page.locator("a.hit").nth(2)).to_be_visible()


def test_an_address_that_holds_no_page_says_so_and_leads_back(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("nulle/part/ici.html")).page
    expect(page.locator("h1")).to_have_text("Cette page n’existe pas")
    assert violations(page) == []
    assert page.evaluate("getComputedStyle(document.body).margin") == "0px", "the style is found from any depth"
    page.get_by_role("link", name="Warmachine MkII").click()
    expect(page.locator("h1")).to_have_text("Warmachine MkII")
    _forgive(opened)


# The helper


def test_things_are_put_in_order_by_keyboard_with_the_rules_that_decide(opened: Opener, answering: Served) -> None:
    page = opened(answering.address(_PRIORITIES)).page
    expect(page.locator(".asking")).to_be_visible()
    summary = page.locator(".question summary").first
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Quoi")).to_be_focused()
    expect(page.get_by_role("group", name="Élément 1")).to_have_count(0)
    page.keyboard.type("l'ordre d'activation des unites")
    expect(page.locator(".question[open] .missing")).to_contain_text("Élément 2, L’initiative de l’action choisie")
    for place, (name, owner, initiative) in enumerate([("golems", "A", "4"), ("lanciers", "B", "4")]):
        row = page.get_by_role("group", name=f"Élément {place + 1}")
        row.get_by_label("Nom").fill(name)
        expect(row.get_by_label("À qui")).to_have_value(owner)
        row.get_by_label("L’initiative").fill(initiative)
    page.get_by_label("Premier joueur").select_option("B")
    page.get_by_role("button", name="Dire l’ordre").press("Enter")
    outcome = page.locator(".question[open] .outcome")
    expect(outcome.locator(".order li").first).to_contain_text("golems, lanciers – à tour de rôle, le joueur B d’abord")
    expect(outcome.locator(".proof + blockquote").first).to_be_visible()
    proof = outcome.locator(".proof a").first
    expect(proof).to_have_text(re.compile(r"^\d"))
    proof.click()
    expect(page.locator("h1")).to_be_visible()
    assert "/runewars/" in page.url


def test_nothing_is_missing_before_anything_is_filled(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("t9a/-/priorites.html")).page
    _open(page, "Calculer une valeur")
    missing = page.locator(".question[open] .missing")
    expect(page.get_by_label("Laquelle", exact=True)).to_be_visible()
    expect(missing).to_be_empty()
    page.get_by_label("Laquelle", exact=True).fill("Le jet")
    expect(missing).to_have_text("Il manque : Laquelle.")


@pytest.mark.parametrize("place", ["aos/-/priorites.html", "aos/-/deroulement.html"])
def test_the_questions_come_without_moving_what_is_read(opened: Opener, answering: Served, place: str) -> None:
    watched = opened(viewport={"width": 390, "height": 844})
    watched.page.add_init_script(MOVED)
    watched.page.goto(answering.address(place))
    expect(watched.page.locator(".asking")).to_be_visible()
    dressed(watched.page)
    assert watched.page.evaluate("window.moved") < 0.05
    if "priorites" in place:
        assert watched.page.evaluate("document.documentElement.scrollHeight") < 3000
        counts = watched.page.locator(".rankings > summary .meta").all_inner_texts()
        assert all(count.removeprefix("· ").isdecimal() for count in counts)


def test_what_is_missing_is_said_before_anything_is_sent(opened: Opener, answering: Served) -> None:
    watched = opened(answering.address("t9a/-/priorites.html"))
    page = watched.page
    _ask_below(page, "Poser la question : Le jet pour blesser")
    expect(page.get_by_label("Laquelle", exact=True)).to_have_value("Le jet pour blesser")
    missing = page.locator(".question[open] .missing")
    expect(missing).to_have_text("Il manque : La Résistance de la cible.")
    expect(page.get_by_role("button", name="Calculer", exact=True)).to_be_hidden()
    assert violations(page, within=".question[open]") == []
    strength, resilience = page.get_by_label("La Force de l’attaque"), page.get_by_label("La Résistance de la cible")
    strength.fill("4")
    strength.press("Enter")
    expect(resilience).to_be_focused()
    assert not [address for address in watched.asked if address.endswith("/modify")]
    resilience.fill("3")
    expect(missing).to_be_empty()
    resilience.press("Enter")
    expect(page.locator(".question[open] .verdict")).to_have_text("Il faut 3+.")


def test_a_name_may_be_left_out(opened: Opener, answering: Served) -> None:
    page = opened(answering.address(_PRIORITIES)).page
    _ask_below(page, "Poser la question : L’ordre d’activation des unités")
    for place, initiative in enumerate(("3", "5")):
        page.get_by_label("L’initiative").nth(place).fill(initiative)
    page.get_by_role("button", name="Dire l’ordre").click()
    expect(page.locator(".question[open] .order li").first).to_contain_text("Élément 1")


def test_the_address_of_an_answer_gives_it_again_and_one_goes_back_to_it(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("t9a/-/priorites.html")).page
    _ask_below(page, "Poser la question : Le jet pour blesser")
    page.get_by_label("La Force de l’attaque").fill("4")
    toughness = page.get_by_label("La Résistance de la cible")
    verdict = page.locator(".question[open] .verdict")
    for resistance, needed in (("3", "3+"), ("5", "5+")):
        toughness.fill(resistance)
        page.get_by_role("button", name="Calculer", exact=True).click()
        expect(verdict).to_have_text(f"Il faut {needed}.")
    page.go_back()
    expect(verdict).to_have_text("Il faut 3+.")
    expect(toughness).to_have_value("3")
    other = opened(page.url).page
    expect(other.locator(".question[open] .verdict")).to_have_text("Il faut 3+.")


def test_a_refused_request_says_in_the_words_of_a_player_which_box_is_at_fault(
    opened: Opener, answering: Served
) -> None:
    page = opened(answering.address("t9a/-/priorites.html")).page
    _ask_below(page, "Poser la question : Le bonus de rang")
    ranks = page.get_by_label("Les rangs de l’unité")
    ranks.fill("-3")
    page.get_by_role("button", name="Calculer", exact=True).click()
    expect(page.locator(".question[open] [role=alert]")).to_have_text(
        "Les rangs de l’unité, le premier compris : il faut un nombre, au moins 0"
    )
    expect(ranks).to_be_focused()
    expect(ranks).to_have_attribute("aria-invalid", "true")
    _forgive(opened)


def test_rows_are_added_and_taken_away(opened: Opener, answering: Served) -> None:
    page = opened(answering.address(_PRIORITIES)).page
    _ask_below(page, "Poser la question : L’ordre d’activation des unités")
    rows = page.get_by_role("group", name=re.compile("^Élément"))
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Ajouter un élément").click()
    expect(page.get_by_role("group", name="Élément 3").get_by_label("Nom")).to_be_focused()
    page.get_by_role("button", name="Retirer : élément 1").click()
    expect(rows).to_have_count(2)
    expect(page.get_by_role("group", name="Élément 1")).to_be_visible()


def test_two_rules_are_told_apart_or_nothing_decides(opened: Opener, answering: Served) -> None:
    page = opened(answering.address("aos/-/priorites.html")).page
    _open(page, "Départager deux règles")
    first, second = (page.get_by_role("group", name=f"{name} règle") for name in ("Première", "Seconde"))
    first.get_by_label("Nom").fill("vol")
    first.get_by_label("Ce qu’elle fait").select_option("can")
    second.get_by_label("Nom").fill("entrave")
    second.get_by_label("Ce qu’elle fait").select_option("cannot")
    page.get_by_role("button", name="Départager", exact=True).click()
    expect(page.locator(".question[open] .verdict")).to_contain_text("« entrave » l’emporte")
    second.get_by_label("Ce qu’elle fait").select_option("can")
    page.get_by_role("button", name="Départager", exact=True).click()
    expect(page.locator(".question[open] .verdict")).to_have_text("Aucune règle ne tranche.")


def test_what_may_be_used_at_a_moment_and_which_of_two_comes_first(opened: Opener, answering: Served) -> None:
    page = opened(answering.address(_SEQUENCE)).page
    _open(page, "Que peut-on utiliser à un moment ?")
    page.get_by_label("Moment").fill("Phase d’Activation")
    page.get_by_role("button", name="Chercher").last.click()
    expect(page.locator(".question[open] .usable a").first).to_be_visible()
    expect(page.locator(".question[open] .outcome .meta").first).to_contain_text("Phase d’Activation")
    _open(page, "Lequel vient d’abord ?")
    page.get_by_label("Ceci").fill("phase finale")
    page.get_by_label("Ou cela").fill("phase d'activation")
    page.get_by_role("button", name="Comparer").click()
    expect(page.locator(".question[open] .verdict").last).to_have_text(
        "« Phase Finale » vient après « Phase d’Activation »."
    )
    page.get_by_label("Ou cela").fill("zzz")
    page.get_by_role("button", name="Comparer").click()
    expect(page.locator(".question[open] [role=alert]").last).to_contain_text("oment inconnu")
    _forgive(opened)


@pytest.mark.parametrize("place", [_PRIORITIES, _SEQUENCE, "index.html", "recherche.html"])
def test_where_no_api_answers_nothing_of_it_shows(opened: Opener, served: Served, place: str) -> None:
    watched = opened(served.address(place))
    page = watched.page
    if place == "recherche.html":
        _typed(page, "collision")
        expect(page.locator(".hits li").first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.locator(".asking, .answers, .ranking-head").count() == 0
    assert not any("/v1/" in address or "demander" in address for address in watched.asked)


def test_without_scripts_the_helper_does_not_show(opened: Opener, answering: Served) -> None:
    page = opened(answering.address(_PRIORITIES), java_script_enabled=False).page
    expect(page.locator(".asking")).to_be_hidden()
    page.locator(".rankings > summary").first.click()
    expect(page.locator(".ranking > summary").first).to_be_visible()


@pytest.mark.parametrize("place", [_SEQUENCE, "t9a/-/priorites.html"])
def test_every_form_is_accessible_and_fits_a_phone(opened: Opener, answering: Served, place: str) -> None:
    page = opened(answering.address(place), color_scheme="light", viewport={"width": 320, "height": 720}).page
    expect(page.locator(".asking")).to_be_visible()
    for summary in page.locator(".question > summary").all():
        summary.click()
    for summary in page.locator(".rankings > summary").all():
        summary.click()
    for summary in page.locator(".ranking > summary").all()[:12]:
        summary.click()
    for button in page.locator(".ranking[open] .ranking-head a").all():
        button.click()
    _reads_well(page, "main")


def test_an_answer_and_a_refusal_are_accessible(opened: Opener, answering: Served) -> None:
    page = opened(viewport={"width": 320, "height": 720}).page
    for question, mark in ((_QUESTION, ".answer .cite a"), ("quel est le prix de la boîte", ".answer.none")):
        page.goto(answering.address("recherche.html"))
        _typed(page, question)
        expect(page.locator(mark).first).to_be_visible()
        expect(page.locator(".answers")).not_to_have_attribute("aria-busy", "true")
        _reads_well(page, "main")

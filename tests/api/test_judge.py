"""`/v1/judge`: a ruling card, for programs and, printed, for people."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import application
from api.session import Session
from api.settings import Service
from api.text import as_text
from kb.site.styling import source
from tests.api.test_rules import read


@pytest.fixture(scope="module")
def judge(precis_path: Path) -> TestClient:
    return TestClient(application(Service(precis_path)))


def asked(judge: TestClient, question: str, game: str | None = None, accept: str = "*/*") -> Response:
    parameters = {"q": question, **({"game": game} if game else {})}
    return judge.get("/v1/judge", params=parameters, headers={"Accept": accept})


def page(judge: TestClient, question: str, game: str | None = None) -> str:
    return asked(judge, question, game, "text/html").text


def card(judge: TestClient, question: str, game: str | None = None) -> Any:  # noqa: ANN401 - JSON
    response = asked(judge, question, game)
    assert response.status_code == 200, response.text
    found = response.json()
    for ground in found["rests_on"]:
        assert ground["quote"] in read(judge, f"/v1/rules/{ground['id'].replace('#', '%23')}")["text"]
    return found


def test_a_question_is_ruled_with_a_verdict_and_its_citation(judge: TestClient) -> None:
    found = card(judge, "mes troupes peuvent-elles traverser une troupe amie ?", "runewars")
    assert (found["decision"]["verdict"], found["decision"]["text"]) == ("oui", "Oui.")
    # The conclusion, then what is cited for it.
    assert found["decision"]["citation"] == found["rests_on"][0]["citation"]
    assert found["decision"]["citation"].startswith("Runewars, ")
    assert found["rests_on"][0]["id"] == found["decision"]["id"]
    assert not found["undecided"]


@pytest.mark.parametrize(
    ("game", "question", "decides", "grounds"),
    [
        ("runewars", "35.3", "runewars/35.3", 1),
        ("t9a", "Phase de magie", "t9a/base/magie", 1),
        ("wap", "Coup fatal contre Régénération", "wap/regles-speciales/coup-fatal", 2),
        ("exemple", "4.4 et 4.2 : laquelle ?", "exemple/4.4", 2),
    ],
)
def test_what_is_named_is_ruled_by_its_rule_with_its_page(
    judge: TestClient, game: str, question: str, decides: str, grounds: int
) -> None:
    found = card(judge, question, game)
    assert found["decision"]["id"].startswith(decides)
    assert len(found["rests_on"]) >= grounds
    assert found["permalink"].startswith(f"/{decides}")
    assert found["status"] == "current"


def test_a_row_is_ruled_with_the_notes_that_it_calls(judge: TestClient) -> None:
    """The clauses are those of the answer, note for note; the page shows what calls them."""
    question = "charge ratée, déplacement normal : quelle distance ?"
    grounds = card(judge, question, "wap")["rests_on"]
    answer = judge.get("/v1/ask", params={"q": question, "game": "wap"}).json()["answer"]
    assert [(ground["id"], ground["role"], ground["quote"], ground["lead"]) for ground in grounds] == [
        (clause["id"], clause["role"], clause["text"], clause["lead"]) for clause in answer["because"]
    ]
    assert ("wap/mouvement#note-1-1", "note", "1") in [
        (ground["id"], ground["role"], ground["call"]) for ground in grounds
    ]
    shown = page(judge, question, "wap").replace("\u00a0", " ")
    assert '<p class="meta">Note 1 (Normal)</p><blockquote class="prose"><p>Pour une charge' in shown
    assert '<td>2D6<sup class="call">1</sup></td>' in shown


def test_a_table_ruled_whole_shows_its_notes_once(judge: TestClient) -> None:
    question = "règles spéciales des types de troupes"
    notes = [ground["quote"] for ground in card(judge, question, "wap")["rests_on"] if ground["call"]]
    shown = unescape(page(judge, question, "wap")).translate({0xA0: " ", 0x202F: " ", 0x2019: "'"})
    assert notes
    assert [shown.count(note) for note in notes] == [1] * len(notes)


def test_two_rules_that_nothing_ranks_are_left_open_and_the_page_says_why_once(judge: TestClient) -> None:
    question = "25.2 et 35.3 : laquelle ?"
    found, told = card(judge, question, "runewars"), page(judge, question, "runewars")
    assert (found["undecided"], found["decision"]) == (True, None)
    assert found["reason"] == "aucune règle ne dit laquelle l'emporte"
    assert [ground["id"] for ground in found["rests_on"]] == ["runewars/25.2", "runewars/35.3"]
    assert (told.count("<blockquote"), told.lower().count("laquelle l’emporte")) == (2, 1)


def test_a_page_says_no_words_twice(judge: TestClient) -> None:
    told = page(judge, "que se passe-t-il quand une unité fuit à travers une alliée", "t9a")
    quoted = [part.partition("</p>")[0] for part in told.split('<blockquote class="prose"><p>')[1:]]
    assert quoted
    assert all(told.count(words) == 1 for words in quoted)


def test_a_page_shows_a_table_as_one_and_what_leads_a_list_once(judge: TestClient) -> None:
    told = page(judge, "charge ratée, déplacement normal : quelle distance ?", "wap")
    assert '<th scope="row">Normal</th><td>2D6</td>' in told
    assert re.findall(r'<caption class="vh">(.+?)</caption>', told)
    assert " ; " not in told.partition("<main")[2]
    lead = "une unité fait aussitôt un test de panique"
    assert page(judge, "Quels sont les cas de test de panique ?", "wap").count(lead) == 1


def test_what_no_rule_answers_is_left_open_with_a_reason(judge: TestClient) -> None:
    found = card(judge, "Combien coûte un bon café ?")
    assert (found["undecided"], found["decision"], found["game"]) == (True, None, None)
    assert found["reason"]


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("t9a", "Quel est le mouvement d'une Manticore ?"),
        ("t9a", "Que fait le sort Trait Magique ?"),
        ("aos", "Quelle est la Protection d'Archaon ?"),
        ("runewars", "Que fait la carte Moral Trahison ?"),
    ],
)
def test_what_is_refused_is_ruled_by_no_moment_that_its_words_call_to_mind(
    judge: TestClient, game: str, question: str
) -> None:
    answer = judge.get("/v1/ask", params={"q": question, "game": game}).json()
    found = card(judge, question, game)
    assert not answer["answerable"]
    assert (found["undecided"], found["decision"], found["reason"]) == (True, None, answer["reason"])


def test_a_moment_is_ruled_by_its_bare_name_where_no_question_is_answered(judge: TestClient) -> None:
    named = "Paquet moral"
    assert not judge.get("/v1/ask", params={"q": named, "game": "runewars"}).json()["answerable"]
    assert card(judge, named, "runewars")["decision"]["id"].startswith("runewars/livret/")


def test_without_a_game_no_game_stands_for_the_others(judge: TestClient) -> None:
    """The conclusion of each that answers stands under its name, all written alike, and leads to the card of that game."""
    question = "une unité en fuite peut-elle traverser une unité alliée ?"
    found = card(judge, question)
    games = [found["game"], *(one["game"] for one in found["elsewhere"])]
    assert len(games) > 1
    head, *sections = page(judge, question).split("<section>")
    assert 'class="verdict"' not in head
    assert "Warhammer" not in head.partition("<h1>")[0].partition("eyebrow")[2]
    for game, section in zip(games, sections, strict=True):
        alone = card(judge, question, game)
        name = judge.get(f"/v1/works/{game}").json()["title"].partition(" : ")[0]
        told = unescape(section).translate({0xA0: " ", 0x202F: " ", 0x2019: "'"})
        assert f"<h2>{name}</h2>" in told
        assert alone["decision"]["text"] in told
        assert f"game={game}" in section


def test_a_mode_that_the_question_names_is_of_the_games_that_have_it(judge: TestClient, precis_path: Path) -> None:
    """A page, a terminal and an assistant are told what a program is."""
    question = "en fer de lance y'a des fiascos quand je lance un sort ?"
    found, shown = card(judge, question), page(judge, question)
    assert found["mode"] == "fer-de-lance"
    assert found["elsewhere"]
    assert shown.count("<section>") == 1 + len(found["elsewhere"])
    session = Session.opened(precis_path, with_texts=False)
    told = as_text(session, session.card(question, None, None))
    assert told.count("\n# ") == 1 + len(found["elsewhere"])


def test_a_like_case_is_told_as_a_question_of_its_own_with_its_answer(judge: TestClient) -> None:
    question = "une unité qui fuit peut-elle traverser une unité amie ?"
    (near,) = card(judge, question, "t9a")["versions"]
    told = page(judge, question, "t9a").translate({0xA0: " ", 0x202F: " ", 0x2019: "'"})
    assert "<h2>Question voisine, réponse différente</h2>" in told
    assert f"« {near['question']} » <strong>Non.</strong>" in told


@pytest.mark.parametrize(
    ("game", "question", "shown"),
    [("wap", "Conditions de victoire", "texte douteux"), ("t9a", "Brute pratorienne", "texte douteux")],
)
def test_the_state_of_a_text_is_told_in_french(judge: TestClient, game: str, question: str, shown: str) -> None:
    assert card(judge, question, game)["status"] != "current"
    assert f"</a> ({shown})</p>" in page(judge, question, game)


def test_a_browser_is_given_a_page_that_waits_for_no_script(judge: TestClient) -> None:
    question = "Frappe toujours en premier contre Frappe toujours en dernier <script>"
    response = asked(judge, question, "wap", "text/html,application/xhtml+xml,*/*;q=0.8")
    told = response.text
    assert response.headers["Content-Type"].startswith("text/html")
    assert "Accept" in response.headers["Vary"]
    assert re.findall(r"<script.*?>", told) == ['<script src="../static/page.js" defer>']
    assert "Fiche d’arbitrage · Warhammer Armies Project · " in told
    style = told.partition("<style>")[2].partition("</style>")[0]
    assert ".eyebrow" in style
    assert f"style-src 'self' {source(style)};" in told
    assert told.index('href="../static/site.css"') > told.index("</main>")


def test_a_page_and_its_json_are_not_taken_for_one_another(judge: TestClient) -> None:
    held = {"If-None-Match": asked(judge, "35.3", accept="text/html").headers["ETag"]}
    assert judge.get("/v1/judge", params={"q": "35.3"}, headers=held).status_code == 200

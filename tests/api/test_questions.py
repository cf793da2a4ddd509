"""`/v1/search` and `/v1/ask`: shapes, filters, and quotes that are word for word what they cite."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kb.store import KnowledgeBase
from tests.api.test_rules import read

QUESTION = "Combien de lanternes une compagnie peut-elle porter ?"


def asked(client: TestClient, question: str, **parameters: str) -> Any:  # noqa: ANN401 - any JSON
    response = client.get("/v1/ask", params={"q": question, **parameters})
    assert response.status_code == 200, response.text
    return response.json()


def test_pages_of_a_search_follow_each_other(client: TestClient) -> None:
    whole = read(client, "/v1/search?q=lanterne&game=exemple&limit=6")["results"]
    halves = [read(client, f"/v1/search?q=lanterne&game=exemple&limit=3&offset={n}")["results"] for n in (0, 3)]
    assert whole == halves[0] + halves[1]
    beyond = read(client, f"/v1/search?q=lanterne&game=exemple&offset={10**30}")
    assert beyond["results"] == []
    assert beyond["total"] > 0


def test_a_search_is_narrowed_by_kind_and_mode(client: TestClient) -> None:
    abilities = read(client, "/v1/search?q=lanterne&game=exemple&kind=ability")["results"]
    assert {passage["kind"] for passage in abilities} == {"ability"}
    storm = read(client, "/v1/search?q=lanterne&game=exemple&mode=orage")["results"]
    assert storm
    assert all("orage" in passage["scope"] for passage in storm)


def test_without_game_the_listed_works_are_searched(client: TestClient) -> None:
    works = {passage["work"] for passage in read(client, "/v1/search?q=charge")["results"]}
    assert works == {"autre", "essai"}


def test_long_results_are_cut(client: TestClient) -> None:
    found = read(client, "/v1/search?q=comment%20se%20comptent%20les%20bornes&game=essai&limit=50")["results"]
    lengths = {item["id"]: sum(b - a + 1 for a, b in item["source"]["spans"]) for item in found}
    assert max(lengths.values()) == 60
    assert {item["id"] for item in found if item["truncated"]} == {"essai/1.3"}


@pytest.mark.parametrize("layer", ["both", "precis", "texte"])
def test_every_quote_is_word_for_word_in_its_node(client: TestClient, stored: KnowledgeBase, layer: str) -> None:
    questions = [question for asked in stored.questions("exemple").values() for question, _verdict in asked]
    assert len(questions) > 20
    quoted = 0
    for question in questions:
        for quote in asked(client, question[:200], game="exemple", layer=layer)["answer"]["quotes"]:
            address = quote["id"].replace("#", "%23").replace("@", "%40")
            assert quote["text"] in read(client, f"/v1/rules/{address}?layer={layer}")["text"]
            quoted += 1
    assert quoted > 20


def test_without_game_the_games_that_answer_do(client: TestClient) -> None:
    games = asked(client, "Une troupe qui fuit quitte-t-elle la table ?")["games"]
    assert list(games) == ["essai"]
    assert games["essai"]["answerable"]


def test_many_readers_get_the_same_answer(client: TestClient) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _n: asked(client, QUESTION, game="exemple"), range(40)))
    for answer in found:
        answer.pop("took_ms")
    assert all(answer == found[0] for answer in found)


def test_a_verdict_tells_the_question_that_gives_it(client: TestClient) -> None:
    question = "Le malus de l'orage change-t-il la lueur ?"
    answer = asked(client, question, game="exemple")
    assert (answer["verdict"], answer["settled_by"]) == ("non", question)
    assert asked(client, QUESTION, game="exemple")["verdict"] is None


def test_passages_are_labelled_with_their_mode(client: TestClient) -> None:
    answer = asked(client, "Quel est l'effet de l'orage sur les souffles ?", game="exemple")
    assert answer["mode"] is None
    assert {passage["mode"] for passage in answer["passages"]} == {"base", "orage"}
    storm = asked(client, QUESTION, game="exemple", mode="orage")
    assert storm["mode"] == "orage"
    assert {passage["mode"] for passage in storm["passages"]} <= {"orage"}

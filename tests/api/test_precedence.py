"""`/v1/games`: what can be put in order, orders, values and conflicts, and requests that cannot be understood."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from tests.api.test_rules import read


@pytest.fixture(scope="module")
def games(precis_path: Path) -> TestClient:
    return TestClient(create_app(precis_path, None, with_texts=False))


def posted(games: TestClient, address: str, request: dict[str, Any], status: int = 200) -> Any:  # noqa: ANN401 - JSON
    response = games.post(f"/v1/games/{address}", json=request)
    assert response.status_code == status, response.text
    return response.json()


SHOVE = {
    "situation": "bousculade",
    "active": "A",
    "first_player": "A",
    "items": [
        {"label": "recule", "owner": "A", "etape": "reculer"},
        {"label": "souffle de A", "owner": "A", "etape": "eteindre"},
        {"label": "souffle de B", "owner": "B", "etape": "eteindre"},
    ],
}


def test_situations_say_what_a_request_must_hold(games: TestClient) -> None:
    told = read(games, "/v1/games/runewars/situations")
    activation = next(part for part in told["situations"] if part["id"] == "activation")
    assert activation["attributes"] == [
        {
            "name": "initiative",
            "type": "number",
            "meaning": "l'initiative de l'action choisie ; null quand le cadran n'en porte pas",
            "accepted": ["un nombre", "null"],
            "choices": [],
            "required": True,
            "default": None,
            "of": "item",
        }
    ]
    effects = next(part for part in told["situations"] if part["id"] == "effects")
    assert effects["attributes"][0]["choices"][0] == {"value": "avant", "title": "effet Avant, capacité Avant"}
    assert {part["id"]: part["based"] for part in told["quantities"]}["defense"] is True
    blesser = next(p for p in read(games, "/v1/games/t9a/situations")["quantities"] if p["id"] == "blesser")
    assert blesser["based"] is False
    assert all(part["cites"] for part in (*told["situations"], *told["quantities"]))
    assert told["layers"] == ["erratum", "carte", "guide", "livret"]


def test_an_order_has_its_steps_and_its_proof(games: TestClient) -> None:
    found = posted(games, "exemple/order", SHOVE)
    assert found.keys() == {"steps", "undecided", "excluded", "decided_by", "ignored"}
    assert [(step["labels"], step["mode"], step["chooser"]) for step in found["steps"]] == [
        (["souffle de A", "souffle de B"], "simultaneous", None),
        (["recule"], "single", None),
    ]
    assert [proof["id"] for proof in found["decided_by"]] == ["exemple/3.1/3", "exemple/3.1/3#1", "exemple/3.1/4"]
    for proof in found["decided_by"]:
        address = proof["id"].replace("#", "%23")
        assert proof["quote"] in read(games, f"/v1/rules/{address}")["text"]


def test_a_value_has_its_steps_and_its_limits(games: TestClient) -> None:
    modifiers = [{"label": "rive", "op": "add", "value": 4, "owner": "A", "kind": "rule"}]
    found = posted(games, "exemple/modify", {"quantity": "souffle", "base": 4, "modifiers": modifiers, "active": "A"})
    assert (found["needed"], found["impossible"]) == ("2+", False)
    assert [(step["label"], step["before"], step["after"]) for step in found["steps"]] == [("rive", 4, 0)]
    assert [(limit["kind"], limit["value"]) for limit in found["limits"]] == [("floor", 2)]


def test_a_conflict_has_its_reason(games: TestClient) -> None:
    side = {"says": "must", "kind": "rule", "owner": "neutral", "used": 1}
    sides = {
        "a": {**side, "label": "le livret", "layer": "livret"},
        "b": {**side, "label": "l'erratum", "layer": "erratum"},
    }
    found = posted(games, "exemple/conflict", {**sides, "waives": None, "active": "A"})
    assert found["prevails"] == "b"
    assert found["reason"] == "« l'erratum » l'emporte : l'erratum corrige le livret"
    assert [proof["id"] for proof in found["decided_by"]] == ["exemple/errata/2.3"]


def test_an_attribute_that_the_situation_does_not_know_is_told(games: TestClient) -> None:
    request = {**SHOVE, "meteo": "orage"}
    assert posted(games, "exemple/order", request)["ignored"] == ["meteo"]


def test_a_faulty_request_is_told_with_its_attribute(games: TestClient) -> None:
    told = posted(games, "exemple/order", {**SHOVE, "situation": "bouscule"}, 422)
    assert told["code"] == "requete-refusee"
    assert told["attribute"] == "situation"
    assert told["accepted"] == ["bousculade"]
    assert told["nearest"] == "bousculade"
    assert told["status"] == 422


@pytest.mark.parametrize(
    ("body", "code"), [("[1]", "parametres-refuses"), ("{", "parametres-refuses"), ("", "parametres-refuses")]
)
def test_what_is_no_json_object_is_refused(games: TestClient, body: str, code: str) -> None:
    response = games.post("/v1/games/exemple/order", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.json()["code"] == code


def test_an_unknown_game_is_not_found(games: TestClient) -> None:
    assert posted(games, "belote/order", SHOVE, 404)["code"] == "jeu-inconnu"

"""`/v1/games`: moments, windows, and what the engine can be asked; what each route answers is in the examples."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import application
from api.settings import Service
from tests.api.test_rules import read


@pytest.fixture(scope="module")
def games(precis_path: Path) -> TestClient:
    return TestClient(application(Service(precis_path)))


@pytest.mark.parametrize(
    "asked",
    ["aos/window?at=phase des héros&mode=fer-de-lance", "aos/timeline?mode=fer-de-lance", "t9a/situations?mode=base"],
)
def test_a_mode_leaves_out_the_rules_of_others(games: TestClient, asked: str) -> None:
    whole = asked.partition("mode=")[0]
    assert len(str(read(games, f"/v1/games/{asked}"))) < len(str(read(games, f"/v1/games/{whole}")))
    assert games.get("/v1/games/aos/timing?a=Ralliement&b=phase de tir&mode=fer-de-lance").status_code == 404


@pytest.mark.parametrize(
    ("method", "asked"),
    [
        *(("GET", asked) for asked in ("timeline?", "timing?a=x&b=y&", "window?at=x&", "situations?")),
        *(("POST", asked) for asked in ("order?", "modify?", "conflict?")),
    ],
)
def test_an_unknown_mode_gives_those_known(games: TestClient, method: str, asked: str) -> None:
    response = games.request(method, f"/v1/games/aos/{asked}mode=nuit", json={} if method == "POST" else None)
    assert response.status_code == 422
    assert "modes connus : base, fer-de-lance, guerre-de-frontieres" in response.json()["detail"]


def test_situations_say_what_a_request_must_hold(games: TestClient) -> None:
    told = read(games, "/v1/games/runewars/situations")
    effects = next(part for part in told["situations"] if part["id"] == "effects")
    assert effects["attributes"][0]["choices"][0] == {"value": "avant", "title": "effet Avant, capacité Avant"}
    assert {part["id"]: part["based"] for part in told["quantities"]}["defense"] is True
    blesser = next(p for p in read(games, "/v1/games/t9a/situations")["quantities"] if p["id"] == "blesser")
    assert blesser["based"] is False
    assert all(part["cites"] for part in (*told["situations"], *told["quantities"]))
    assert told["layers"] == ["erratum", "carte", "guide", "livret"]


def test_an_attribute_that_the_situation_does_not_know_is_told(games: TestClient) -> None:
    items = [{"label": "recule", "owner": "A", "etape": "reculer"}]
    request = {"situation": "bousculade", "active": "A", "first_player": "A", "items": items, "meteo": "orage"}
    assert games.post("/v1/games/exemple/order", json=request).json()["ignored"] == ["meteo"]

"""Bad requests get a problem in French, never a 5xx and never a page of Python."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.rows import rows_of

CASES = Path(__file__).parent / "cases"
LONG = "x" * 1001


def told(client: TestClient, address: str, status: int) -> str:
    """The detail of a problem of this status."""
    response = client.get(address)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem.keys() >= {"type", "title", "status", "detail", "code", "instance"}
    assert problem["status"] == status
    assert "Traceback" not in response.text
    return str(problem["detail"])


TOO_LONG = [
    (f"/v1/search?q={LONG}", "422", "q dépasse 1000 caractères"),
    (f"/v1/ask?q={LONG}", "422", "q dépasse 1000 caractères"),
    (f"/v1/search?q=a&limit={'9' * 5000}", "422", "limit est un nombre démesuré"),
    (f"/v1/rules/{'9' * 301}", "422", "id dépasse 300 caractères"),
]


@pytest.mark.parametrize(("address", "status", "words"), [*rows_of(CASES / "refus.tsv"), *TOO_LONG])
def test_what_is_refused_is_told_in_french(client: TestClient, address: str, status: str, words: str) -> None:
    assert words in told(client, address, int(status))


JSON = {"Content-Type": "application/json"}
ORDER = "/v1/games/exemple/order"
# Where a body is sent, how, and what is told of it, word for word.
SENT = [
    (ORDER, "{}", {}, 422, "requête n'est pas annoncée comme du JSON ; envoyez « Content-Type: application/json »"),
    ("/v1/verify", "{}", {"Content-Type": "text/plain"}, 422, "requête n'est pas annoncée comme du JSON ; envoyez"),
    (ORDER, "[]", JSON, 422, "requête doit être un objet JSON"),
    (ORDER, '{"a":' * 5000 + "1" + "}" * 5000, JSON, 400, "le corps de la requête emboîte trop d'objets ou de listes"),
    (ORDER, '{"a":' + "9" * 5001 + "}", JSON, 400, "un nombre du corps de la requête a trop de chiffres"),
    ("/v1/verify", '{"claims":[{"id":"x"}]}', JSON, 422, "claims[0].quote manque"),
    ("/v1/verify", '{"claims":[{"quote":"a"},"b"]}', JSON, 422, "claims[1] doit être un objet JSON"),
    ("/v1/verify", '{"claims":[]}', JSON, 422, "claims en tient trop peu : au moins 1"),
]


@pytest.mark.parametrize(("place", "body", "headers", "status", "words"), SENT)
def test_what_is_sent_ill_is_told_for_what_it_is(
    client: TestClient, place: str, body: str, headers: dict[str, str], status: int, words: str
) -> None:
    response = client.post(place, content=body.encode(), headers=headers)
    assert response.status_code == status, response.text
    detail = response.json()["detail"]
    assert detail == words or (words.endswith("envoyez") and detail.startswith(words))


def test_a_quantity_that_is_not_there_is_told_in_a_line_that_can_be_read(public: TestClient) -> None:
    response = public.post("/v1/games/exemple/modify", json={"quantity": "soufle", "base": 3})
    told = response.json()
    assert told["nearest"] == "souffle"
    assert told["detail"].startswith("quantity : « soufle » n'est pas accepté ; voulez-vous dire « souffle » ?")

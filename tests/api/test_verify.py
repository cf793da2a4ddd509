"""What a quote is worth: exact, in force, where it stands, and whether what is said of it follows; each case is a line of a file."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.shapes import LONGEST_QUOTE, MOST_CLAIMS
from kb.model.words import as_set
from kb.store import KnowledgeBase
from kb.system.bounds import REQUEST_PARTS
from tests.api.conftest import PRINTED, secrets_in
from tests.rows import rows_of

CASES = Path(__file__).parent / "cases"
SIGNS = {"oui": True, "non": False, "-": None}


def verified(client: TestClient, *claims: dict[str, Any], game: str | None = "exemple", **more: str) -> dict[str, Any]:
    asked = {"claims": claims} | ({"game": game} if game else {})
    response = client.post("/v1/verify", json=asked, params=more)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


@pytest.mark.parametrize(
    ("quote", "cited", "edition", "says", "found", "signs", "nearest"), rows_of(CASES / "verifier.tsv")
)
def test_what_a_claim_is_worth(
    client: TestClient, quote: str, cited: str, edition: str, says: str, found: str, signs: str, nearest: str
) -> None:
    """`signs`: exists, exact, in force, supported; what is empty is not said."""
    given = {name: text for name, text in (("id", cited), ("edition", edition), ("says", says)) if text}
    answer = verified(client, {"quote": quote, **given}, layer="precis")
    [one] = answer["claims"]
    told = tuple(one[name] for name in ("exists", "exact", "in_force", "supported"))
    assert told == tuple(SIGNS[sign] for sign in signs.split())
    assert (one["id"] or "", (one["nearest"] or {"id": ""})["id"]) == (found, nearest)
    assert answer["ok"] == (told[:3] == (True, True, True) and told[3] is not False)


def test_every_clause_is_exact_where_it_stands_however_it_is_set(client: TestClient, stored: KnowledgeBase) -> None:
    clauses = [
        one
        for passage in stored.passages(stored.all_ids("exemple", "precis", units=True), "precis")
        for one in stored.clauses(passage)
        if any(map(str.isalnum, one.text))
    ]
    for one in clauses:
        set_otherwise = unicodedata.normalize("NFD", one.text.replace("'", "\u2019").replace(" ", "\u00a0\n"))
        answer = verified(client, {"quote": set_otherwise, "id": one.id}, {"quote": one.text}, layer="precis")
        assert [claim["exact"] for claim in answer["claims"]] == [True, True], one


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60))
def test_how_words_are_set_changes_nothing_of_what_they_are(text: str) -> None:
    once = as_set(text)
    assert as_set(once) == once
    assert [one for one in once if one.isdigit()] == [
        one for one in unicodedata.normalize("NFC", text) if one.isdigit()
    ]


def test_words_of_the_texts_are_not_served_where_the_texts_are_not(client: TestClient, public: TestClient) -> None:
    claim = {"quote": PRINTED}
    assert verified(client, claim)["claims"][0]["layer"] == "texte"
    hidden = verified(public, claim, {"quote": f"lanternes ({PRINTED})", "id": "exemple/1.1"})
    assert [one["exact"] for one in hidden["claims"]] == [False, False]
    assert secrets_in(json.dumps([one["nearest"] for one in hidden["claims"]], ensure_ascii=False)) == []


def test_without_a_game_a_quote_is_looked_for_in_all_that_are_listed(client: TestClient) -> None:
    [one] = verified(client, {"quote": "On dort au bivouac."}, game=None)["claims"]
    assert (one["id"], one["exact"], one["edition"]) == ("autre/3", True, "unique")
    [one] = verified(client, {"quote": "On dort à l'auberge."}, game="autre")["claims"]
    assert one["nearest"] == {"id": "autre/3#1.1", "text": "On dort au bivouac."}


def test_what_is_near_a_quote_that_cites_a_rule_is_of_its_game(client: TestClient) -> None:
    claim = {"quote": "On dort à l'auberge, au bivouac."}
    near = [
        verified(client, claim | cited, game=None)["claims"][0]["nearest"]["id"] for cited in ({}, {"id": "essai/1.2"})
    ]
    assert [identifier.partition("/")[0] for identifier in near] == ["autre", "essai"]


def test_an_edition_is_one_of_those_that_hold_the_rule(client: TestClient) -> None:
    quote = {"quote": "Une troupe qui fuit ne charge pas.", "id": "essai/1.2"}
    claims = [quote | {"edition": edition} for edition in ("première", "seconde", "troisième")]
    found = verified(client, *claims, game="essai")["claims"]
    assert [(one["exists"], one["layer"]) for one in found] == [(True, "texte"), (True, "precis"), (False, None)]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "claims manque"),
        ({"claims": []}, "claims en tient trop peu : au moins 1"),
        ({"claims": [{"quote": "a"}] * (MOST_CLAIMS + 1)}, "claims en tient trop : 50 au plus"),
        ({"claims": [{"quote": "a" * (LONGEST_QUOTE + 1)}]}, "quote dépasse 2000 caractères"),
        ({"claims": [{"quote": ""}]}, "quote est vide"),
        ({"claims": [{"quote": "a", "says": 3}]}, "says n'est pas un texte"),
    ],
)
def test_what_is_beyond_the_bounds_is_refused(client: TestClient, body: dict[str, Any], said: str) -> None:
    response = client.post("/v1/verify", json=body)
    assert response.status_code == 422
    assert said in response.json()["detail"]


def test_an_unknown_game_is_refused(client: TestClient) -> None:
    assert client.post("/v1/verify", json={"game": "zz", "claims": [{"quote": "a"}]}).status_code == 404


REQUESTS: dict[str, dict[str, Any]] = {
    "order": {"situation": "bousculade", "active": "A", "items": [{"label": "a", "owner": "A", "etape": "reculer"}]},
    "modify": {"quantity": "souffle", "base": 4, "modifiers": []},
    "conflict": {"a": {"label": "x", "says": "can"}, "b": {"label": "y", "says": "cannot"}},
}


@pytest.mark.parametrize("name", REQUESTS)
def test_an_address_that_holds_a_request_is_answered_as_the_request_is(client: TestClient, name: str) -> None:
    place, wrong = f"/v1/games/exemple/{name}", REQUESTS[name] | {"zz": 1}
    for request in (REQUESTS[name], wrong, {}):
        sent, held = client.post(place, json=request), client.get(place, params={"request": json.dumps(request)})
        assert (sent.status_code, sent.json()) == (held.status_code, held.json())
    assert client.post(place, json=REQUESTS[name]).status_code == 200


@pytest.mark.parametrize(("name", "parts"), [("order", "items"), ("modify", "modifiers")])
def test_a_request_of_more_parts_than_are_resolved_at_once_is_refused(
    client: TestClient, name: str, parts: str
) -> None:
    place, request = f"/v1/games/exemple/{name}", REQUESTS[name] | {parts: [{}] * (REQUEST_PARTS + 1)}
    for refused in (client.post(place, json=request), client.get(place, params={"request": json.dumps(request)})):
        assert (refused.status_code, refused.json()["code"]) == (422, "requete-refusee")
        assert f"{parts} : la liste tient 101 éléments ; 100 au plus à la fois" in refused.json()["detail"]


@pytest.mark.parametrize("request_", ["", "{", "[1]", "[" * 5000, '{"a": NaN}', '{"a": "\\ud800"}', '"x"'])
def test_an_address_that_holds_no_request_is_refused(client: TestClient, request_: str) -> None:
    response = client.get("/v1/games/exemple/order", params={"request": request_})
    assert response.status_code == 422
    assert "request n'est pas un objet JSON" in response.json()["detail"]


@pytest.mark.parametrize(("says", "supported"), [("lueur ? non", True), ("lueur ? Oui.", False), ("rive ? oui", None)])
def test_a_written_verdict_supports_its_question_and_no_other(
    client: TestClient,
    stored: KnowledgeBase,
    says: str,
    supported: bool | None,  # noqa: FBT001 - a case
) -> None:
    [rule] = [one for one in stored.all_ids("exemple") if one.endswith("orage/1.2")]
    claim = {"quote": stored.passage(rule).own, "id": rule, "says": f"Le malus de l'orage change-t-il la {says}"}
    answer = verified(client, claim)
    assert (answer["claims"][0]["supported"], answer["ok"]) == (supported, supported is not False)

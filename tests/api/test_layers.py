"""Which layer is read, and what never leaves the machine."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kb.store import KnowledgeBase
from tests.api.conftest import secrets_in
from tests.api.test_rules import read
from tests.rows import rows_of

PLACES = [place for (place,) in rows_of(Path(__file__).parent / "cases" / "lectures.tsv")]


@pytest.mark.parametrize("place", PLACES)
def test_without_texts_every_endpoint_reads_the_precis(client: TestClient, public: TestClient, place: str) -> None:
    mark = "&" if "?" in place else "?"
    outside, precis = read(public, f"/v1/{place}"), read(client, f"/v1/{place}{mark}layer=precis")
    for answer in (outside, precis):
        answer.pop("took_ms", None)
    if "games" not in outside:
        assert outside == precis
    told = public.get(f"/v1/{place}").text
    assert "zibeline" not in told.replace("zibeline lanterne", "")
    assert secrets_in(told) == []
    assert public.get(f"/v1/{place}{mark}layer=texte").status_code == 403


@pytest.mark.parametrize("identifier", ["exemple/orage/1.1", "exemple/sort/trombe", "Trombe", "exemple/sort/trombes"])
def test_what_the_text_alone_holds_is_unknown_elsewhere(
    client: TestClient, public: TestClient, identifier: str
) -> None:
    response = public.get(f"/v1/rules/{identifier}")
    assert response.status_code == 404
    nearest = response.json().get("nearest")
    assert nearest is None or public.get(f"/v1/rules/{nearest}").status_code == 200
    if identifier != "exemple/sort/trombes":
        assert read(client, f"/v1/rules/{identifier}")["layer"] == "texte"


def test_a_work_elsewhere_is_that_of_the_precis(public: TestClient) -> None:
    work = read(public, "/v1/works/essai")
    assert (work["layers"], work["edition"], work["editions"]) == (["precis"], "seconde", {"precis": "seconde"})
    assert read(public, "/v1/rules/essai/1.2")["versions"] == []


def test_one_layer_can_be_read_alone(client: TestClient) -> None:
    assert read(client, "/v1/rules/essai/1.2?layer=texte")["edition"] == "première"
    assert read(client, "/v1/rules/essai/1.2?layer=precis")["edition"] == "seconde"
    found = read(client, "/v1/search?q=lanterne&game=exemple&layer=texte&limit=50")["results"]
    assert {passage["layer"] for passage in found} == {"texte"}
    assert all(passage["summary"] is None for passage in found)


def test_editions_are_never_mixed(client: TestClient, stored: KnowledgeBase) -> None:
    assert len(stored.editions("essai")) == 2
    section = read(client, "/v1/rules/essai/1?expand=children,links")
    assert {passage["edition"] for passage in section["children"]} == {"première"}
    assert {passage["summary"] for passage in section["children"]} == {None}

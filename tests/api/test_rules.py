"""`/v1/rules`: one provision by id, number, title or former id, and what surrounds it."""

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from kb.store import KnowledgeBase
from tests.rows import rows_of

PASSAGE = {
    "id", "work", "number", "title", "kind", "layer", "authority", "path", "text", "score", "why",
    "scope", "status", "superseded_by", "page", "edition", "source",
}  # fmt: skip


def read(client: TestClient, address: str) -> Any:  # noqa: ANN401 - any JSON
    response = client.get(address)
    assert response.status_code == 200, response.text
    return response.json()


def ids(links: list[dict[str, Any]]) -> list[str]:
    return [link["id"] for link in links]


def test_edges_declared_by_an_editor_are_read_from_both_ends(client: TestClient) -> None:
    frightened, fleeing = read(client, "/v1/rules/essai/1.4"), read(client, "/v1/rules/essai/1.2")
    assert ids(frightened["excepts"]) == ids(frightened["contradicts"]) == ["essai/1.2"]
    assert ids(fleeing["excepted_by"]) == ids(fleeing["contradicts"]) == ["essai/1.4"]
    assert ids(frightened["overrides"]) == ["essai/2.1"]
    assert ids(read(client, "/v1/rules/essai/2.1")["overridden_by"]) == ["essai/1.4"]


@pytest.mark.parametrize(("address", "rule", "status"), rows_of(Path(__file__).parent / "cases" / "noms.tsv"))
def test_a_name_finds_its_rule_or_the_nearest(client: TestClient, address: str, rule: str, status: str) -> None:
    response = client.get(address)
    assert response.status_code == int(status)
    found = response.json()
    if status == "200":
        assert found["id"] == rule
    else:
        assert (found["nearest"], "inconnu" in found["detail"]) == (rule, True)
        assert response.headers["content-type"] == "application/problem+json"


def test_a_name_that_resembles_nothing_has_no_nearest(client: TestClient) -> None:
    response = client.get("/v1/rules/xyzzy")
    assert response.status_code == 404
    assert "nearest" not in response.json()


def test_expanded_lists_hold_whole_passages(client: TestClient) -> None:
    plain = read(client, "/v1/rules/exemple/1")
    whole = read(client, "/v1/rules/exemple/1?expand=children")
    assert ids(whole["children"]) == ids(plain["children"])
    assert all(child.keys() >= PASSAGE for child in whole["children"])
    assert all("text" not in link for link in (*plain["children"], *whole["cited_by"]))
    around = read(client, "/v1/rules/exemple/1.2?expand=links,cited_by")
    assert all(link["text"] for link in (*around["cites"], *around["uses"]))
    assert all(link.keys() >= PASSAGE for link in around["cited_by"])
    assert ids(around["cited_by"]) == ids(read(client, "/v1/rules/exemple/1.2")["cited_by"])


def test_versions_are_the_replaced_texts_and_the_other_edition(client: TestClient) -> None:
    current, former = read(client, "/v1/rules/exemple/1.2"), read(client, "/v1/rules/exemple/1.2%40livret")
    assert [(item["id"], item["status"]) for item in current["versions"]] == [("exemple/1.2@livret", "superseded")]
    assert former["superseded_by"] == "exemple/1.2"
    assert ids(former["versions"]) == ["exemple/1.2"]
    printed = read(client, "/v1/rules/essai/1.2")
    assert (printed["edition"], printed["summary"]) == ("première", None)
    assert [(item["id"], item["layer"], item["edition"]) for item in printed["versions"]] == [
        ("essai/1.2", "precis", "seconde")
    ]


def test_two_layers_of_one_edition_are_one_passage(client: TestClient) -> None:
    rule = read(client, "/v1/rules/exemple/1.1")
    assert rule["layer"] == "texte"
    assert "zibeline" in rule["text"]
    assert rule["summary"] == read(client, "/v1/rules/exemple/1.1?layer=precis")["text"]


@pytest.mark.parametrize("address", ["/v1/rules/essai/1.3", "/v1/rules/essai/1?expand=children"])
def test_a_long_rule_is_cut_after_a_unit(client: TestClient, address: str) -> None:
    found = read(client, address)
    rule = next((child for child in found["children"] if child["id"] == "essai/1.3"), found)
    assert rule["truncated"]
    assert sum(last - first + 1 for first, last in rule["source"]["spans"]) == 60
    assert rule["text"].endswith("- La borne numéro 59 compte 59 pas.")


def test_the_rest_of_a_long_rule_is_in_its_units(client: TestClient) -> None:
    rule = read(client, "/v1/rules/essai/1.3")
    assert len(rule["units"]) == 80
    assert read(client, "/v1/rules/essai/1.3%2360")["text"] == "La borne numéro 60 compte 60 pas."


def test_every_provision_is_served_within_its_source(client: TestClient, stored: KnowledgeBase) -> None:
    lengths = dict(stored.rows("SELECT sha256, lines FROM sources"))
    for work in ("exemple", "essai", "autre"):
        for identifier in stored.all_ids(work):
            rule = read(client, f"/v1/rules/{identifier}")
            assert rule["id"] == identifier
            assert rule["source"]["spans"]
            assert all(
                1 <= first <= last <= lengths[rule["source"]["sha256"]] for first, last in rule["source"]["spans"]
            )

"""Works, glossaries, graphs, quality and health."""

import pytest
from fastapi.testclient import TestClient

from tests.api.test_rules import read


def test_works_are_listed_without_the_example(client: TestClient) -> None:
    works = read(client, "/v1/works")["works"]
    assert [work["work"] for work in works] == ["autre", "essai"]
    assert works[1]["layers"] == ["precis", "texte"]
    assert works[1]["editions"] == {"precis": "seconde", "texte": "première"}


@pytest.mark.parametrize("term", ["Compagnie", "compagnies", "TROUPE", "escouade", "Serrer les rangs"])
def test_a_term_gives_its_entry(client: TestClient, term: str) -> None:
    entry = read(client, f"/v1/glossary/exemple/{term}")
    assert entry["kind"] in {"definition", "ability"}


def test_every_listed_term_leads_somewhere(client: TestClient) -> None:
    for term in read(client, "/v1/glossary/exemple")["terms"]:
        response = client.get(f"/v1/glossary/exemple/{term['term']}")
        if response.status_code == 409:
            assert term["id"] in [link["id"] for link in response.json()["candidates"]]
        else:
            assert response.json()["title"] == term["term"]


def test_a_graph_grows_with_its_depth(client: TestClient) -> None:
    near, far = (read(client, f"/v1/graph/exemple/1.2?depth={depth}") for depth in (1, 2))
    assert near["nodes"][0]["id"] == "exemple/1.2"
    ids = {node["id"] for node in far["nodes"]}
    assert {node["id"] for node in near["nodes"]} < ids
    assert {end for edge in far["edges"] for end in (edge["from"], edge["to"])} <= ids

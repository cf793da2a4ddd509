"""Works, glossaries, graphs, quality and health."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.api.test_rules import LINKS, PASSAGE, read

WORK = {"work", "title", "edition", "modes", "layers", "nodes", "references"}
STATES = {"resolved", "ambiguous", "dangling", "suspect"}


def test_works_are_listed_without_the_example(client: TestClient) -> None:
    works = read(client, "/v1/works")["works"]
    assert [work["work"] for work in works] == ["autre", "essai"]
    assert all(work.keys() >= WORK and work["references"].keys() == STATES for work in works)
    assert works[1]["layers"] == ["precis", "texte"]
    assert works[1]["editions"] == {"precis": "seconde", "texte": "première"}


def test_a_work_tells_its_modes_and_its_default(client: TestClient) -> None:
    work = read(client, "/v1/works/exemple")
    assert work.keys() >= WORK
    assert (work["modes"], work["default_mode"]) == (["base", "orage"], "base")
    assert work["nodes"] > 100
    assert work["references"]["resolved"] > 0


def test_a_glossary_lists_its_terms(client: TestClient) -> None:
    terms = read(client, "/v1/glossary/exemple")["terms"]
    assert all(term.keys() == {"term", "id", "aliases"} for term in terms)
    company = next(term for term in terms if term["term"] == "Compagnie")
    assert company["id"] == "exemple/glossaire/compagnie"
    assert set(company["aliases"]) >= {"troupe", "escouade"}


@pytest.mark.parametrize("term", ["Compagnie", "compagnies", "TROUPE", "escouade", "Serrer les rangs"])
def test_a_term_gives_its_entry(client: TestClient, term: str) -> None:
    entry = read(client, f"/v1/glossary/exemple/{term}")
    assert entry.keys() >= PASSAGE | LINKS
    assert entry["kind"] in {"definition", "ability"}


def test_every_listed_term_leads_somewhere(client: TestClient) -> None:
    for term in read(client, "/v1/glossary/exemple")["terms"]:
        response = client.get(f"/v1/glossary/exemple/{term['term']}")
        if response.status_code == 409:
            assert term["id"] in [link["id"] for link in response.json()["candidates"]]
        else:
            assert response.json()["title"] == term["term"]


@pytest.mark.parametrize(("term", "nearest"), [("compagni", "exemple/glossaire/compagnie"), ("1.2", "exemple/1.2")])
def test_an_unknown_term_gives_the_nearest(client: TestClient, term: str, nearest: str) -> None:
    response = client.get(f"/v1/glossary/exemple/{term}")
    assert response.status_code == 404
    assert response.json()["nearest"] == nearest


def test_a_graph_grows_with_its_depth(client: TestClient) -> None:
    near, far = (read(client, f"/v1/graph/exemple/1.2?depth={depth}") for depth in (1, 2))
    assert near["nodes"][0]["id"] == "exemple/1.2"
    assert all(node.keys() >= {"id", "title", "kind"} for node in near["nodes"])
    assert all(edge.keys() == {"from", "to", "type", "how"} for edge in near["edges"])
    ids = {node["id"] for node in far["nodes"]}
    assert {node["id"] for node in near["nodes"]} < ids
    assert {end for edge in far["edges"] for end in (edge["from"], edge["to"])} <= ids


def test_diagnostics_are_located(client: TestClient) -> None:
    found = read(client, "/v1/diagnostics/exemple")["diagnostics"]
    assert found
    assert all(item.keys() >= {"code", "severity", "message", "hint", "file", "line", "id"} for item in found)


def test_coverage_counts_lines(client: TestClient) -> None:
    coverage = read(client, "/v1/coverage/exemple")
    assert coverage.keys() >= {"lines", "held", "dropped", "references"}
    assert 0 < coverage["held"] <= coverage["lines"]
    assert coverage["held"] + coverage["left_out"] == coverage["lines"]
    assert coverage["references"].keys() == STATES


def test_health_names_the_base(client: TestClient) -> None:
    assert read(client, "/healthz") == {
        "status": "ok",
        "version": "0.0.1",
        "digest": "ab" * 32,
        "works": ["autre", "essai"],
    }

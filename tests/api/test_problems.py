"""Bad requests get a problem in French, never a 5xx and never a page of Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import application
from api.settings import Service
from kb.errors import UnusableBaseError

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


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("search", "q manque"),
        ("ask", "q manque"),
        ("search?q=", "q est vide"),
        ("ask?q=%20%09", "q est vide"),
        (f"search?q={LONG}", "q dépasse 1000 caractères"),
        (f"ask?q={LONG}", "q dépasse 1000 caractères"),
        ("search?q=a&limit=0", "limit doit valoir au moins 1"),
        ("search?q=a&limit=51", "limit doit valoir au plus 50"),
        ("ask?q=a&limit=51", "limit doit valoir au plus 50"),
        ("search?q=a&limit=dix", "limit n'est pas un nombre entier"),
        (f"search?q=a&limit={'9' * 5000}", "limit est un nombre démesuré"),
        ("search?q=a&offset=-1", "offset doit valoir au moins 0"),
        ("search?q=a&kind=sortilege", "kind doit être 'section', 'rule'"),
        ("search?q=a&layer=tout", "layer doit être 'precis', 'texte' ou 'both'"),
        ("search?q=a&game=exemple&mode=nuit", "modes connus : base, orage"),
        ("ask?q=a&mode=orage", "mode inconnu : « orage »"),
        ("graph/exemple/1.2?depth=4", "depth doit valoir au plus 3"),
        ("graph/exemple/1.2?depth=0", "depth doit valoir au moins 1"),
        ("rules/exemple/1.2?expand=tout", "expand connaît children, links, cited_by, et non « tout »"),
        ("rules/", "id est vide"),
        (f"rules/{'9' * 301}", "id dépasse 300 caractères"),
        ("search?limit=99", "q manque ; limit doit valoir au plus 50"),
    ],
)
def test_bad_parameters_are_told_in_french(client: TestClient, address: str, words: str) -> None:
    assert words in told(client, f"/v1/{address}", 422)


@pytest.mark.parametrize("place", ["search?q=a&game=echecs", "ask?q=a&game=echecs", "works/echecs", "glossary/echecs",
    "glossary/echecs/roi", "diagnostics/echecs", "coverage/echecs", "games/echecs/timeline",
    "rules/1.1?game=echecs", "graph/1.1?game=echecs"])  # fmt: skip
def test_an_unknown_game_gives_those_known(client: TestClient, place: str) -> None:
    assert told(client, f"/v1/{place}", 404) == "jeu inconnu : « echecs » ; jeux connus : autre, essai"


@pytest.mark.parametrize("place", ["/v1", "/v1/", "/v1/rien", "/v1/works/", "/v1/works/essai/plus"])
def test_an_unknown_address_never_falls_through_to_the_site(client: TestClient, place: str) -> None:
    assert "/openapi.json" in told(client, place, 404)


def test_only_reading_is_allowed(client: TestClient) -> None:
    response = client.post("/v1/works")
    assert response.status_code == 405
    assert "GET" in response.headers["allow"]
    assert response.json()["detail"].endswith("essayez GET")


def test_a_file_that_is_no_base_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnusableBaseError):
        application(Service(tmp_path / "absente.sqlite", with_texts=True))

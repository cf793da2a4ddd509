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

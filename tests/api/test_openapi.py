"""The description of the API, compared with the one committed: of its examples the names, `test_examples` replays each."""

import json
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from tests.parsing.snapshots import check_file

SNAPSHOT = Path(__file__).parent / "openapi.json"
PATHS = {
    "/v1/works", "/v1/works/{work}", "/v1/rules/{id}", "/v1/glossary/{work}", "/v1/glossary/{work}/{term}",
    "/v1/search", "/v1/ask", "/v1/graph/{id}", "/v1/diagnostics/{work}", "/v1/coverage/{work}", "/healthz", "/readyz",
    "/metrics",
}  # fmt: skip


def named(part: Any) -> Any:  # noqa: ANN401 - JSON
    """A description, with the names of its examples in place of what they hold."""
    if isinstance(part, dict):
        return {
            key: list(one) if key == "examples" and isinstance(one, dict) else named(one) for key, one in part.items()
        }
    return [named(one) for one in part] if isinstance(part, list) else part


def test_the_description_is_the_one_committed(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    described["info"]["version"] = "0"
    check_file(SNAPSHOT, json.dumps(named(described), ensure_ascii=False, indent=1) + "\n")


def test_every_endpoint_of_the_contract_is_described_in_french(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) >= PATHS
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
            assert all(parameter["description"] for parameter in operation.get("parameters", ()))
            assert "Successful Response" not in json.dumps(operation)

"""The description of the API, compared with the one committed."""

import json
from pathlib import Path

from fastapi.testclient import TestClient

from tests.parsing.snapshots import check_file

SNAPSHOT = Path(__file__).parent / "openapi.json"
PATHS = {
    "/v1/works", "/v1/works/{work}", "/v1/rules/{id}", "/v1/glossary/{work}", "/v1/glossary/{work}/{term}",
    "/v1/search", "/v1/ask", "/v1/graph/{id}", "/v1/diagnostics/{work}", "/v1/coverage/{work}", "/healthz", "/readyz",
    "/metrics",
}  # fmt: skip


def test_the_description_is_the_one_committed(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    described["info"]["version"] = "0"
    check_file(SNAPSHOT, json.dumps(described, ensure_ascii=False, indent=1) + "\n")


def test_every_endpoint_of_the_contract_is_described_in_french(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) >= PATHS
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
            assert all(parameter["description"] for parameter in operation.get("parameters", ()))
            assert "Successful Response" not in json.dumps(operation)

"""The examples of the description are what the API answers today; `SNAPSHOT_UPDATE=1` writes them again."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.openapi import EXAMPLES, Example, examples
from tests.parsing.snapshots import updating

# What changes from one run to the next, and what it is written as.
FIXED = {"took_ms": 4.1}


def settled(value: Any) -> Any:  # noqa: ANN401 - JSON
    """The value with what changes at each run written once for all."""
    if isinstance(value, dict):
        return {key: FIXED.get(key, settled(part)) for key, part in value.items()}
    return [settled(part) for part in value] if isinstance(value, list) else value


def answered(client: TestClient, example: Example) -> tuple[int, Any]:
    response = client.request(example.method, example.address, json=example.body)
    return response.status_code, settled(response.json())


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_an_example_is_what_the_api_answers(public: TestClient, example: Example) -> None:
    status, answer = answered(public, example)
    assert status == example.status, answer
    if updating():
        entries = json.loads(EXAMPLES.read_text(encoding="utf-8"))
        entry = next(part for part in entries if part["name"] == example.name)
        entry["answer"] = answer
        EXAMPLES.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    else:
        assert answer == example.answer, f"{example.name} ; pour l'accepter : SNAPSHOT_UPDATE=1"


def operations(client: TestClient) -> dict[str, dict[str, Any]]:
    paths = client.get("/openapi.json").json()["paths"]
    return {f"{method} {path}": operation for path, part in paths.items() for method, operation in part.items()}


def test_every_operation_shows_an_example_of_its_answer_and_of_its_body(public: TestClient) -> None:
    for name, operation in operations(public).items():
        content = operation["responses"]["200"]["content"]
        assert any("examples" in part for part in content.values()) or name == "get /metrics", name
        body = operation.get("requestBody")
        assert body is None or "examples" in body["content"]["application/json"], name


def test_every_parameter_that_must_be_given_shows_one(public: TestClient) -> None:
    for name, operation in operations(public).items():
        for parameter in operation.get("parameters", ()):
            assert not parameter["required"] or parameter["examples"], f"{name} {parameter['name']}"


def test_every_kind_of_refusal_of_the_client_is_shown(public: TestClient) -> None:
    shown = {example.status for example in examples()}
    told = {int(status) for operation in operations(public).values() for status in operation["responses"]}
    assert shown >= told - {400, 413, 421, 429, 503}, "those come from the service as a whole, not from a route"

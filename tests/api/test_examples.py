"""The examples of the description are what the API answers from the base that everybody has; `SNAPSHOT_UPDATE=1` writes them again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.app import application
from api.openapi import EXAMPLES, Example, examples
from api.settings import Service
from tests.parsing.snapshots import updating

# What changes with each run, or with any rule that a game is given: it is there in both, whatever it is.
CHANGING = frozenset({"took_ms", "digest"})
# What is written of how long an answer took.
TOOK = 4.1
COUNTED = frozenset({"nodes", "references"})


@pytest.fixture(scope="module")
def served(precis_path: Path) -> Iterator[TestClient]:
    """The API over the bundled précis, as whoever replays an example has it."""
    with TestClient(application(Service(precis_path)), raise_server_exceptions=False) as opened:
        yield opened


def settled(value: Any) -> Any:  # noqa: ANN401 - JSON
    """The value without what changes."""
    if isinstance(value, dict):
        counts = COUNTED if value.get("work", "exemple") != "exemple" else frozenset()
        return {key: None if key in CHANGING | counts else settled(part) for key, part in value.items()}
    return [settled(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_an_example_is_what_the_api_answers(served: TestClient, example: Example) -> None:
    response = served.request(example.method, example.address, json=example.body)
    answer = response.json()
    assert response.status_code == example.status, answer
    if settled(answer) == settled(example.answer):
        return
    assert updating(), f"{example.name} ; pour l'accepter : SNAPSHOT_UPDATE=1"
    entries = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    entry = next(part for part in entries if part["name"] == example.name)
    entry["answer"] = {**answer, **({"took_ms": TOOK} if "took_ms" in answer else {})}
    EXAMPLES.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def operations(client: TestClient) -> dict[str, dict[str, Any]]:
    paths = client.get("/openapi.json").json()["paths"]
    return {f"{method} {path}": operation for path, part in paths.items() for method, operation in part.items()}


def test_every_operation_shows_an_example_of_its_answer_and_of_its_body(served: TestClient) -> None:
    for name, operation in operations(served).items():
        content = operation["responses"]["200"]["content"]
        assert any("examples" in part for part in content.values()) or name == "get /metrics", name
        body = operation.get("requestBody")
        assert body is None or "examples" in body["content"]["application/json"], name


def test_every_parameter_that_must_be_given_shows_one(served: TestClient) -> None:
    for name, operation in operations(served).items():
        for parameter in operation.get("parameters", ()):
            assert not parameter["required"] or parameter["examples"], f"{name} {parameter['name']}"


def test_every_kind_of_refusal_of_the_client_is_shown(served: TestClient) -> None:
    shown = {example.status for example in examples()}
    told = {int(status) for operation in operations(served).values() for status in operation["responses"]}
    assert shown >= told - {400, 413, 421, 429, 503}, "those come from the service as a whole, not from a route"

"""The examples of `/openapi.json`: requests about the example work, each with what the API answered, in `examples.json`.

The answers are written by the tests, which compare them with those of the API (`tests/api/test_examples.py`).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

FILE = Path(__file__).parent / "examples.json"


@dataclass(frozen=True, slots=True)
class Example:
    """A request and its answer: `address` as it is sent, `body` for a POST, `answer` as JSON or as text."""

    name: str
    summary: str
    method: str
    path: str
    address: str
    status: int
    answer: Any
    body: dict[str, Any] | None = None

    def values(self) -> dict[str, str]:
        """The parameters of the request: those of its path, then those of its query."""
        path, _, query = self.address.partition("?")
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(self.path))
        found = re.fullmatch(pattern, path)
        return {name: unquote(value) for name, value in (found.groupdict() if found else {}).items()} | dict(
            parse_qsl(query)
        )


@cache
def examples() -> tuple[Example, ...]:
    """Every example, in the order of the file."""
    return tuple(Example(**entry) for entry in json.loads(FILE.read_text(encoding="utf-8")))


def illustrate(paths: dict[str, Any], shown: tuple[Example, ...]) -> None:
    """Put each example beside the parameters, the body and the answer that it is one of."""
    for example in shown:
        operation = paths[example.path][example.method]
        _place(operation["responses"][str(example.status)]["content"], example, example.answer)
        if example.body is not None:
            _place(operation["requestBody"]["content"], example, example.body)
        values = example.values()
        for parameter in operation.get("parameters", ()):
            if parameter["name"] in values and example.status == 200:  # noqa: PLR2004 - what works, not what fails
                held = {"summary": example.summary, "value": values[parameter["name"]]}
                parameter.setdefault("examples", {})[example.name] = held


def _place(content: dict[str, Any], example: Example, value: object) -> None:
    """Show a value under the one media type that carries it."""
    kind = "text/plain" if isinstance(value, str) else next(name for name in content if name.endswith("json"))
    content[kind].setdefault("examples", {})[example.name] = {"summary": example.summary, "value": value}

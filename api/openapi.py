"""The description of the API at `/openapi.json`, in French: what each value is (`descriptions.toml`), and examples (`examples.json`).

The examples are requests about the example work, each with what the API answers: the tests write them, and compare.
"""

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from api.problems import MEDIA_TYPE, TEXTS
from api.shapes import Problem

EXAMPLES = Path(__file__).parent / "examples.json"
# What a client sends, of which what has a value by default may be left out.
_SENT = frozenset({"Claims", "Claim"})
# What any route may answer, besides its own problems.
_ALWAYS = (400, 421, 429, 503)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documented problems of a route."""
    return {
        status: {"model": Problem, "description": TEXTS["documented"][str(status)]}
        for status in sorted({*statuses, *_ALWAYS})
    }


class DescribedApi(FastAPI):
    """An application whose description gives problems their own media type."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; what begins and ends the service does not concern what stands around requests."""
        if scope["type"] == "lifespan":
            await self.router({**scope, "app": self}, receive, send)
        else:
            await super().__call__(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document, computed once."""
        if self.openapi_schema is None:
            schema = super().openapi()
            for path in schema["paths"].values():
                for operation in path.values():
                    _describe(operation["responses"])
            explain(schema["components"]["schemas"])
            illustrate(schema["paths"], examples())
            self.openapi_schema = schema
        return self.openapi_schema


@cache
def descriptions() -> dict[str, dict[str, str]]:
    """What is said of each value (`_`) and of its fields, by its name."""
    read = tomllib.loads((Path(__file__).parent / "descriptions.toml").read_text(encoding="utf-8"))
    return {name: {**read.get(texts.get("comme", ""), {}), **texts} for name, texts in read.items()}


def explain(schemas: dict[str, Any]) -> None:
    """Say in French what each value is, and each of its fields: the docstrings of the code are not for those who read the API."""
    for name, schema in schemas.items():
        texts = descriptions().get(name, {})
        schema["description"] = texts.get("_", "")
        if name in descriptions() and name != "Problem" and name not in _SENT:
            # What has a value when nothing is known of it is sent all the same; a problem alone holds no more than it must.
            schema.update(required=list(schema["properties"]), additionalProperties=False)
        for field, part in schema.get("properties", {}).items():
            part.pop("default", None)
            if field in texts:
                part["description"] = texts[field]


def _describe(responses: dict[str, Any]) -> None:
    """Name the success in French, and give each problem its media type."""
    for status, response in responses.items():
        if status in TEXTS["documented"]:
            response["content"] = {MEDIA_TYPE: response["content"]["application/json"]}
        elif response["description"] == "Successful Response":
            response["description"] = "La réponse."


@dataclass(frozen=True, slots=True)
class Example:
    """A request and its answer: `address` as it is sent, `body` for a POST, `answer` as JSON."""

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
    return tuple(Example(**entry) for entry in json.loads(EXAMPLES.read_text(encoding="utf-8")))


def illustrate(paths: dict[str, Any], shown: tuple[Example, ...]) -> None:
    """Put each example with the parameters, the body and the answer that it is one of."""
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
    kind = next(name for name in content if name.endswith("json"))
    content[kind].setdefault("examples", {})[example.name] = {"summary": example.summary, "value": value}

"""The one road from a value to JSON: for the API, the tools of an assistant, and the commands' `--json`."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import Response
from pydantic import TypeAdapter


def as_json(value: Any) -> Any:  # noqa: ANN401 - any frozen value, and JSON
    """A frozen value as JSON values: the names of its fields are those of the wire."""
    return _adapter(value.__class__).dump_python(value, mode="json", by_alias=True)


def response(value: Any, links: str | None = None) -> Response:  # noqa: ANN401 - any frozen value
    """A value as a response; `links` are the pages beside it.

    FastAPI would check the value again and write it in another thread: it is typed already, and its thread is at hand.
    """
    body = _adapter(value.__class__).dump_json(value, by_alias=True)
    return Response(body, media_type="application/json", headers={"Link": links} if links else None)


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(kind)

"""The one road from a value to JSON: for the API, the tools of an assistant, and the commands' `--json`."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter


def json_of(value: Any) -> Any:  # noqa: ANN401 - any frozen value, and JSON
    """A frozen value as JSON values: the names of its fields are those of the wire."""
    return _adapter(value.__class__).dump_python(value, mode="json", by_alias=True)


def json_bytes(value: Any) -> bytes:  # noqa: ANN401 - any frozen value
    """The same, written."""
    return _adapter(value.__class__).dump_json(value, by_alias=True)


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(kind)

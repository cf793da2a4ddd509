"""The schemas that assistants read: of what a tool accepts, with the games of the base, and of what it answers."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter

from api.openapi import descriptions, explain
from api.session import Session


def accepted(arguments: type[BaseModel], facts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The JSON schema of what a tool accepts; `facts` are what the base adds to parameters, by name."""
    schema = arguments.model_json_schema()
    parts = {schema["title"]: schema, **schema.get("$defs", {})}
    explain({name: part for name, part in parts.items() if name in descriptions()})
    schema = _untitled(schema)
    schema.pop("description", None)
    for name, part in schema.get("properties", {}).items():
        schema["properties"][name] = _completed(_optional(part), facts.get(name, {}))
    return {"type": "object", "properties": {}, **schema}


def _optional(part: dict[str, Any]) -> dict[str, Any]:
    """Without « or null » on what may simply be left out."""
    match part:
        case {"anyOf": [only, {"type": "null"}], **rest}:
            part = {**only, **rest}
    return {key: value for key, value in part.items() if (key, value) != ("default", None)}


def _completed(part: dict[str, Any], fact: Mapping[str, Any]) -> dict[str, Any]:
    """With what the base adds; a description goes after the one that stands there."""
    descriptions = [each["description"] for each in (part, fact) if each.get("description")]
    return {**part, **fact, **({"description": " ".join(descriptions)} if descriptions else {})}


def answered(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type
    """The JSON schema of what a tool answers: always an object, as the protocol wants it."""
    schema: dict[str, Any] = TypeAdapter(kind).json_schema(mode="serialization")
    explain({**schema.get("$defs", {}), **({schema["title"]: schema} if "title" in schema else {})})
    return {"type": "object", **_untitled(schema)}


def facts(session: Session) -> dict[str, dict[str, Any]]:
    """What the base says of the parameters: its games and their modes."""
    works = session.infos()
    return {
        "game": {
            "enum": [info.work for info in works],
            "description": f"{_listed((info.work, [info.title]) for info in works)}.",
        },
        "mode": {"description": f"{_listed((info.work, info.modes) for info in works if len(info.modes) > 1)}."},
    }


def _listed(parts: Iterable[tuple[str, Iterable[str]]]) -> str:
    return " ; ".join(f"{name} : {', '.join(values)}" for name, values in parts)


def _untitled(schema: Any) -> Any:  # noqa: ANN401 - JSON
    """Without the titles that pydantic makes of the names of fields: an assistant reads the names."""
    if isinstance(schema, list):
        return [_untitled(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _untitled(part) for name, part in schema.items() if not (name == "title" and isinstance(part, str))}

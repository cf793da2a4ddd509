"""The schemas that assistants read: of what a tool accepts, with the games of the base, and of what it answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from api.mcp.arguments import Arguments
from api.mcp.desk import Desk
from kb.errors import NoPolicyError


def accepted(arguments: type[Arguments], facts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The JSON schema of what a tool accepts; `facts` are what the base adds to parameters, by name or by `Model.name`."""
    schema = _optional(_untitled(arguments.model_json_schema()))
    schema.pop("description", None)
    for name, told in schema.get("properties", {}).items():
        more = dict(facts.get(f"{arguments.__name__}.{name}", facts.get(name, {})))
        if more:
            told["description"] = " ".join(filter(None, (told.get("description"), more.pop("description", None))))
            told.update(more)
    return {"type": "object", "properties": {}, **schema}


def answered(model: TypeAdapter[Any]) -> dict[str, Any]:
    """The JSON schema of what a tool answers: always an object, as the protocol wants it."""
    schema: dict[str, Any] = _untitled(model.json_schema())
    return {"type": "object", **schema}


def facts(desk: Desk) -> dict[str, dict[str, Any]]:
    """What the base says of the parameters: its games, their modes, what each can put in order, work out, and rank."""
    works = desk.works()
    policies = {}
    for info in works:
        try:
            policies[info.work] = desk.shared.resolver(desk.view).precedence(info.work)
        except NoPolicyError:
            continue
    orders = {work: [part.id for part in engine.situations] for work, engine in policies.items()}
    values = {work: [part.id for part in engine.quantities] for work, engine in policies.items()}
    layers = {work: list(engine.policy.conflict.layers) for work, engine in policies.items()}
    return {
        "game": {
            "enum": [info.work for info in works],
            "description": f"{_listed((info.work, [info.title]) for info in works)}.",
        },
        "mode": {"description": f"{_listed((info.work, info.modes) for info in works if len(info.modes) > 1)}."},
        "situation": {"description": f"{_listed(orders.items())}."},
        "quantity": {"description": f"{_listed(values.items())}."},
        "ConflictArguments.a": {"description": f"Sources (layer) : {_listed(layers.items())}."},
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


def _optional(schema: dict[str, Any]) -> dict[str, Any]:
    """Without « or null » on what may simply be left out."""
    for name, told in schema.get("properties", {}).items():
        choices = [part for part in told.get("anyOf", []) if part != {"type": "null"}]
        kept = {**choices[0], **told} if len(choices) == 1 else told
        schema["properties"][name] = {
            key: part
            for key, part in kept.items()
            if not (key == "anyOf" and len(choices) == 1) and not (key == "default" and part is None)
        }
    return schema

"""The tools: endpoints of the API, which an assistant calls with the same arguments."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from api.parameters import Mode
from api.routes import ENDPOINTS, WorkName
from api.session import Session
from api.shapes import Claims
from kb.policy import Attribute
from kb.precedence.slots import CONFLICT, MODIFY, ORDER, PLAYERS

# What an assistant reads at once, which is less than a program.
_LEAST: Mapping[str, Mapping[str, Any]] = {"ask": {"limit": 3}, "search": {"limit": 5}, "timeline": {"depth": 3}}
# The tools whose request the engine reads, and its slots; these are given with the game.
_ENGINE = {"order": ORDER, "modify": MODIFY, "conflict": CONFLICT}
# What the body of an endpoint is, whose fields are the arguments of its tool.
_BODIES = {"verify": Claims}
_NAMES = ("works", "ask", "judge", "search", "rule", "verify", "timeline", "timing", "window", "situations", *_ENGINE)
_TYPES = {
    "texte": "string",
    "mot": "string",
    "camp": "string",
    "nombre": "number",
    "entier": "integer",
    "objet": "object",
    "liste": "array",
}


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its French title, what it accepts, and the endpoint that answers, whose docstring is what an assistant reads."""

    title: str
    arguments: type[BaseModel]
    answer: Callable[..., Any]

    def call(self, session: Session, given: Mapping[str, Any]) -> object:
        """What it answers, its arguments checked.

        Raises:
            pydantic.ValidationError: they are not what the tool accepts.
        """
        accepted = self.arguments.model_validate(given)
        if body := _BODIES.get(self.answer.__name__):
            return self.answer(session, body(**dict(accepted)))
        if "request" not in inspect.signature(self.answer).parameters:
            return self.answer(session, **accepted.model_dump())
        request = accepted.model_dump(exclude_unset=True)
        return self.answer(session, request.pop("game"), mode=request.pop("mode", None), request=request)


def _arguments(name: str, answer: Callable[..., Any]) -> type[BaseModel]:
    """What an endpoint accepts after the session, or the fields of its body."""
    asked = _BODIES.get(name, answer)
    hints, least = get_type_hints(asked, include_extras=True), _LEAST.get(name, {})
    named = [part for part in inspect.signature(asked).parameters.values() if part.name != "given"]
    fields: dict[str, Any] = {
        part.name: (hints[part.name], least.get(part.name, ... if part.default is part.empty else part.default))
        for part in named
    }
    return create_model(asked.__name__, __config__=ConfigDict(frozen=True, extra="forbid"), **fields)


def _request(name: str, slots: Sequence[Attribute]) -> type[BaseModel]:
    """A game and a request for its engine, with its own attributes.

    The engine checks the slots itself, for it says better than a schema what each situation needs: here they are only described.
    """
    fields: dict[str, Any] = {slot.name: (Any, Field(None, json_schema_extra=_schema(slot))) for slot in slots}
    config = ConfigDict(extra="allow", json_schema_extra={"required": ["game", *_required(slots)]})
    return create_model(name, __config__=config, game=(WorkName, ...), mode=(Mode, None), **fields)


def _schema(slot: Attribute) -> dict[str, Any]:
    """The JSON schema of what fills a slot."""
    schema: dict[str, Any] = {"type": _TYPES[slot.type]}
    if slot.meaning:
        schema["description"] = slot.meaning
    values = PLAYERS if slot.type == "camp" else slot.values
    if values and slot.nullable:
        del schema["type"]
        schema["enum"] = [*values, None]
    elif values:
        schema["enum"] = list(values)
    elif slot.nullable:
        schema["type"] = [_TYPES[slot.type], "null"]
    elif slot.type == "liste":
        schema["items"] = _object(slot.parts)
    elif slot.parts:
        schema |= _object(slot.parts)
    return schema


def _object(parts: Sequence[Attribute]) -> dict[str, Any]:
    """The JSON schema of an object; null in a part would only say that it is left out."""
    properties = {part.name: _schema(replace(part, nullable=False)) for part in parts}
    return {"type": "object", "properties": properties, "required": _required(parts)}


def _required(slots: Iterable[Attribute]) -> list[str]:
    return [slot.name for slot in slots if slot.required]


TOOLS = {
    name: Tool(title, _request(name, _ENGINE[name]) if name in _ENGINE else _arguments(name, answer), answer)
    for name, (title, answer) in ((name, ENDPOINTS[name]) for name in _NAMES)
}

"""What the tools accept. The descriptions are read by assistants, hence in French; the games and their modes are added from the base."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from api.parameters import LONGEST_NAME, LONGEST_QUESTION, Mode, said
from kb.model import Kind
from kb.policy import Attribute
from kb.precedence.slots import CONFLICT, MODIFY, ORDER, PLAYERS

Game = Annotated[str, Field(max_length=LONGEST_NAME, description="Le jeu.")]
AnyGame = Annotated[
    str | None,
    Field(max_length=LONGEST_NAME, description="Le jeu ; sans lui, tous sont interrogés, et c'est plus long à lire."),
]
Question = Annotated[str, Field(max_length=LONGEST_QUESTION), AfterValidator(said)]
Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(said)]
KindName = Annotated[
    Kind | None,
    Field(description="Le genre des passages voulus."),
    WithJsonSchema({"type": "string", "enum": list(Kind)}),
]
CLOSED = ConfigDict(frozen=True, extra="forbid")


_TYPES = {
    "texte": "string",
    "mot": "string",
    "camp": "string",
    "nombre": "number",
    "entier": "integer",
    "objet": "object",
    "liste": "array",
}


def _request(name: str, slots: Sequence[Attribute]) -> type[BaseModel]:
    """A game and a request for its engine, whose own attributes stand beside.

    The engine checks the slots itself, for it says better than a schema what each situation needs: here they are only described.
    """
    fields: dict[str, Any] = {slot.name: (Any, Field(None, json_schema_extra=_schema(slot))) for slot in slots}
    config = ConfigDict(extra="allow", json_schema_extra={"required": ["game", *_required(slots)]})
    return create_model(name, __config__=config, game=(Game, ...), mode=(Mode, None), **fields)


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


OrderArguments = _request("OrderArguments", ORDER)
ModifyArguments = _request("ModifyArguments", MODIFY)
ConflictArguments = _request("ConflictArguments", CONFLICT)

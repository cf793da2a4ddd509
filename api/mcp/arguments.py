"""What the tools accept. The descriptions are read by assistants, hence in French; the games and their modes are added from the base."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from api.parameters import LONGEST_NAME, LONGEST_QUESTION, Mode, said
from kb.model import Kind
from kb.precedence.slots import KINDS, OPERATIONS, OWNERS, PLAYERS, SAYINGS

Game = Annotated[str, Field(max_length=LONGEST_NAME, description="Le jeu.")]
AnyGame = Annotated[
    str | None,
    Field(max_length=LONGEST_NAME, description="Le jeu ; sans lui, tous sont interrogés, et c'est plus long à lire."),
]
Question = Annotated[str, Field(max_length=LONGEST_QUESTION), AfterValidator(said)]
Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(said)]


CLOSED = ConfigDict(frozen=True, extra="forbid")
KindName = Annotated[
    Kind | None,
    Field(description="Le genre des passages voulus."),
    WithJsonSchema({"type": "string", "enum": list(Kind)}),
]


def _shown(kind: str, **more: object) -> WithJsonSchema:
    return WithJsonSchema({"type": kind, **more})


# The engine checks its own requests, and says better than a schema what each situation needs: here they are only described.
Word = Annotated[Any, _shown("string")]
Turn = Annotated[Any, _shown("string", enum=list(PLAYERS))]
_OWNER = {"type": "string", "enum": list(OWNERS)}
_ITEM = {
    "type": "object",
    "properties": {"label": {"type": "string"}, "owner": _OWNER},
    "required": ["label"],
}
_MODIFIER = {
    "type": "object",
    "properties": {
        "label": {"type": "string"},
        "op": {"type": "string", "enum": list(OPERATIONS)},
        "value": {"type": "number"},
        "owner": _OWNER,
        "kind": {"type": "string", "enum": list(KINDS)},
    },
    "required": ["label", "op", "value"],
}
_SIDE = {
    "type": "object",
    "properties": {
        "label": {"type": "string"},
        "says": {"type": "string", "enum": list(SAYINGS)},
        "kind": {"type": "string", "enum": list(KINDS)},
        "layer": {"type": "string"},
        "owner": _OWNER,
        "used": {"type": "integer", "description": "L'ordre d'usage : le plus grand vient après."},
    },
    "required": ["label", "says"],
}


class RequestArguments(BaseModel):
    """A game and a request for its engine, whose own attributes stand beside."""

    model_config = ConfigDict(extra="allow")

    game: Game
    mode: Mode = None


class OrderArguments(RequestArguments):
    """Things to put in order."""

    model_config = ConfigDict(json_schema_extra={"required": ["game", "situation", "items"]})

    situation: Word = Field(None, description="Ce qu'on ordonne ; ses attributs « de la requête » se donnent à côté.")
    items: Annotated[Any, _shown("array", items=_ITEM)] = Field(
        None,
        description="Ce qu'il faut ordonner : pour chacun un nom (label), son joueur (owner) et les attributs que l'outil situations dit.",
    )
    active: Turn = Field(None, description="Le joueur dont c'est le tour.")
    first_player: Turn = Field(None, description="Le joueur qui joue en premier.")


class ModifyArguments(RequestArguments):
    """A value to work out."""

    model_config = ConfigDict(json_schema_extra={"required": ["game", "quantity"]})

    quantity: Word = Field(None, description="La valeur à calculer.")
    base: Annotated[Any, WithJsonSchema({"type": ["number", "null"]})] = Field(
        None, description="Sa valeur de départ, ou le dé tel qu'il tombe ; null si un tableau la donne."
    )
    modifiers: Annotated[Any, _shown("array", items=_MODIFIER)] = Field(
        None, description="Les modificateurs, un par occurrence."
    )
    active: Turn = Field(None, description="Le joueur dont c'est le tour.")
    context: Annotated[Any, _shown("object")] = Field(
        None, description="Ce que la valeur demande de savoir, comme le dit l'outil situations."
    )


class ConflictArguments(RequestArguments):
    """Two rules that say different things."""

    model_config = ConfigDict(json_schema_extra={"required": ["game", "a", "b"]})

    a: Annotated[Any, WithJsonSchema(_SIDE)] = Field(None, description="Une règle, et ce qu'elle dit.")
    b: Annotated[Any, WithJsonSchema(_SIDE)] = Field(None, description="La règle contraire.")
    waives: Annotated[Any, WithJsonSchema({"enum": ["a", "b", None]})] = Field(
        None, description="Celle qui dit en toutes lettres lever l'interdiction de l'autre, s'il y en a une."
    )
    active: Turn = Field(None, description="Le joueur dont c'est le tour.")

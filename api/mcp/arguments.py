"""What the tools accept. The descriptions are read by assistants, hence in French; the games and their modes are added from the base."""

from __future__ import annotations

from collections.abc import Iterable
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
KindName = Annotated[
    Kind | None,
    Field(description="Le genre des passages voulus."),
    WithJsonSchema({"type": "string", "enum": list(Kind)}),
]
CLOSED = ConfigDict(frozen=True, extra="forbid")


def _described(description: str, **schema: Any) -> Any:  # noqa: ANN401 - JSON, and the default of a field
    """A field that the engine checks itself, for it says better than a schema what each situation needs: here it is only described."""
    return Field(None, description=description, json_schema_extra=schema)


def _one_of(values: Iterable[str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(values)}


def _object(required: list[str], **properties: object) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}


_TEXT = {"type": "string"}
_OWNER, _EFFECT_KIND, _PLAYER = _one_of(OWNERS), _one_of(KINDS), _one_of(PLAYERS)
_ITEM = _object(["label"], label=_TEXT, owner=_OWNER)
_MODIFIER = _object(
    ["label", "op", "value"],
    label=_TEXT,
    op=_one_of(OPERATIONS),
    value={"type": "number"},
    owner=_OWNER,
    kind=_EFFECT_KIND,
)
_SIDE = _object(
    ["label", "says"],
    label=_TEXT,
    says=_one_of(SAYINGS),
    kind=_EFFECT_KIND,
    layer=_TEXT,
    owner=_OWNER,
    used={"type": "integer", "description": "L'ordre d'usage : le plus grand vient après."},
)
_ACTIVE = "Le joueur dont c'est le tour."


class RequestArguments(BaseModel):
    """A game and a request for its engine, whose own attributes stand beside."""

    model_config = ConfigDict(extra="allow")

    game: Game
    mode: Mode = None


class OrderArguments(RequestArguments):
    """Things to put in order."""

    model_config = ConfigDict(json_schema_extra={"required": ["game", "situation", "items"]})

    situation: Any = _described("Ce qu'on ordonne ; ses attributs « de la requête » se donnent à côté.", **_TEXT)
    items: Any = _described(
        "Ce qu'il faut ordonner : pour chacun un nom (label), son joueur (owner) et les attributs que l'outil situations dit.",
        type="array",
        items=_ITEM,
    )
    active: Any = _described(_ACTIVE, **_PLAYER)
    first_player: Any = _described("Le joueur qui joue en premier.", **_PLAYER)


class ModifyArguments(RequestArguments):
    """A value to work out."""

    model_config = ConfigDict(json_schema_extra={"required": ["game", "quantity"]})

    quantity: Any = _described("La valeur à calculer.", **_TEXT)
    base: Any = _described(
        "Sa valeur de départ, ou le dé tel qu'il tombe ; null si un tableau la donne.", type=["number", "null"]
    )
    modifiers: Any = _described("Les modificateurs, un par occurrence.", type="array", items=_MODIFIER)
    active: Any = _described(_ACTIVE, **_PLAYER)
    context: Any = _described("Ce que la valeur demande de savoir, comme le dit l'outil situations.", type="object")


class ConflictArguments(RequestArguments):
    """Two rules that say different things."""

    model_config = ConfigDict(json_schema_extra={"required": ["game", "a", "b"]})

    a: Any = _described("Une règle, et ce qu'elle dit.", **_SIDE)
    b: Any = _described("La règle contraire.", **_SIDE)
    waives: Any = _described(
        "Celle qui dit en toutes lettres lever l'interdiction de l'autre, s'il y en a une.", enum=["a", "b", None]
    )
    active: Any = _described(_ACTIVE, **_PLAYER)

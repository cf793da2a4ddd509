"""What the tools accept. The descriptions are read by assistants, hence in French; the games and their modes are added from the base."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from api.parameters import LONGEST_NAME, LONGEST_QUESTION, said
from kb.model import Kind
from kb.precedence.fields import PLAYERS
from kb.precedence.requests import KINDS, OPERATIONS, OWNERS, SAYINGS

Game = Annotated[str, Field(max_length=LONGEST_NAME, description="Le jeu.")]
AnyGame = Annotated[
    str | None,
    Field(max_length=LONGEST_NAME, description="Le jeu ; sans lui, tous sont interrogés, et c'est plus long à lire."),
]
Mode = Annotated[
    str | None,
    Field(max_length=LONGEST_NAME, description="Le mode de jeu ; une règle hors de ce mode n'est pas une réponse."),
]
Question = Annotated[str, Field(max_length=LONGEST_QUESTION), AfterValidator(said)]
Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(said)]
Limit = Annotated[int, Field(ge=1, le=50, description="Nombre de passages au plus.")]


class Arguments(BaseModel):
    """What a tool accepts, and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class NoArguments(Arguments):
    """A tool that asks nothing."""


class GameArguments(Arguments):
    """A game."""

    game: Game


class SearchArguments(Arguments):
    """Words to look for."""

    q: Question = Field(description="Les mots cherchés, en français.")
    game: AnyGame = None
    mode: Mode = None
    kind: Annotated[Kind | None, WithJsonSchema({"type": "string", "enum": list(Kind)})] = Field(
        None, description="Le genre des passages voulus."
    )
    limit: Limit = 5
    offset: int = Field(0, ge=0, description="Nombre de passages à sauter.")


class AskArguments(Arguments):
    """A question."""

    q: Question = Field(description="La question, en français, comme un joueur la pose.")
    game: AnyGame = None
    mode: Mode = None
    limit: Limit = 3


class JudgeArguments(Arguments):
    """What to rule on."""

    q: Question = Field(
        description="Une question, un numéro de règle, un terme, deux règles (« 1.2 et 3.4 ») ou un moment."
    )
    game: AnyGame = None
    mode: Mode = None


class RuleArguments(Arguments):
    """A rule by its name."""

    id: Name = Field(
        description="Un identifiant (« jeu/35.3 », « jeu/35.3#2 » pour un paragraphe), un numéro ou un titre."
    )
    game: AnyGame = None
    expand: list[Literal["children", "links", "cited_by"]] = Field(
        default=[],
        description="Ce qui est donné en passages entiers : ce qu'elle contient (children), ses liens (links), ce qui la cite (cited_by).",
    )


class ModeArguments(GameArguments):
    """A game, or one of its modes."""

    mode: Mode = None


class TimelineArguments(ModeArguments):
    """A game, and a part of it."""

    moment: Name | None = Field(None, description="Un moment par son nom, pour ne lire que lui et ce qu'il contient.")
    depth: int = Field(3, ge=1, le=20, description="Combien de niveaux au plus, sous le premier.")


class TimingArguments(ModeArguments):
    """Two moments."""

    a: Name = Field(description="Un moment, une règle ou une aptitude, par son nom ou son identifiant.")
    b: Name = Field(description="L'autre.")


class WindowArguments(ModeArguments):
    """A moment, and who asks."""

    at: Name = Field(description="Un moment (« phase de tir », « début du tour »), une règle ou une aptitude.")
    player: Literal["active", "opponent"] = Field(
        "active", description="Qui demande : le joueur dont c'est le tour (active), ou l'autre (opponent)."
    )


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


class RequestArguments(Arguments):
    """A game and a request for its engine, whose own attributes stand beside."""

    model_config = ConfigDict(extra="allow")

    game: Game
    mode: Mode = None

    def request(self) -> dict[str, Any]:
        """The request as given, without the game and its mode."""
        return self.model_dump(exclude={"game", "mode"}, exclude_unset=True)


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

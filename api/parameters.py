"""The parameters of requests, described in French."""

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import AfterValidator, BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError, from_json

from api.problems import twice_there
from api.session import RequestProblem
from kb.model import Kind
from kb.system import bounds
from kb.system.json_text import repeated_key
from kb.timing import TurnSide

LONGEST_QUESTION = bounds.QUESTION_CHARACTERS
LONGEST_NAME = 300


def said(text: str) -> str:
    """Refuse what holds no word at all.

    Raises:
        PydanticCustomError: the text is blank.
    """
    if not text.strip():
        raise PydanticCustomError("parametre", "est vide")
    return text


def json_object(text: str) -> Any:  # noqa: ANN401 - JSON
    """The object that a text is, in JSON.

    Raises:
        PydanticCustomError: the text is no such thing.
        RequestProblem: an object in it has a key twice.
    """
    if (twice := repeated_key(text)) is not None:
        raise RequestProblem(400, *twice_there(twice))
    try:
        value = from_json(text, allow_inf_nan=False)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise PydanticCustomError("parametre", "n'est pas un objet JSON")
    return value


def _parts(names: object) -> object:
    """The names of comma-separated lists, or of one; what is neither is for its type to refuse."""
    names = [names] if isinstance(names, str) else names
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return names
    return [part.strip() for name in names for part in name.split(",") if part.strip()]


Question = Annotated[
    str,
    Query(max_length=LONGEST_QUESTION, description="La question ou les mots cherchés, en français."),
    AfterValidator(said),
]
Game = Annotated[
    str | None,
    Query(
        max_length=LONGEST_NAME,
        description="Le jeu, par l'identifiant que donne works. Sans lui, tous, et c'est plus long à lire.",
    ),
]
Mode = Annotated[
    str | None,
    Query(max_length=LONGEST_NAME, description="Le mode de jeu ; une règle hors de ce mode n'est pas une réponse."),
]
KindName = Annotated[
    Kind | None,
    Query(description="Le genre des passages voulus."),
    WithJsonSchema({"type": "string", "enum": list(Kind)}),
]
Limit = Annotated[int, Query(ge=1, le=50, description="Nombre de passages au plus.")]
Offset = Annotated[int, Query(ge=0, description="Nombre de passages à sauter.")]
MomentName = Annotated[
    str,
    Query(max_length=LONGEST_NAME, description="Un moment, une règle ou une aptitude, par son nom ou son identifiant."),
    AfterValidator(said),
]
OneMoment = Annotated[
    str | None,
    Query(
        min_length=1,
        max_length=LONGEST_NAME,
        description="Un moment par son nom, pour ne lire que lui et ce qu'il contient.",
    ),
]
Levels = Annotated[int | None, Query(ge=1, le=20, description="Combien de niveaux au plus, sous le premier.")]
PlayerSide = Annotated[
    TurnSide,
    Query(description="Qui demande : le joueur dont c'est le tour (active), ou l'autre (opponent)."),
]
# The parts of a rule that are given as whole passages.
Expansion = Literal["children", "links", "cited_by"]
Expand = Annotated[
    list[Expansion],
    Query(description="Ce qui est donné en passages entiers : children, links, cited_by, séparés par des virgules."),
    BeforeValidator(_parts),
]

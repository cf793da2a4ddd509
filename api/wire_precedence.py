"""Precedence as it travels: situations, orders, values, conflicts. Docstrings are the text of `/openapi.json`, hence in French."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.wire import Wire
from api.wire_timing import Proof

Mode = Literal["single", "free", "alternate", "simultaneous", "by-player"]
Player = Literal["A", "B"]


class Choice(Wire):
    """Une valeur, et ses mots."""

    value: str
    title: str


class Attribute(Wire):
    """Ce qu'une requête dit d'un élément, ou de la situation."""

    name: str
    type: Literal["number", "word", "text", "boolean", "player"]
    meaning: str
    accepted: list[str] = Field(description="Ce qui est accepté.")
    choices: list[Choice] = Field(
        description="Les mots acceptés, s'ils sont comptés, chacun comme une personne le lit ; vide pour un nombre ou un texte."
    )
    required: bool
    default: str | float | int | bool | None = None
    of: Literal["item", "request", "context"] = Field(description="À quoi l'attribut appartient.")


class Situation(Wire):
    """Ce qui peut être mis dans l'ordre (`order`), ou calculé (`modify`)."""

    id: str
    title: str
    attributes: list[Attribute]
    cites: list[str]
    based: bool | None = Field(
        None, description="Pour une valeur : vrai si la requête en donne le départ (`base`) ; null pour un ordre."
    )


class Situations(Wire):
    """Ce que le moteur sait trancher dans un jeu."""

    game: str
    situations: list[Situation]
    quantities: list[Situation]
    layers: list[str] = Field(description="Les couches de règles que `conflict` connaît.")


class OrderStep(Wire):
    """Ce qui est résolu ensemble avant l'étape suivante."""

    labels: list[str]
    mode: Mode | None = Field(description="null : aucune règle ne le dit.")
    chooser: Player | None
    decided_by: list[str]


class Excluded(Wire):
    """Ce qui ne peut pas agir, ou qui est annulé."""

    label: str
    decided_by: list[str]


class Ordered(Wire):
    """Un ordre, avec sa preuve : les règles, dans l'ordre où elles s'appliquent."""

    steps: list[OrderStep]
    undecided: list[list[str]] = Field(description="Ce qu'aucune règle n'ordonne.")
    excluded: list[Excluded]
    decided_by: list[Proof]
    ignored: list[str] = Field(description="Les attributs donnés que la situation ne connaît pas.")


class Modulation(Wire):
    """Un modificateur appliqué."""

    label: str
    op: str
    before: float | int | None
    after: float | int | None
    decided_by: list[str]


class Limit(Wire):
    """Une borne ou un arrondi qui a joué."""

    kind: Literal["cap", "floor", "rounding"]
    value: float | int
    decided_by: list[str]


class Modified(Wire):
    """Une valeur, ou le jet qu'il faut ; ni l'une ni l'autre si c'est impossible ou si aucune règle ne tranche."""

    value: float | int | None
    needed: str | None
    impossible: bool
    steps: list[Modulation]
    limits: list[Limit]
    decided_by: list[Proof]
    ignored: list[str]


class Prevailing(Wire):
    """La règle qui l'emporte ; null si aucune règle du jeu ne le dit."""

    prevails: Literal["a", "b"] | None
    reason: str
    decided_by: list[Proof]

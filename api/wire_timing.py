"""Time as it travels: a timeline, the order of two moments. Docstrings are the text of `/openapi.json`, hence in French."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.wire import Wire

MomentKind = Literal["game", "round", "turn", "phase", "step"]
Actor = Literal["active", "opponent", "both", "alternate"]
Relation = Literal["before", "after", "same", "simultaneous", "alternate", "unordered"]


class Moment(Wire):
    """Un moment d'une partie, et ceux qu'il contient, dans l'ordre."""

    id: str
    title: str
    kind: MomentKind
    order: int = Field(description="Sa place parmi les moments qui l'entourent, comptée de 1.")
    repeat: str | None = Field(description="Combien de fois il revient ; null pour une seule.")
    who: Actor = Field(description="Qui y agit.")
    free: bool = Field(description="Vrai si aucune règle n'ordonne ce qu'il contient.")
    apart: bool = Field(
        description="Vrai pour une séquence qui sert à plusieurs endroits, sans ordre avec ses voisins."
    )
    window: bool = Field(description="Vrai si celui qui agit use de ce qu'il contient dans l'ordre qu'il veut.")
    at_once: bool = Field(description="Vrai si tout s'y résout à la fois.")
    count: Literal["up", "down"] | None = Field(
        description="S'il revient par numéro : du plus petit au plus grand (up), ou l'inverse."
    )
    plays: list[str] = Field(description="Les séquences à part qu'il déroule, dans l'ordre.")
    cites: list[str] = Field(description="Les règles qui le placent là.")
    children: list[Moment]


class Place(Wire):
    """Un moment, une règle ou une aptitude, à sa place."""

    id: str
    title: str
    path: list[str] = Field(description="Les moments qui le contiennent, de la partie jusqu'à lui.")


class Proof(Wire):
    """La règle qui décide, et ses mots."""

    id: str
    quote: str


class Comparison(Wire):
    """L'ordre de deux moments, dans la plus petite période qui contient les deux."""

    a: Place
    b: Place
    relation: Relation = Field(description="Ce que a est à b.")
    decided_by: list[Proof]


Owner = Literal["active", "opponent", "both"]


class Usable(Wire):
    """Ce qu'un joueur peut utiliser à un moment."""

    id: str
    title: str = Field(
        description="Le titre imprimé, même d'une aptitude qui l'est dans un paragraphe, une puce ou un tableau."
    )
    timing: str = Field(description="Quand, comme c'est imprimé, sinon dans nos mots.")
    frequency: str | None = Field(
        description="`passif` pour ce qui joue tout seul, `obligatoire` pour ce qui s'impose, sinon combien de fois ; null sans limite."
    )
    owner: Owner = Field(description="À qui c'est, à ce moment : le joueur dont c'est le tour, l'autre, ou les deux.")
    step: str | None = Field(description="L'étape du moment où cela s'utilise ; null pour le moment lui-même.")


class Opening(Wire):
    """Ce que l'un des joueurs peut utiliser à un moment."""

    moment: Place
    usable: list[Usable]
    decided_by: list[Proof]

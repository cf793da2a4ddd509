"""What a request of each kind holds beside the attributes that its situation or quantity declares: its slots, told in French.

The `type` of a slot is that of any attribute, or `objet`, or `liste` of objects, whose own slots are its `parts`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from kb.policy import Attribute, Scalar
from kb.precedence.rulings import Operation

PLAYERS = ("A", "B")
OWNERS = (*PLAYERS, "neutral")
OPERATIONS: tuple[Operation, ...] = get_args(Operation)
SAYINGS = ("can", "cannot", "must", "hit", "miss")
KINDS = ("passive", "activated", "rule")
SIDES = ("a", "b")


def _slot(name: str, kind: str, meaning: str, **more: Any) -> Attribute:  # noqa: ANN401 - whatever else an attribute says
    return Attribute(name=name, type=kind, meaning=meaning, **more)


def _optional(name: str, kind: str, meaning: str, default: Scalar = None, **more: Any) -> Attribute:  # noqa: ANN401 - likewise
    """A slot that may be left out, or null where it has no default."""
    return _slot(name, kind, meaning, default=default, required=False, nullable=default is None, **more)


LABEL = _slot("label", "texte", "Son nom.")
OWNER = _slot("owner", "mot", "Le joueur à qui il est.", values=OWNERS)
OPERATION = (
    _slot("op", "mot", "L'opération.", values=OPERATIONS),
    _slot("value", "nombre", "De combien."),
)
SAYING = (
    _slot("says", "mot", "Ce qu'elle dit.", values=SAYINGS),
    _optional("layer", "mot", "Sa source."),
)
# What a modifier and a rule may both say.
EFFECT = (
    _optional("kind", "mot", "Son genre.", "rule", values=KINDS),
    _optional("used", "nombre", "L'ordre d'usage : le plus grand vient après."),
    _optional("lasting", "oui-non", "Vrai si son effet dure.", default=False),
    replace(OWNER, default="neutral", required=False),
)
_ACTIVE = _optional("active", "camp", "Le joueur dont c'est le tour.")
ORDER = (
    _slot("situation", "mot", "Ce qu'on ordonne."),
    _slot("items", "liste", "Ce qu'il faut ordonner.", parts=(LABEL, OWNER)),
    _ACTIVE,
    _optional("first_player", "camp", "Le joueur qui joue en premier."),
)
MODIFY = (
    _slot("quantity", "mot", "La valeur à calculer."),
    _optional("base", "nombre", "Sa valeur de départ, ou le dé tel qu'il tombe ; null si un tableau la donne."),
    _optional("modifiers", "liste", "Les modificateurs, un par occurrence.", parts=(LABEL, *OPERATION, *EFFECT)),
    _ACTIVE,
    _optional("context", "objet", "Ce que la valeur demande de savoir."),
)
_RULE = (LABEL, *SAYING, *EFFECT)
CONFLICT = (
    _slot("a", "objet", "Une règle, et ce qu'elle dit.", parts=_RULE),
    _slot("b", "objet", "La règle contraire.", parts=_RULE),
    _optional(
        "waives", "mot", "Celle qui lève en toutes lettres l'interdiction de l'autre, s'il y en a une.", values=SIDES
    ),
    _ACTIVE,
)

"""What a request of each kind holds besides the attributes that its situation or quantity declares: its slots.

The `type` of a slot is that of any attribute, or `entier`, or `objet`, or `liste` of objects, of which `parts` are the slots that are shown
to whoever writes a request. What it means is in French, and left out where its name says it all.
"""

from dataclasses import replace
from typing import Any, get_args

from kb.policy import Attribute, Operation, Scalar

PLAYERS = ("A", "B")
OPERATIONS: tuple[Operation, ...] = get_args(Operation)
SIDES = ("a", "b")


def _slot(name: str, kind: str, meaning: str = "", **more: Any) -> Attribute:  # noqa: ANN401 - whatever else an attribute says
    return Attribute(name=name, type=kind, meaning=meaning, **more)


def _optional(name: str, kind: str, meaning: str = "", default: Scalar = None, **more: Any) -> Attribute:  # noqa: ANN401 - likewise
    """A slot that may be left out."""
    return _slot(name, kind, meaning, default=default, required=False, **more)


LABEL = _slot("label", "texte")
OWNER = _optional("owner", "mot", default="neutral", values=(*PLAYERS, "neutral"))
ITEM_OWNER = replace(OWNER, required=True)
OPERATION = (_slot("op", "mot", values=OPERATIONS), _slot("value", "nombre"))
SAYS = _slot("says", "mot", values=("can", "cannot", "must", "hit", "miss"))
# Of the layers that the game has.
LAYER = _optional("layer", "mot", nullable=True)
_KIND = _optional("kind", "mot", default="rule", values=("passive", "activated", "rule"))
_USED = _optional("used", "entier", "L'ordre d'usage : le plus grand vient après.", nullable=True)
# What a modifier and a rule may both say.
EFFECT = (_KIND, _USED, _optional("lasting", "oui-non", default=False), OWNER)

ACTIVE = _optional("active", "camp", "Le joueur dont c'est le tour.", nullable=True)
FIRST_PLAYER = _optional("first_player", "camp", "Le joueur qui joue en premier.", nullable=True)
WAIVES = _optional(
    "waives",
    "mot",
    "Celle qui dit en toutes lettres lever l'interdiction de l'autre, s'il y en a une.",
    values=SIDES,
    nullable=True,
)
ORDER = (
    _slot("situation", "mot", "Ce qu'on ordonne ; ses attributs « de la requête » se donnent à côté."),
    _slot(
        "items",
        "liste",
        "Ce qu'il faut ordonner : pour chacun un nom (label), son joueur (owner) et les attributs que l'outil situations dit.",
        parts=(LABEL, ITEM_OWNER),
    ),
    ACTIVE,
    FIRST_PLAYER,
)
MODIFY = (
    _slot("quantity", "mot", "La valeur à calculer."),
    _optional(
        "base",
        "nombre",
        "Sa valeur de départ, ou le dé tel qu'il tombe ; null si un tableau la donne.",
        nullable=True,
    ),
    # What the quantity itself has is known by its label alone.
    _optional(
        "modifiers",
        "liste",
        "Les modificateurs, un par occurrence.",
        parts=(LABEL, *(replace(part, required=False) for part in OPERATION), OWNER, _KIND),
    ),
    ACTIVE,
    _optional("context", "objet", "Ce que la valeur demande de savoir, comme le dit l'outil situations."),
)
# A request that any game answers.
CONFLICT_EXAMPLE = '{"a": {"label": "la règle", "says": "cannot"}, "b": {"label": "l\'autre", "says": "can"}}'
_RULE = (LABEL, SAYS, _KIND, LAYER, OWNER, _USED)
CONFLICT = (
    _slot("a", "objet", "Une règle, et ce qu'elle dit.", parts=_RULE),
    _slot("b", "objet", "La règle contraire.", parts=_RULE),
    WAIVES,
    ACTIVE,
)

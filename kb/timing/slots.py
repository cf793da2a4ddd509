"""What a request about time holds: its slots, told in French; see also `kb.precedence.slots`."""

from __future__ import annotations

from kb.policy import Attribute

SIDES = ("active", "opponent")
TIMING = (
    Attribute(name="a", type="texte", meaning="Un moment, une règle ou une aptitude, par son nom ou son identifiant."),
    Attribute(name="b", type="texte", meaning="L'autre."),
)
WINDOW = (
    Attribute(
        name="at", type="texte", meaning="Un moment (« phase de tir », « début du tour »), une règle ou une aptitude."
    ),
    Attribute(
        name="player",
        type="mot",
        meaning="Qui demande : le joueur dont c'est le tour (active), ou l'autre (opponent).",
        values=SIDES,
        required=False,
        default="active",
    ),
)

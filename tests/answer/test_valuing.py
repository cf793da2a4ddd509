"""A question of figures becomes a request of the engine; where a figure, a slot or a name is left over, nothing is concluded."""

from __future__ import annotations

import pytest

from kb.answer import Answerer


@pytest.mark.parametrize(
    ("question", "game", "said"),
    [
        (
            "Mon arme a 4 attaques, un effet les double, un autre retire 1 : j'en ai combien ?",
            "aos",
            "7 : 4, ×2 = 8, −1 = 7.",
        ),
        ("Un effet fixe mes attaques à trois et un autre ajoute deux, j'en ai combien ?", "aos", "5 : 3, +2 = 5."),
        ("Menace 3 avec un bonus de +1, ça fait combien ?", "runewars", "4 : 3, +1 = 4."),
        (
            "Précision 4+, longue portée et à couvert : je touche sur combien ?",
            "t9a",
            "6+ : 4, Longue portée = 5, Couvert = 6.",
        ),
        ("Force 4 contre Résistance 6, je blesse sur combien ?", "t9a", "6+."),
        ("CT 3, mon unité s'est déplacée : je touche sur combien au tir ?", "wap", "5+ : Se déplacer et Tirer = 5."),
    ],
)
def test_a_value_is_worked_out_with_its_steps(answerer: Answerer, question: str, game: str, said: str) -> None:
    answer = answerer.ask(question, game)
    conclusion = answer.answer.conclusion
    assert conclusion is not None
    assert (conclusion.kind, conclusion.text) == ("value", said)
    assert conclusion.request is not None
    assert any(clause.role in {"computes", "decides"} for clause in answer.answer.because)


@pytest.mark.parametrize(
    ("question", "game"),
    [
        # A figure of something else.
        ("Mon arme a 4 attaques et 3 figurines, un effet double : j'en ai combien ?", "aos"),
        # The figure is of something else than the value asked for; so is the modifier.
        ("Mes 10 guerriers ont un bonus de +1, ils font combien d'attaques ?", "aos"),
        ("Mon arme a 3 attaques et +1 pour toucher, j'en ai combien ?", "aos"),
        # A table lists the modifier, but the question does not say which of its two.
        ("CT 4, la cible est derrière un couvert : je touche sur combien au tir ?", "wap"),
        # A rule is named that no slot takes.
        ("CT 4 contre des tirailleurs derrière un mur : je touche sur combien au tir ?", "wap"),
    ],
)
def test_what_is_half_understood_is_not_worked_out(answerer: Answerer, question: str, game: str) -> None:
    conclusion = answerer.ask(question, game).answer.conclusion
    assert conclusion is None or conclusion.kind != "value"

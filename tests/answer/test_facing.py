"""Two sides with a figure each are put in order; where a word is left over, or the first player is not told, nothing is concluded."""

from __future__ import annotations

import pytest

from kb.answer import Answerer


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        (
            "t9a",
            "Mes piquiers agilité 5 contre des trolls agilité 2, qui frappe d'abord ?",
            "Mes piquiers, puis des trolls.",
        ),
        (
            "t9a",
            "Mes piquiers agilité 3 contre des trolls agilité 3 : qui frappe d'abord ?",
            "Mes piquiers et des trolls (en même temps).",
        ),
        # The lowest figure goes first there.
        (
            "runewars",
            "Ma cavalerie a initiative 6, son géant initiative 3 : qui s'active en premier ?",
            "Son géant, puis ma cavalerie.",
        ),
        # Equal: in turn, by who is the first player.
        (
            "runewars",
            "Ma cavalerie a initiative 3, son géant initiative 3, je joue en second : qui s'active en premier ?",
            "Son géant, puis ma cavalerie.",
        ),
        # What its weapon and its charge do to the figure of a side.
        (
            "wap",
            "Mon baron initiative 5 avec une arme lourde contre un loup initiative 3 qui charge : qui frappe en premier ?",
            "Un loup (3, Charge = 4), puis mon baron (5, Arme lourde = 3).",
        ),
        # Who is said to come first, and does or does not.
        ("runewars", "Moi initiative 4, lui initiative 6 : je joue avant lui ?", "Oui : moi, puis lui."),
        ("runewars", "Moi initiative 4, lui initiative 6 : il joue avant moi ?", "Non : moi, puis lui."),
        ("runewars", "Moi initiative 4, lui initiative 6 : il joue après moi ?", "Oui : moi, puis lui."),
        # A value of words goes with its side.
        (
            "wap",
            "Mes chasseurs initiative 6 contre son champion initiative 2 avec frappe toujours en premier : qui frappe d'abord ?",
            "Son champion, puis mes chasseurs.",
        ),
    ],
)
def test_two_figures_are_put_in_order(answerer: Answerer, game: str, question: str, said: str) -> None:
    answer = answerer.ask(question, game)
    assert answer.answer.conclusion is not None
    assert answer.answer.conclusion.text == said
    assert any(clause.id.startswith(f"{game}/") for clause in answer.answer.because)


@pytest.mark.parametrize(
    ("game", "question"),
    [
        # A lance counts on some turns alone; of another game nothing is known that changes the figure.
        (
            "wap",
            "Mon baron initiative 5 avec une lance de cavalerie contre un loup initiative 6 : qui frappe en premier ?",
        ),
        ("t9a", "Mes piquiers agilité 3 contre des trolls agilité 4 qui chargent, qui frappe d'abord ?"),
        # Equal, and nobody knows who is the first player.
        ("runewars", "Initiative 4 contre initiative 4, qui s'active en premier ?"),
        # The second figure is of something else.
        ("t9a", "Mes piquiers agilité 3 et 20 figurines, qui frappe d'abord ?"),
    ],
)
def test_what_is_half_understood_is_not_ordered(answerer: Answerer, game: str, question: str) -> None:
    conclusion = answerer.ask(question, game).answer.conclusion
    assert conclusion is None or conclusion.kind != "order"

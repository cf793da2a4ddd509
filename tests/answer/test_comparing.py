"""Two things of a book compared by a figure that both hold; where one side has none, no verdict is given."""

from __future__ import annotations

import pytest

from kb.answer import Answerer


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        # By a comparative before the second thing, in the words that tell the figure; as great is not greater.
        ("t9a", "Mes aigles géants vont plus vite que des chevaliers pégase ?", 'Oui : 9" contre 8".'),
        ("t9a", "Des chevaliers pégase sont-ils moins rapides que mes aigles géants ?", 'Oui : 8" contre 9".'),
        ("t9a", "Les aigles géants sont-ils plus résistants que les chevaliers pégase ?", "Non : 4 contre 4."),
        ("t9a", "Les aigles géants sont-ils aussi résistants que les chevaliers pégase ?", "Oui : 4 contre 4."),
        # By figures in running words; the easier spell has the lower cost.
        ("t9a", "L'arbalète des nains perce mieux l'armure que l'arquebuse impériale ?", "Non : 1 contre 2."),
        ("t9a", "Boule de feu est-elle plus facile à lancer qu'Essaim d'insectes ?", "Oui : 5+ contre 6+."),
        # A choice: which of the two.
        (
            "t9a",
            "Boule de feu ou Essaim d'insectes, lequel est le plus dur à lancer ?",
            "Essaim d'insectes : 6+ contre 5+.",
        ),
        (
            "t9a",
            "Lequel a le plus de PV, un aigle géant ou un chevalier pégase ?",
            "Ni l'un ni l'autre : 3 des deux côtés.",
        ),
    ],
)
def test_two_things_are_compared(answerer: Answerer, game: str, question: str, said: str) -> None:
    answer = answerer.ask(question, game)
    assert answer.answer.conclusion is not None
    assert answer.answer.conclusion.text == said
    assert len(answer.answer.because) == 2


def test_a_thing_that_the_book_does_not_hold_gives_no_verdict(answerer: Answerer) -> None:
    assert answerer.ask("Mes aigles géants vont plus vite que des tapis volants ?", "t9a").verdict is None

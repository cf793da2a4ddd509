"""A name that the book holds nowhere has no answer; a name of the book, or a word of its texts, has."""

from __future__ import annotations

import pytest

from kb.answer import Answerer


@pytest.mark.parametrize(
    ("question", "game", "name"),
    [
        ("Combien de blessures a un Tyranoforme ?", "aos", "Tyranoforme"),
        ("Quelle armure a un chevalier demi-chouette ?", "wap", "chevalier demi-chouette"),
        ("Que fait le sort Marée Pourpre ?", "t9a", "Marée Pourpre"),
        ("La règle Ardeur Sauvage, elle fait quoi ?", "wap", "Ardeur Sauvage"),
        ("Un gars avec Pistonade peut charger deux fois ?", "warmachine", "Pistonade"),
        ("karzul elle a combien de santé ?", "aos", "karzul"),
    ],
)
def test_a_name_that_the_book_does_not_hold_is_said(answerer: Answerer, question: str, game: str, name: str) -> None:
    answer = answerer.ask(question, game)
    assert (answer.answerable, answer.reason) == (False, f"« {name} » n'est nommé nulle part dans ce livre")


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("Que fait la règle Haine ?", "wap"),
        ("Quelle est la sauvegarde d'un Libérateur ?", "aos"),
        ("La règle Coup Fatal, elle fait quoi ?", "wap"),
        ("Combien de dés lance une machine de guerre ?", "t9a"),
        ("Mes gars avec Haine relancent combien de dés ?", "wap"),
        ("mes archers ils lancent combien de dés ?", "runewars"),
    ],
)
def test_a_name_of_the_book_is_none(answerer: Answerer, question: str, game: str) -> None:
    assert "nulle part dans ce livre" not in (answerer.ask(question, game).reason or "")

"""What a question asks for, and whether yes or no would answer it."""

from __future__ import annotations

import pytest

from kb.answer import intent_of, is_closed


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("c'est quoi un rang partiel ?", "definition"),
        ("frénésie", "definition"),
        ("que se passe-t-il quand une unité fuit ?", "consequence"),
        ("mon général est mort, il garde son bonus quand même ?", "consequence"),
        ("du coup, qui tape en premier ?", "precedence"),
        ("mon général meurt, que se passe-t-il ?", "consequence"),
        ("je rate ma charge", "consequence"),
        ("à quel moment rallie-t-on les fuyards ?", "timing"),
        ("dans quel ordre se déroule un tour ?", "sequence"),
        ("combien de dés pour ce sort ?", "value"),
        ("CC 4 contre CC 6", "value"),
        ("peut-on tirer à travers un bois ?", "permission"),
        ("l'erratum l'emporte sur le guide ?", "precedence"),
    ],
)
def test_intent(question: str, intent: str) -> None:
    assert intent_of(question) == intent


@pytest.mark.parametrize(
    "question",
    [
        "peut-on tirer à travers un bois ?",
        "Mon héros est mort : le bonus reste ?",
        "charge après une course, possible ?",
        "est-ce que l'unité fuit ou non ?",
        # An open word that asks nothing.
        "je bouge avant quoi que ce soit, c'est bon ?",
        "elle charge alors que l'autre fuit : elle touche ?",
        "le tour où elle fuit, elle tire ?",
        "elle n'a qu'un rang : elle relance ?",
        "n'importe quel décor bloque la vue ?",
        "un héros qui est à pied, il monte sur la tour ?",
        "elle fuit, elle garde quand même son étendard ?",
        "l'unité avec laquelle je me bats, je la vise ?",
        "c'est moi qui choisis laquelle meurt : je choisis lesquelles ?",
        "après un round gagné ou nul, elle se reforme ?",
    ],
)
def test_a_closed_question(question: str) -> None:
    assert is_closed(question)


@pytest.mark.parametrize(
    "question",
    [
        "combien de dés ?",
        "mon héros est mort, que se passe-t-il ?",
        "on pose les décors avant ou après les unités ?",
        "qui choisit ?",
        "frénésie",
        "je la place où ?",
        "nb de dés du canon ?",
        "mon héros est mort. Que deviennent les siens ?",
        "elle a fui hors de la table, du coup ?",
        "quatre contre deux, je touche sur ?",
    ],
)
def test_an_open_question(question: str) -> None:
    assert not is_closed(question)

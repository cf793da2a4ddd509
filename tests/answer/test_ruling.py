"""Questions of order and time are put to the engine: what they name becomes a request, and nothing that they do not say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kb.answer import Answer, Answerer
from kb.precedence import Ordered, Prevailing

Ask = Callable[[str, str], Answer]


@pytest.fixture(scope="module")
def ask(answerer: Answerer) -> Ask:
    return lambda game, question: answerer.ask(question, game)


def steps(answer: Answer) -> list[str]:
    assert isinstance(answer.precedence, Ordered)
    return [f"{', '.join(step.labels)} : {step.mode}" for step in answer.precedence.steps]


@pytest.mark.parametrize(
    ("game", "question", "expected"),
    [
        # Two values named: one item each.
        ("runewars", "Létal ou Protégé, lequel s'applique en premier ?", ["Létal : single", "Protégé : single"]),
        (
            "wap",
            "Frappe toujours en premier contre Frappe toujours en dernier ?",
            ["frappe toujours en premier : single", "frappe toujours en dernier : single"],
        ),
        # Both values borne by one thing: a single item, and the rule that settles it.
        (
            "wap",
            "une figurine a à la fois frappe toujours en premier et frappe toujours en dernier, qui tape d'abord ?",
            ["frappe toujours en premier et frappe toujours en dernier : single"],
        ),
        # One value that both players have.
        (
            "aos",
            "Nous avons tous les deux « frappe en premier », qui commence ?",
            ["frappe en premier : le joueur actif, frappe en premier : son adversaire : alternate"],
        ),
        # Operations on a value, by their words or their signs.
        ("aos", "multiplier puis ajouter ?", ["multiplier : single", "ajouter : single"]),
        (
            "aos",
            "Une caractéristique doublée qui gagne +1 : quoi d'abord ?",
            ["multiplier : single", "ajouter : single"],
        ),
        # A situation of one word, when the question says nothing else of the game.
        (
            "warmachine",
            "Dans quel ordre résout-on un slam ?",
            ["déplacement : single", "mise au tapis : single", "dégâts de slam : single"],
        ),
        (
            "t9a",
            "Dans quel ordre se déroule une attaque ?",
            [
                "jet pour blesser : single",
                "sauvegarde d'armure : single",
                "sauvegarde d'Ægide : single",
                "perte de Points de vie : single",
                "retrait des pertes : single",
            ],
        ),
        # The situation itself, by its name: what its rules tell apart, of each player.
        (
            "aos",
            "qui résout en premier ses effets de fin de tour ?",
            ["le joueur actif : single", "son adversaire : single"],
        ),
        (
            "t9a",
            "Nos avant-gardes : dans quel ordre bouge-t-on les mouvements d'avant-garde ?",
            ["le joueur qui a fini de se déployer le dernier, l'autre joueur : alternate"],
        ),
        (
            "runewars",
            "Quel est l'ordre d'initiative, et qui passe en premier ?",
            [
                "initiative la plus basse : single",
                "initiative égale, le premier joueur, initiative égale, le second joueur : alternate",
                "initiative la plus haute : single",
            ],
        ),
    ],
)
def test_what_a_question_names_is_put_in_order(ask: Ask, game: str, question: str, expected: list[str]) -> None:
    answer = ask(game, question)
    assert steps(answer) == expected
    assert answer.answerable
    assert isinstance(answer.precedence, Ordered)
    # Of a long rule, the clauses that bear on the question.
    quoted = {quote.id.partition("#")[0] for quote in answer.answer.quotes}
    assert {proof.id.partition("#")[0] for proof in answer.precedence.decided_by} <= quoted


@pytest.mark.parametrize(
    ("game", "question", "relation"),
    [
        ("wap", "La magie se joue avant ou après le tir ?", "before"),
        ("t9a", "Le tir, c'est avant ou après la mêlée ?", "before"),
        ("aos", "Les jets de protection se font avant ou après l'allocation des dégâts ?", "before"),
    ],
)
def test_two_moments_named_are_compared(ask: Ask, game: str, question: str, relation: str) -> None:
    timing = ask(game, question).timing
    assert timing is not None
    assert timing.relation == relation
    assert timing.decided_by


@pytest.mark.parametrize(
    ("game", "question", "first"),
    [
        ("wap", "étapes du tir, dans l'ordre ?", "Désignez une unité pour tirer"),
        ("aos", "dans quel ordre s'enchaînent les phases d'un tour ?", "Début du tour"),
    ],
)
def test_the_steps_of_a_moment_are_given_with_their_rules(ask: Ask, game: str, question: str, first: str) -> None:
    answer = ask(game, question)
    assert answer.answer.steps[0].text == first
    assert len(answer.answer.steps) > 4
    assert all(step.id.startswith(f"{game}/") for step in answer.answer.steps)


@pytest.mark.parametrize(
    ("game", "question", "prevails"),
    [
        ("runewars", "La carte et le guide se contredisent, qui l'emporte ?", "carte"),
        ("aos", "Le glossaire contredit le module : lequel fait foi ?", "module"),
    ],
)
def test_two_layers_named_are_set_against_one_another(ask: Ask, game: str, question: str, prevails: str) -> None:
    found = ask(game, question).precedence
    assert isinstance(found, Prevailing)
    assert found.reason.startswith(f"« {prevails} » l'emporte")


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("runewars", "Quand on me tape, qui choisit sur quelles figurines tombent les dégâts ?"),
        ("t9a", "La suite, on la fait avant ou après le reste ?"),
        ("wap", "Combien de dés pour une charge ?"),
        ("exemple", "Peut-on traverser sans passer par un pont ?"),
    ],
)
def test_a_question_that_names_too_little_is_not_put_to_the_engine(ask: Ask, game: str, question: str) -> None:
    answer = ask(game, question)
    assert (answer.timing, answer.precedence) == (None, None)

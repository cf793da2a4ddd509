"""What a rule says of when, of who and of what comes first is told in its own words, and nothing where it speaks of one thing alone."""

import re
import time

import pytest

from kb.answer import Answerer
from kb.answer.question.sides import Sides, sides_of
from kb.model.words import fold
from kb.system.data import lexicon


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("L'effet cesse dès que la cible recule.", True),
        ("l'effet s'arrete des que je bouge", True),
        ("On lance autant de dés que le tableau l'indique.", False),
        ("On lance deux dés que l'on garde.", False),
        ("On relance les dés qu'il désigne.", False),
    ],
)
def test_dice_are_no_moment(text: str, *, told: bool) -> None:
    until = next(one["sinon"] for one in lexicon("dires")["demande"] if "until" in one.get("bords", ()))
    assert any(re.search(pattern, fold(text)) for pattern in until) == told


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        ("aos", "La manœuvre tactique, on la joue quand ?", "Au début de votre tour."),
        ("aos", "Qui alloue ses dégâts en premier quand les deux camps en prennent ?", "Le joueur actif en premier."),
        # The name of the ability holds that of another.
        (
            "aos",
            "Charge et contre-charge : la contre-charge, à quelle phase ?",
            "Durant la phase de charge de l'adversaire.",
        ),
        ("wap", "L'embuscade, à partir de quel tour on lance le dé ?", "À partir du tour 2."),
        (
            "wap",
            "Une attaque glaciale : elle frappe en dernier jusqu'à quand ?",
            "Jusqu'au début de votre prochain tour.",
        ),
        ("warmachine", "À quel moment une figurine au tapis se relève ?", "Quand débute sa prochaine activation."),
        ("warmachine", "Une figurine peut renoncer à son activation jusqu'à quand ?", "Avant d'être activée."),
        # The rule found first has two moments, one for arms and one for damage; the one quoted after it tells of arms alone.
        ("aos", "À quel moment je lance le D6 de mes attaques aléatoires ?", "À chaque aptitude d'ATTAQUE."),
        # One act, time and again.
        (
            "warmachine",
            "Mon lourd piétine trois socles : je les attaque dans quel ordre ?",
            "Dans l'ordre où elle les a traversées.",
        ),
        (
            "runewars",
            "les relances de rang ou les capacités qui modifient les dés, on fait quoi en premier ?",
            "Relances, puis modifier les dés.",
        ),
        # Who decides which comes first is asked, and not which.
        (
            "aos",
            "Deux passives neutres se gênent : qui décide laquelle s'applique d'abord ?",
            "Choisi par le joueur actif.",
        ),
        ("wap", "Je peux souffler combien de fois ?", "Une fois dans chaque phase."),
        (
            "runewars",
            "Deux unités à moi et une à lui à initiative 5 : dans quel ordre ?",
            "Tour à tour, une par une, le Premier joueur d'abord.",
        ),
        # What is forbidden is so as long as is said.
        (
            "wap",
            "Fiasco sur un sort lié : combien de temps l'objet est-il inutilisable ?",
            "Jusqu'au terme de la partie.",
        ),
        # A rule that names one side on both sides of « avant » says nothing by it: the other side tells.
        ("warmachine", "Je dois annoncer ma cible avant de sortir le mètre ou après ?", "Avant."),
        # « Ça » is what was said before.
        ("runewars", "Je dépense mes Paniqués. Ça se fait avant ou après avoir pioché les cartes moral ?", "Avant."),
        ("t9a", "Un Ordre du Maréchal, ça dure jusqu'à quand ?", "Jusqu'à ce que finisse le prochain Tour de joueur."),
    ],
)
def test_a_rule_says_when_and_who_in_its_own_words(answerer: Answerer, game: str, question: str, said: str) -> None:
    answer = answerer.ask(question, game).answer
    assert answer.conclusion is not None
    assert answer.conclusion.text == said


@pytest.mark.parametrize(
    ("game", "question"),
    [
        # Which prevails of two rules that are named: the rule quoted speaks of others.
        ("runewars", "25.2 et 35.3 : laquelle l'emporte ?"),
        # « ni le tour suivant » is no turn from which it holds.
        ("wap", "Incident de tir : mon canon fait 3 à mon tour 2, il retire à partir de quel tour ?"),
        # « Quand » tells the case, another word asks.
        ("warmachine", "quand je charge au cac j'ai combien de dés en plus pour les dégâts ?"),
    ],
)
def test_what_is_said_of_another_thing_or_twice_is_not_told(answerer: Answerer, game: str, question: str) -> None:
    assert answerer.ask(question, game).answer.conclusion is None


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("La magie se joue avant ou après le tir ?", Sides("La magie se joue", "le tir", "avant")),
        (
            "Les décors, je les pose avant les troupes ou après ?",
            Sides("Les décors, je les pose", "les troupes", "avant"),
        ),
        ("La mise au tapis puis les dégâts, ou l'inverse ?", Sides("La mise au tapis", "les dégâts", "puis")),
        # What says an order itself is no one thing, and a name is no order.
        ("Je bouge l'un puis l'autre, ou je lance les dés d'abord ?", None),
        ("Qui commence ?", None),
    ],
)
def test_two_things_are_opposed_where_each_is_one(question: str, sides: Sides | None) -> None:
    assert sides_of(question) == sides


def test_two_long_words_are_read_at_once() -> None:
    # Every cut of a word was tried with every cut of the other: one question held the program for hours.
    started = time.process_time()
    assert sides_of(f"Les {'x' * 20} et les {'y' * 20}, comment ?") is None
    assert time.process_time() - started < 0.5


def test_a_list_of_figures_is_not_tried_with_every_row(answerer: Answerer) -> None:
    answerer.ask("6+ ?", "wap")
    started = time.process_time()
    answerer.ask(f"{'6+ ' * 330}?", "wap")
    # Each figure with each, on every table: 1.4 s.
    assert time.process_time() - started < 0.7

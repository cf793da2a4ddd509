"""What tells apart two questions on one matter: their very words, the side that each takes, what it denies, its figures."""

from __future__ import annotations

import pytest

from kb.model import Lexicon
from kb.reading.data import read_lexicon
from kb.search import Wordings
from kb.search.wording import stems
from kb.system.data import data_dir

WORDINGS = Wordings(read_lexicon(data_dir("corpus") / "lexicon", "aos"))


def test_the_words_of_a_question_in_their_order() -> None:
    assert WORDINGS.of("L'Archer tire-t-il à 3 pas ?").words == "l archer tire t il a 3 pas"
    assert WORDINGS.of("?").words == ""


@pytest.mark.parametrize(
    ("question", "turned", "denied", "before"),
    [
        ("elle garde son bonus ?", False, False, False),
        ("elle ne garde pas son bonus ?", True, False, False),
        ("elle ne sert à rien ?", True, False, False),
        ("j'ai pas le droit de tirer ?", True, False, False),
        ("elle n'a pas bougé : elle tire ?", False, False, True),
        ("elle n'a pas bougé : elle ne tire plus ?", True, False, True),
        ("elle ne peut pas ne jamais tirer ?", False, False, False),
        ("est-ce que ça compte ou pas ?", False, False, False),
        ("n'est-ce pas trop loin ?", False, False, False),
        # A measure denies nothing.
        ("elle tire à 12 pas ?", False, False, False),
        ("est-il interdit de tirer ?", False, True, False),
        ("il n'est pas interdit de tirer ?", True, True, False),
        ("le tir a échoué : elle perd son bonus ?", False, True, True),
        ("est-il interdit de refuser ?", False, False, False),
        ("elle ne tire pas, on est d'accord ?", True, False, False),
        ("on est bien d'accord qu'elle ne tire pas ?", True, False, False),
        ("rien ne l'oblige à tirer, non ?", True, False, False),
        ("elle tire encore, si ?", False, False, False),
        # A comma may part what is denied from what follows it.
        ("c'est interdit de tirer, même une fois, de la colline ?", False, True, False),
        ("avec un arc, elle ne tire pas ?", True, False, False),
        # Another thing is denied than what is asked: one set against it, or the case that it is asked of.
        ("elle tire sur tous, pas juste sur le premier ?", False, False, True),
        ("elle garde son bonus mais pas son bouclier ?", False, False, True),
        ("on vise une troupe qui n'est pas engagée ?", False, False, True),
        ("on vise une troupe que mon archer ne voit pas ?", False, False, True),
        ("une troupe qui court ne tire pas ?", True, False, False),
        ("c'est vrai qu'elle ne tire pas ?", True, False, False),
        ("elle fait un pas de côté ?", False, False, False),
    ],
)
def test_what_is_denied(question: str, turned: bool, denied: bool, before: bool) -> None:  # noqa: FBT001 - columns
    wording = WORDINGS.of(question)
    assert (wording.turned, wording.denied, wording.denied_before) == (turned, denied, before)


def test_a_question_that_is_denied_has_the_words_of_the_plain_one() -> None:
    assert WORDINGS.of("Une troupe qui a couru ne peut pas tirer ?").words == "une troupe qui a couru peut tirer"


@pytest.mark.parametrize(
    ("question", "other", "turns"),
    [
        ("elle ne garde pas son bonus ?", "elle garde son bonus ?", True),
        ("elle recule, elle ne reste pas engagée ?", "elle reste engagée après un recul ?", True),
        # Twice the same: of a question on the case alone, nothing is denied.
        ("elle recule, elle ne reste pas engagée ?", "elle recule ?", False),
        ("elle recule ?", "elle recule ?", False),
    ],
)
def test_what_is_denied_of_another_question(question: str, other: str, turns: bool) -> None:  # noqa: FBT001 - a column
    assert WORDINGS.of(question).turns(stems(WORDINGS.of(other).words)) == turns


def test_a_lexicon_without_words_that_deny_denies_nothing_by_them() -> None:
    assert not Wordings(Lexicon()).of("est-il interdit de tirer ?").denied


@pytest.mark.parametrize(
    ("one", "other", "apart", "clashes"),
    [
        ("trois archers tirent ?", "3 archers tirent ?", 0, 0),
        # Figures alone clash when a rule has a limit between them.
        ("trois archers tirent ?", "deux archers tirent ?", 2, 0),
        ("3 archers tirent ?", "12 archers tirent ?", 2, 1),
        # Two figures that compare otherwise.
        ("je fais 7 contre 6 ?", "je fais 5 contre 6 ?", 2, 1),
        ("je frappe de flanc ?", "je frappe sur le côté ?", 0, 0),
        ("je frappe de flanc ?", "je frappe de front ?", 2, 1),
        ("je frappe de flanc ?", "je frappe ?", 1, 0),
        ("2 archers ?", "2 archers à 60 pas ?", 1, 0),
        # An article tells no figure.
        ("un archer tire ?", "l'archer tire ?", 0, 0),
        ("il n'est pas engagé : il tire ?", "il est engagé : il tire ?", 0, 1),
        ("sans bouclier, il pare ?", "avec son bouclier, il pare ?", 0, 1),
    ],
)
def test_what_tells_two_cases_apart_and_what_cannot_be_in_both(one: str, other: str, apart: int, clashes: int) -> None:
    first, second = WORDINGS.of(one), WORDINGS.of(other)
    for difference in (WORDINGS.difference(first, second, [10.0]), WORDINGS.difference(second, first, [10.0])):
        assert (difference.apart, difference.clashes) == (apart, clashes)


@pytest.mark.parametrize(
    ("one", "other", "opposed"),
    [
        ("elle garde son bonus ?", "elle perd son bonus ?", True),
        ("le tir est permis ?", "le tir est interdit ?", True),
        ("on tire avant de bouger ?", "on tire après avoir bougé ?", True),
        ("elle garde son bonus ?", "elle conserve son bonus ?", False),
        ("le tir est permis ?", "elle perd son bonus ?", False),
        # Both sides in one question: it takes neither.
        ("permis ou interdit ?", "le tir est interdit ?", False),
        # Only what is asked takes a side, not the case told before.
        ("j'ai perdu le combat : je tire ?", "j'ai gagné le combat : je tire ?", False),
    ],
)
def test_two_questions_may_take_contrary_sides(one: str, other: str, opposed: bool) -> None:  # noqa: FBT001 - a column
    first, second = WORDINGS.of(one), WORDINGS.of(other)
    assert first.opposed(second) == second.opposed(first) == opposed

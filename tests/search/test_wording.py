"""What tells apart two questions on one matter: their very words, the side that each takes, what it denies, its figures."""

from pathlib import Path

import pytest

from kb.model import Lexicon
from kb.reading.data import read_lexicon
from kb.search import Wordings
from kb.search.wording import opposed, stems
from kb.system.data import data_dir
from tests.rows import rows_of

CASES = Path(__file__).parent / "cases"
WORDINGS = Wordings(read_lexicon(data_dir("corpus") / "lexicon", "aos"))


def test_the_words_of_a_question_in_their_order_those_that_deny_left_out() -> None:
    assert WORDINGS.of("L'Archer tire-t-il à 3 pas ?").words == "l archer tire t il a 3 pas"
    assert WORDINGS.of("Une troupe qui a couru ne peut pas tirer ?").words == "une troupe qui a couru peut tirer"
    assert WORDINGS.of("?").words == ""


@pytest.mark.parametrize(("question", "negated", "turned", "denied"), rows_of(CASES / "negations.tsv"))
def test_what_is_denied(question: str, negated: str, turned: str, denied: str) -> None:
    found = WORDINGS.of(question)
    told = ["oui" if said else "non" for said in (found.negated, found.turned, found.denied)]
    assert told == [negated, turned, denied]


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
    assert WORDINGS.of("elle perd son bonus ?").denied
    assert not Wordings(Lexicon()).of("elle perd son bonus ?").denied


@pytest.mark.parametrize(("one", "other", "apart", "clashes", "beyond"), rows_of(CASES / "deux-questions.tsv"))
def test_two_questions_side_by_side(one: str, other: str, apart: str, clashes: str, beyond: str) -> None:
    for first, second in ((one, other), (other, one)):
        difference = WORDINGS.difference(WORDINGS.of(first), WORDINGS.of(second), [10.0])
        told = [f"{difference.apart}", f"{difference.clashes}", "oui" if difference.beyond else "non"]
        assert told == [apart, clashes, beyond]


@pytest.mark.parametrize(
    ("words", "other", "apart"),
    [
        ("le piege reste en place", "le piege disparait", True),
        ("le piege disparait", "le piege reste en place", True),
        ("le piege reste s il disparait", "le piege disparait", False),
        ("le piege agit", "le piege disparait", False),
        ("on reussit le saut", "on rate le saut", True),
    ],
)
def test_what_does_not_go_with_what_is_said(words: str, other: str, apart: bool) -> None:  # noqa: FBT001 - a column
    assert any(two.search(other) and not one.search(other) for one, two in opposed(words)) == apart

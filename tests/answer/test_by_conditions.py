"""Issues declared of a rule of our own, tried on the cases that players tell: the words they ask in, what they deny or leave unsaid."""

from pathlib import Path

import pytest

from kb.answer.verdict.by_conditions import conclude
from kb.model.conclusions import Issue
from kb.reading.conclusions import read_conclusions
from kb.reading.data import read_lexicon
from kb.search import Analyzer, Utterance
from kb.search.phrases import issue_in_keys
from kb.system.data import data_dir
from tests.rows import rows_of

CASES = Path(__file__).parent / "cases"
ANALYZER = Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "exemple"))
# As a base holds them.
ISSUES = [issue_in_keys(issue, ANALYZER) for issue in read_conclusions(CASES / "gue")]


@pytest.mark.parametrize(("question", "said", "clause"), rows_of(CASES / "gue.tsv"))
def test_what_is_declared_is_tried_on_a_case(question: str, said: str, clause: str) -> None:
    concluded = conclude(Utterance(question, ANALYZER), ISSUES)
    told = (concluded.said, concluded.clause) if concluded else (None, None)
    assert tuple(one or "—" for one in told) == (said, clause)


def test_two_issues_that_differ_conclude_nothing() -> None:
    either = Issue("gue", ("tir*",), answer="oui")
    assert conclude(Utterance("Il tire ?", ANALYZER), ISSUES) is not None
    assert conclude(Utterance("Il tire ?", ANALYZER), (*ISSUES, either)) is None


def test_what_nothing_takes_in_is_told() -> None:
    concluded = conclude(Utterance("Mon chariot passe le gué sous la pluie ?", ANALYZER), ISSUES)
    assert concluded is not None
    assert not concluded.holds
    assert {ANALYZER.key("chariot"), ANALYZER.key("pluie")} <= {*concluded.left}


def test_the_words_that_ask_and_those_that_tell_the_case_are_kept() -> None:
    cases = {"Mon chariot chargé passe le gué de jour ?": "passe le gue", "Mes gens nagent sur 3 pouces ?": "nagent"}
    found = {question: conclude(Utterance(question, ANALYZER), ISSUES) for question in cases}
    assert {question: one.act if one else "" for question, one in found.items()} == cases
    assert [one.facts if one else () for one in found.values()] == [
        (("charge", False), ("jour", False)),
        (("pouces", True),),
    ]

"""What the questions of one rule teach together: what tells its yes from its no, and not what they share."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kb.data import data_dir
from kb.reading.data import read_lexicon
from kb.search.analysis import Analyzer
from kb.search.leaning import Lessons, Rarities, Settled, alike, weights
from kb.search.wording import rarities, wording_of

LEXICON = read_lexicon(data_dir("corpus") / "lexicon", "aos")
ANALYZER = Analyzer(LEXICON)
YES, NO = 1, -1
# Contrary answers, all but one word shared.
PAIRS = [
    ("l'archer tire debout après sa course ?", NO),
    ("l'archer tire couché après sa course ?", YES),
    ("le lancier frappe debout après sa course ?", NO),
    ("le lancier frappe couché après sa course ?", YES),
]


def settled(text: str, verdict: int) -> Settled:
    return Settled(verdict, tuple(dict.fromkeys(ANALYZER.keys(text))), wording_of(text, LEXICON))


def told(texts: list[str]) -> Rarities:
    return Rarities({}, rarities(wording_of(text, LEXICON) for text in texts), 1.0)


def leant(taught: list[tuple[str, int]], asked: str) -> float:
    """How far the questions of a rule lean one that is asked."""
    known = told([text for text, _verdict in taught])
    questions = [settled(text, verdict) for text, verdict in taught]
    likeness = alike([settled(asked, YES), *questions], known)[0, 1:]
    return float(likeness @ np.array(Lessons().of(questions, known)))


def test_each_question_of_a_rule_leans_to_its_own_answer() -> None:
    for text, verdict in PAIRS:
        assert leant(PAIRS, text) * verdict > 0, text


def test_what_tells_contrary_questions_apart_counts_and_what_they_share_does_not() -> None:
    assert leant(PAIRS, "le cavalier charge couché ?") > 0
    assert leant(PAIRS, "le cavalier charge debout ?") < 0
    shared = leant(PAIRS, "après sa course ?")
    assert abs(shared) < 0.1 * abs(leant(PAIRS, PAIRS[0][0]))


def test_a_question_speaks_for_the_contrary_of_one_that_only_denies() -> None:
    taught = [("l'archer peut tirer après sa course ?", NO)]
    assert leant(taught, "l'archer peut tirer après sa course ?") < 0
    assert leant(taught, "est-il interdit à l'archer de tirer après sa course ?") > 0


def test_a_question_says_less_of_another_figure() -> None:
    taught = [("trois archers tirent ?", YES)]
    assert leant(taught, "trois archers tirent ?") > leant(taught, "huit archers tirent ?") > 0


@given(st.lists(st.sampled_from([YES, NO]), min_size=len(PAIRS), max_size=len(PAIRS)))
def test_the_other_answers_teach_the_other_way(verdicts: list[int]) -> None:
    taught = [(text, verdict) for (text, _verdict), verdict in zip(PAIRS, verdicts, strict=True)]
    contrary = [(text, -verdict) for text, verdict in taught]
    asked = "le lancier tire couché ?"
    assert abs(leant(taught, asked) + leant(contrary, asked)) < 1e-3


def test_the_same_questions_teach_the_same_in_every_view() -> None:
    questions = [settled(text, verdict) for text, verdict in PAIRS]
    lessons = Lessons()
    first = lessons.of(questions, told([text for text, _verdict in PAIRS]))
    assert lessons.of(questions, Rarities({}, {}, 2.0)) == first


def test_one_question_alone_leans_like_itself() -> None:
    assert weights(np.eye(1), np.array([1.0]))[0] > 0
    assert weights(np.eye(1), np.array([-1.0]))[0] < 0

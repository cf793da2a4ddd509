"""What takes exception to what is quoted, a line a case: `cases/exceptions.tsv`."""

import re

import pytest

from kb.answer import Answerer
from kb.answer.values import Clause
from kb.store import KnowledgeBase
from tests.answer.test_cases import SILENCE, cases

_EXCEPTION = re.compile(r"(\S+) « ([^»]+) »")


@pytest.mark.parametrize(("quoted", "mode", "shown"), cases("exceptions"))
def test_an_exception_is_shown_where_it_bears_by_its_own_words(
    answerer: Answerer, quoted: str, mode: str, shown: str
) -> None:
    found = answerer.exceptions((Clause(quoted, "decides", ""),), "both", None if mode == SILENCE else mode)
    expected = _EXCEPTION.findall(shown)
    assert bool(expected) is (shown != SILENCE)
    assert [(one.id, one.text.startswith(words)) for one, (_id, words) in zip(found, expected, strict=True)] == [
        (identifier, True) for identifier, _words in expected
    ]


def test_what_a_faq_takes_back_is_not_shown_again_where_its_answer_is_quoted(answerer: Answerer) -> None:
    quoted = Clause("runewars/6.7#0.2", "decides", "")
    (shown,) = answerer.exceptions((quoted,), "both", None)
    said = shown.text.splitlines()[-1]
    assert said.startswith("R : ")
    answered = Clause("runewars/faq/ameliorations-figurine/2#0.2", "decides", said)
    assert answerer.exceptions((quoted, answered), "both", None) == ()


def test_what_another_rule_replaces_in_the_mode_played_gives_no_verdict(answerer: Answerer) -> None:
    asked = "Une bataille dure 4 tours ?"
    basic, advanced = (answerer.ask(asked, "t9a", mode=mode) for mode in ("base", "avance"))
    assert (basic.verdict, advanced.verdict) == ("oui", None)
    assert (advanced.answer.nearest, advanced.settled_by) == (None, None)
    assert [(one.relation, one.title) for one in advanced.exceptions] == [
        ("overrides", "Règles avancées, Points de victoire")
    ]


def test_every_exception_of_a_whole_rule_bears_on_one_of_its_clauses(answerer: Answerer, base: KnowledgeBase) -> None:
    tried = 0
    for work in base.work_ids(unlisted=True):
        for rule in (one for one in base.passages(base.all_ids(work)) if base.gathered(one.id, incoming=True)):
            whole = {one.id for one in answerer.exceptions((Clause(rule.id, "decides", ""),), "both", None)}
            units = [unit.id for unit in base.children(rule.id, units=True) if unit.is_unit]
            parts = (
                answerer.exceptions((Clause(unit, "decides", ""),), "both", None) for unit in (*units, f"{rule.id}#0")
            )
            assert {one.id for found in parts for one in found} == whole or len(whole) == 8, (
                rule.id
            )  # as many as are shown
            tried += bool(whole)
    assert tried > 150

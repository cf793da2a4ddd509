"""What is quoted stands in what is cited: nothing else leaves."""

from dataclasses import replace

import pytest

from kb.answer import Answerer, verified
from kb.answer.values import Clause, Quote
from kb.store import KnowledgeBase

QUESTION = "mes troupes peuvent-elles traverser une troupe amie ?"
INVENTED = Clause("runewars/livret/obstacles", "decides", "Une troupe peut tout traverser.")


@pytest.mark.parametrize("clause", [INVENTED, Clause("runewars/99.9", "decides", "Une"), replace(INVENTED, text="")])
def test_an_unfaithful_clause_never_leaves(
    answerer: Answerer, base: KnowledgeBase, caplog: pytest.LogCaptureFixture, clause: Clause
) -> None:
    answer = answerer.ask(QUESTION, "runewars")
    told = verified(base, replace(answer, answer=replace(answer.answer, because=(clause,))), "both")
    assert (told.answerable, told.confidence, told.verdict, told.settled_by) == (False, 0.0, None, None)
    assert (told.answer.quotes, told.answer.because, told.answer.conclusion) == ((), (), None)
    assert clause.id in caplog.text


def test_what_is_faithful_stays_beside_what_is_not(answerer: Answerer, base: KnowledgeBase) -> None:
    answer = answerer.ask(QUESTION, "runewars")
    because = (INVENTED, *answer.answer.because)
    conditions = (Quote(INVENTED.id, INVENTED.text), *answer.conditions)
    doubted = replace(answer, conditions=conditions, answer=replace(answer.answer, because=because))
    assert verified(base, doubted, "both") == answer


def test_a_quote_of_one_layer_is_none_of_the_other(answerer: Answerer, base: KnowledgeBase) -> None:
    answer = answerer.ask(QUESTION, "runewars")
    assert answer.answerable
    assert not verified(base, answer, "texte").answerable

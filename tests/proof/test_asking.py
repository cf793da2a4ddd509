"""Whatever is asked, in words or in JSON: an answer, or a refusal of ours in one line, in a time that grows as the question does."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kb.answer import Answerer, Judge
from kb.errors import ArbitreError
from kb.precedence import Precedence, precedence_of
from kb.store import KnowledgeBase
from tests.precedence.mutants import drawn
from tests.proof.harm import JSON, grows, spoil

QUICK = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
WORDS = [
    *("pont", "lanterne", "charge", "qui", "avant", "peut-on", "2D6", "1.2", "exemple/1.2"),
    *("?", "«", "l'", "œ", "\u0301", "\x00", "%", '"'),
]
QUESTIONS = st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@pytest.fixture(scope="module")
def answerer(small_base: KnowledgeBase) -> Answerer:
    return Answerer(small_base)


@pytest.fixture(scope="module")
def engine(small_base: KnowledgeBase) -> Precedence:
    return precedence_of(small_base, "exemple")


@pytest.fixture(scope="module")
def drawn_requests(engine: Precedence) -> list[tuple[str, dict[str, Any]]]:
    return list(drawn(engine, 10))


def _assert_answered_or_refused(ask: Callable[[], object]) -> None:
    try:
        ask()
    except ArbitreError as fault:
        assert str(fault)  # noqa: PT017
        assert "\n" not in str(fault)  # noqa: PT017


@QUICK
@given(QUESTIONS)
def test_any_question_is_answered_or_refused(answerer: Answerer, question: str) -> None:
    _assert_answered_or_refused(lambda: answerer.search(question, "exemple"))
    _assert_answered_or_refused(lambda: answerer.ask(question, "exemple"))
    _assert_answered_or_refused(lambda: answerer.ask_all(question))
    _assert_answered_or_refused(lambda: Judge(answerer).card(question, "exemple"))


@QUICK
@example("order", {"situation": "\n"})
@example("conflict", {"waives": "\n"})
@given(st.sampled_from(["order", "modify", "conflict"]), JSON)
def test_any_request_is_answered_or_refused(engine: Precedence, endpoint: str, request: object) -> None:
    _assert_answered_or_refused(lambda: getattr(engine, endpoint)(request))


@QUICK
@given(data=st.data())
def test_a_request_with_one_wrong_value_is_answered_or_refused(
    engine: Precedence, drawn_requests: list[tuple[str, dict[str, Any]]], data: st.DataObject
) -> None:
    endpoint, request = copy.deepcopy(data.draw(st.sampled_from(drawn_requests)))
    spoil(request, data)
    _assert_answered_or_refused(lambda: getattr(engine, endpoint)(request))


@pytest.mark.parametrize("piece", ["pont ", "a", "qui tient un pont ? ", "« ", "1.2 ", "peut-on avant ", "é"])
def test_time_grows_as_the_question_does(answerer: Answerer, piece: str) -> None:
    assert grows(lambda text: answerer.ask(text, "exemple"), lambda count: piece * count, 100, 8, most=4)

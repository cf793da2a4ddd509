"""Whatever is asked, in words or in JSON: an answer, or a refusal of ours in one line, in a time that grows as the question does."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kb.answer import Answerer, Judge
from kb.errors import ArbitreError
from kb.precedence import Precedence, precedence_of
from kb.store import KnowledgeBase
from tests.proof.harm import grows

QUICK = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
WORDS = [
    *("pont", "lanterne", "charge", "qui", "avant", "peut-on", "2D6", "1.2", "exemple/1.2"),
    *("?", "«", "l'", "œ", "\u0301", "\x00", "%", '"'),
]
QUESTIONS = st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
# The names that requests give their parts, and any value below each.
NAMES = [
    *("situation", "items", "label", "owner", "active", "first_player", "quantity", "base", "modifiers", "op"),
    *("value", "kind", "context", "a", "b", "says", "layer", "used", "waives"),
]
REQUESTS = st.dictionaries(st.sampled_from(NAMES), JSON, max_size=8)


@pytest.fixture(scope="module")
def answerer(small_base: KnowledgeBase) -> Answerer:
    return Answerer(small_base)


@pytest.fixture(scope="module")
def engine(small_base: KnowledgeBase) -> Precedence:
    return precedence_of(small_base, "exemple")


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
@example({"situation": "\n", "waives": "\n"})
@given(REQUESTS)
def test_any_request_is_answered_or_refused(engine: Precedence, request: dict[str, Any]) -> None:
    for asked in (engine.order, engine.modify, engine.conflict):
        _assert_answered_or_refused(lambda asked=asked: asked(request))  # type: ignore[misc]


@QUICK
@given(data=st.data())
def test_a_request_with_one_wrong_value_is_answered_or_refused(engine: Precedence, data: st.DataObject) -> None:
    situation = data.draw(st.sampled_from(engine.policy.situations))
    item = {"label": "un", "owner": "A", **{part.name: data.draw(JSON) for part in situation.attributes}}
    order = {
        "situation": situation.id,
        "active": "A",
        "first_player": "A",
        "items": [item, {**item, "label": data.draw(JSON)}],
    }
    _assert_answered_or_refused(lambda: engine.order(order))
    quantity = data.draw(st.sampled_from(engine.policy.quantities))
    modifier = {
        "label": "un",
        "op": data.draw(st.sampled_from(["set", "add", "divide"])),
        "value": data.draw(JSON),
        "owner": "A",
    }
    modify = {
        "quantity": quantity.id,
        "base": data.draw(JSON),
        "modifiers": [modifier],
        "active": "A",
        "context": data.draw(JSON),
    }
    _assert_answered_or_refused(lambda: engine.modify(modify))


@pytest.mark.parametrize("piece", ["pont ", "a", "qui tient un pont ? ", "« ", "1.2 ", "peut-on avant ", "é"])
def test_time_grows_as_the_question_does(answerer: Answerer, piece: str) -> None:
    assert grows(lambda text: answerer.ask(text, "exemple"), lambda count: piece * count, 100, 8, most=4)

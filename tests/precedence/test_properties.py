"""Whatever is asked of any situation or quantity of any game: nothing is lost, nothing is invented, and the order given does not matter."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from kb.errors import InvalidRequestError
from kb.precedence import Modified, Ordered, Precedence, Prevailing, precedence_of
from kb.store import KnowledgeBase
from tests.precedence.mutants import WORKS, drawn

TURNED = {"a": "b", "b": "a", None: None}


def labels_stand_once(found: Ordered, request: dict[str, Any]) -> None:
    told = [label for step in found.steps for label in step.labels] + [kept.label for kept in found.excluded]
    assert sorted(told) == sorted(item["label"] for item in request["items"])
    assert found.decided_by or found.undecided
    for group in found.undecided:
        assert any(set(group) == set(step.labels) for step in found.steps)
    for step in found.steps:
        assert (step.mode == "single") == (len(step.labels) == 1)
        assert step.chooser in {None, "A", "B"}
        assert step.mode is not None or step.labels in found.undecided


def a_value_has_its_proof(found: Modified, _request: dict[str, Any]) -> None:
    known = found.value is not None or found.needed is not None
    assert not (known and found.impossible)
    assert bool(found.decided_by) == (known or found.impossible)


def who_prevails_has_its_proof(found: Prevailing, _request: dict[str, Any]) -> None:
    assert found.decided_by or found.prevails is None


def shuffled(endpoint: str, request: dict[str, Any]) -> dict[str, Any]:
    """The same request, what it lists in another order."""
    if endpoint == "conflict":
        return {**request, "a": request["b"], "b": request["a"], "waives": TURNED[request["waives"]]}
    listed = "items" if endpoint == "order" else "modifiers"
    return {**request, listed: random.Random(11).sample(request[listed], len(request[listed]))}  # noqa: S311 - no secret


def shape(found: Ordered | Modified | Prevailing, *, turned: bool) -> object:
    """What does not depend on the order of a request."""
    if isinstance(found, Ordered):
        return [(sorted(step.labels), step.mode, step.chooser) for step in found.steps]
    if isinstance(found, Modified):
        return (found.value, found.needed, found.impossible)
    return TURNED[found.prevails] if turned else found.prevails


HOLDS: dict[str, Callable[[Any, dict[str, Any]], None]] = {
    "order": labels_stand_once,
    "modify": a_value_has_its_proof,
    "conflict": who_prevails_has_its_proof,
}


@pytest.mark.slow
@pytest.mark.parametrize("work", [*WORKS, "exemple"])
def test_any_answer_is_whole_proved_and_the_same_in_another_order(base: KnowledgeBase, work: str) -> None:
    engine: Precedence = precedence_of(base, work)
    answered = 0
    for endpoint, request in drawn(engine, 20):
        ask = getattr(engine, endpoint)
        try:
            found = ask(request)
        except InvalidRequestError as fault:
            assert "la règle dépend de ce joueur" in str(fault) or "la table n'a pas d'entrée" in str(fault)  # noqa: PT017
            continue
        HOLDS[endpoint](found, request)
        other = ask(shuffled(endpoint, request))
        assert shape(found, turned=False) == shape(other, turned=endpoint == "conflict"), request
        answered += 1
    assert answered > 100

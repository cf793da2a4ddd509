"""Whatever is asked of any situation or quantity of any game: nothing is lost, nothing is invented, and the order given does not matter."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.errors import ArbitreError
from kb.policy import Attribute, Situation
from kb.precedence import Ordered, Precedence, precedence_of
from kb.store import KnowledgeBase

WORKS = ("aos", "exemple", "runewars", "t9a", "wap", "warmachine")
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def engines(base: KnowledgeBase) -> dict[str, Precedence]:
    return {work: precedence_of(base, work) for work in WORKS}


def value_of(attribute: Attribute) -> st.SearchStrategy[Any]:
    low = attribute.least if attribute.least is not None else 0
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "nombre": st.integers(low, attribute.most if attribute.most is not None else low + 10),
        "oui-non": st.booleans(),
        "camp": st.sampled_from(["A", "B"]),
        "texte": st.sampled_from(attribute.values or ("autre",)),
        "mot": st.sampled_from(attribute.values or ("",)),
    }
    found = kinds[attribute.type]
    return st.none() | found if attribute.nullable else found


def attributes_of(attributes: tuple[Attribute, ...], *, whole: bool) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({part.name: value_of(part) for part in attributes if part.whole == whole})


@st.composite
def requests(draw: st.DrawFn, situation: Situation) -> dict[str, Any]:
    count = draw(st.integers(1, 6))
    items = [
        {
            "label": f"élément {place}",
            "owner": draw(st.sampled_from(["A", "B", "neutral"])),
            **draw(attributes_of(situation.attributes, whole=False)),
        }
        for place in range(count)
    ]
    players = {name: draw(st.sampled_from(["A", "B"])) for name in ("active", "first_player")}
    return {
        "situation": situation.id,
        **players,
        **draw(attributes_of(situation.attributes, whole=True)),
        "items": items,
    }


def ordered(engine: Precedence, request: dict[str, Any]) -> Ordered | None:
    """An order, or nothing when a null of the request leaves a player unknown."""
    try:
        return engine.order(request)
    except ArbitreError as fault:
        assert "cet attribut manque : la règle dépend de ce joueur" in str(fault)  # noqa: PT017
        return None


@pytest.mark.parametrize("work", WORKS)
@QUICK
@given(data=st.data())
def test_every_label_stands_once_and_proof_is_never_empty(
    engines: dict[str, Precedence], work: str, data: st.DataObject
) -> None:
    engine = engines[work]
    request = data.draw(requests(data.draw(st.sampled_from(engine.policy.situations))))
    found = ordered(engine, request)
    if found is None:
        return
    told = [label for step in found.steps for label in step.labels] + [kept.label for kept in found.excluded]
    assert sorted(told) == sorted(item["label"] for item in request["items"])
    assert found.decided_by or found.undecided
    for group in found.undecided:
        assert any(set(group) == set(step.labels) for step in found.steps)
    for step in found.steps:
        assert (step.mode == "single") == (len(step.labels) == 1)
        assert step.chooser in {None, "A", "B"}
        assert step.mode is not None or step.labels in found.undecided


@pytest.mark.parametrize("work", WORKS)
@QUICK
@given(data=st.data())
def test_the_order_in_which_items_are_given_does_not_matter(
    engines: dict[str, Precedence], work: str, data: st.DataObject
) -> None:
    engine = engines[work]
    request = data.draw(requests(data.draw(st.sampled_from(engine.policy.situations))))
    shuffled = {**request, "items": data.draw(st.permutations(request["items"]))}
    first, second = ordered(engine, request), ordered(engine, shuffled)
    assert _shape(first) == _shape(second)


def _shape(found: Ordered | None) -> list[Any] | None:
    return None if found is None else [(sorted(step.labels), step.mode, step.chooser) for step in found.steps]


@pytest.mark.parametrize("work", WORKS)
@QUICK
@given(data=st.data())
def test_a_value_is_given_with_its_proof_or_not_at_all(
    engines: dict[str, Precedence], work: str, data: st.DataObject
) -> None:
    engine = engines[work]
    quantity = data.draw(st.sampled_from(engine.policy.quantities))
    modifier = st.fixed_dictionaries(
        {
            "label": st.sampled_from(["un", "deux", "trois"]),
            "op": st.sampled_from(["set", "multiply", "divide", "add", "subtract"]),
            "value": st.integers(1, 4),
            "owner": st.sampled_from(["A", "B", "neutral"]),
            "kind": st.sampled_from(["passive", "activated", "rule"]),
            "used": st.none() | st.integers(1, 3),
        }
    )
    modifiers = data.draw(st.lists(modifier, max_size=4))
    context = data.draw(attributes_of(quantity.attributes, whole=False))
    base = data.draw(st.integers(0, 10)) if quantity.based else None
    request = {"quantity": quantity.id, "base": base, "modifiers": modifiers, "active": "A", "context": context}
    try:
        found = engine.modify(request)
    except ArbitreError as fault:
        assert str(fault)  # noqa: PT017
        return
    known = found.value is not None or found.needed is not None
    assert not (known and found.impossible)
    assert bool(found.decided_by) == (known or found.impossible)
    shuffled = engine.modify({**request, "modifiers": data.draw(st.permutations(modifiers))})
    assert (shuffled.value, shuffled.needed, shuffled.impossible) == (found.value, found.needed, found.impossible)

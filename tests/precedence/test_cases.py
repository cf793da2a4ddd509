"""The case files of `cases/`: what every kind of clause does, under one made-up policy."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from kb.errors import InvalidRequestError
from kb.policy import Policy, read_policy
from kb.policy.clauses import CONFLICT_CLAUSES, MODIFY_CLAUSES, ORDER_CLAUSES
from kb.policy.conditions import Scalar
from kb.precedence.conflicts import prevailing
from kb.precedence.fields import plain
from kb.precedence.modifying import Setting, Working, unreadable, work_out
from kb.precedence.ordering import Resolved, resolve
from kb.precedence.requests import conflict_request, modify_request, order_request

CASES = Path(__file__).parent / "cases"
TABLE = {2: "5+", 3: "4+", 4: "-"}


def cases(name: str) -> list[Any]:
    read = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))["cas"]
    return [pytest.param(case, id=case.get("titre", case.get("dit"))) for case in read]


@pytest.fixture(scope="module")
def policy() -> Policy:
    return read_policy(tomllib.loads((CASES / "politique.toml").read_text(encoding="utf-8")))


def value(told: str) -> Scalar:
    known: dict[str, Scalar] = {"oui": True, "non": False, "aucun": None}
    if told in known:
        return known[told]
    return int(told) if told.lstrip("-").isdigit() else told


def item(told: str) -> dict[str, Any]:
    label, owner, *attributes = told.split()
    pairs = (attribute.split("=") for attribute in attributes)
    return {"label": label, "owner": owner, **{name: value(given) for name, given in pairs}}


def told_step(group: Resolved) -> str:
    labels = ", ".join(held.label for held in group.group.items)
    how = " ".join(filter(None, (group.mode or "null", group.chooser)))
    return f"{labels} = {how} [{', '.join(dict.fromkeys(group.proofs))}]"


@pytest.mark.parametrize("case", cases("ordre"))
def test_order(policy: Policy, case: dict[str, Any]) -> None:
    request = {
        "situation": case["situation"],
        "active": case.get("actif", "A"),
        "first_player": "A",
        "items": [item(told) for told in case["elements"]],
        **case.get("demande", {}),
    }
    found = resolve(order_request(policy, request))
    assert [told_step(group) for group in found.groups] == case["attendu"]
    undecided = [", ".join(held.label for held in group.group.items) for group in found.groups if group.open]
    assert undecided == case.get("indecis", [])
    excluded = [f"{held.label} [{', '.join(cites)}]" for held, cites in found.excluded]
    assert excluded == case.get("ecartes", [])


def cell(table: str, row: Scalar, _column: Scalar) -> tuple[str, str]:
    if row not in TABLE:
        raise unreadable("adresse", row, tuple(map(str, TABLE)))
    return f"{table}#{list(TABLE).index(int(str(row))) + 1}", TABLE[int(str(row))]


def modifier(told: str) -> dict[str, Any]:
    op, amount, owner, kind, label = told.split()
    return {"op": op, "value": float(amount), "owner": owner, "kind": kind, "label": label}


def worked(policy: Policy, request: dict[str, Any]) -> Working:
    return work_out(Setting(modify_request(policy, request), policy, cell, tuple))


@pytest.mark.parametrize("case", cases("valeur"))
def test_modify(policy: Policy, case: dict[str, Any]) -> None:
    state = worked(
        policy,
        {
            "quantity": case["quantite"],
            "base": case.get("base"),
            "modifiers": [modifier(told) for told in case.get("modificateurs", [])],
            "active": "A",
            "context": case.get("contexte", {}),
        },
    )
    expected = case["attendu"]
    assert state.impossible == (expected == "impossible")
    assert state.undecided == (expected == "null")
    if not state.impossible and not state.undecided:
        assert state.value is not None
        found = plain(state.value)
        assert (f"{found}+" if isinstance(expected, str) else found) == expected
    assert set(case.get("regles", [])) <= set(state.proofs)
    limits = [f"{limit.kind} {limit.value} [{', '.join(limit.decided_by)}]" for limit in state.limits]
    assert limits == case.get("bornes", [])


def side(told: str) -> dict[str, Any]:
    says, layer, owner, kind, used = told.split()
    return {"label": told, "says": says, "layer": layer, "owner": owner, "kind": kind, "used": int(used)}


@pytest.mark.parametrize("case", cases("conflit"))
def test_conflict(policy: Policy, case: dict[str, Any]) -> None:
    request = {"a": side(case["a"]), "b": side(case["b"]), "waives": case.get("leve"), "active": "A"}
    prevails, _reason, cites = prevailing(policy, conflict_request(policy, request))
    assert f"{prevails or 'null'} [{', '.join(cites)}]" == case["attendu"]


@pytest.mark.parametrize("case", cases("requetes-fautives"))
def test_a_faulty_request_names_the_attribute_and_what_it_accepts(policy: Policy, case: dict[str, Any]) -> None:
    asked: dict[str, Callable[[Any], object]] = {
        "order": lambda request: resolve(order_request(policy, request)),
        "modify": lambda request: worked(policy, request),
        "conflict": lambda request: conflict_request(policy, request),
    }
    with pytest.raises(InvalidRequestError) as fault:
        asked[case["genre"]](case["requete"])
    assert fault.value.attribute == case["attribut"]
    assert str(fault.value) == case["dit"]


def test_every_kind_of_clause_has_its_cases(policy: Policy) -> None:
    used: Iterable[str] = (
        clause.genre
        for clauses in (
            *(part.clauses for part in policy.situations),
            *(part.clauses for part in policy.quantities),
            policy.conflict.clauses,
        )
        for clause in clauses
    )
    assert set(used) == {*ORDER_CLAUSES, *MODIFY_CLAUSES, *CONFLICT_CLAUSES}

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
from kb.precedence import Precedence
from kb.precedence.cases import differences
from kb.precedence.rules import CitedRules
from kb.store import TableRow

CASES = Path(__file__).parent / "cases"
TABLE = {2: "5+", 3: "4+", 4: "-"}


def cases(name: str) -> list[Any]:
    read = tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))["cas"]
    return [pytest.param(case, id=case.get("titre", case.get("dit"))) for case in read]


@pytest.fixture(scope="module")
def policy() -> Policy:
    return read_policy(tomllib.loads((CASES / "politique.toml").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def engine(policy: Policy) -> Precedence:
    rows = [
        TableRow(f"table-du-tir#{place}", (("Adresse", str(row)), ("Taille 2", TABLE[row])))
        for place, row in enumerate(TABLE, 1)
    ]
    return Precedence(policy, CitedRules("essai", {"table-du-tir": rows}))


@pytest.mark.parametrize("case", [case for name in ("ordre", "valeur", "conflit") for case in cases(name)])
def test_what_a_clause_does(engine: Precedence, case: dict[str, Any]) -> None:
    assert differences(engine, case) == []


@pytest.mark.parametrize("case", cases("requetes-fautives"))
def test_a_faulty_request_names_the_attribute_and_what_it_accepts(engine: Precedence, case: dict[str, Any]) -> None:
    asked: dict[str, Callable[[Any], object]] = {
        "order": engine.order,
        "modify": engine.modify,
        "conflict": engine.conflict,
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

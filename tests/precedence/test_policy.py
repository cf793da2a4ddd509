"""A `precedence.toml` holds nothing that the vocabulary does not know, and every fault is told with its place.

The case files of `cases/` say what every kind of clause does, under one made-up policy.
"""

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simplemma import lemmatize

from kb.check import check
from kb.errors import InvalidRequestError, Severity
from kb.policy import Policy, clause_kinds, read_policy
from kb.precedence import Precedence, precedence_of
from kb.precedence.cases import differences
from kb.precedence.modifying import _APPLIED
from kb.precedence.ordering import _CUTS, MODES
from kb.precedence.rules import CitedRules
from kb.reading.data import read_precedence
from kb.store import KnowledgeBase, TableRow
from kb.system.bounds import REQUEST_PARTS
from kb.system.data import data_dir
from tests.canon import linked

CASES = Path(__file__).parent / "cases"
TABLE = {2: "5+", 3: "4+", 4: "-"}


def test_a_policy_survives_the_base() -> None:
    policy = read_precedence(data_dir("corpus") / "exemple")
    assert policy is not None
    assert read_policy(json.loads(policy.printed)) == policy


def test_a_unit_says_how_one_of_it_is_written() -> None:
    """« carte(s) », for « 1 carte » : a word that is another in the plural has its ending apart; « pas » is the same."""
    policies = [read_precedence(path.parent) for path in data_dir("corpus").glob("*/precedence.toml")]
    firsts = {
        quantity.unit.partition(" ")[0].lower() for policy in policies if policy for quantity in policy.quantities
    }
    assert {one for one in firsts if one.endswith(("s", "x")) and lemmatize(one, lang="fr") != one} == set()
    assert {"point(s)", "pas", "fois"} <= firsts


def test_every_kind_of_clause_has_its_function_and_its_cases(policy: Policy) -> None:
    ordering, working_out, deciding = (set(clause_kinds(family)) for family in ("ordre", "valeur", "conflit"))
    assert {"exclure", "traiter", *_CUTS, *MODES} == ordering
    assert set(_APPLIED) == working_out
    assert {clause.genre for _where, clause in policy.clauses()} == ordering | working_out | deciding


def test_a_clause_that_cites_what_does_not_exist_is_an_error() -> None:
    text = '[[situation]]\nid = "x"\ntitre = "X"\ncite = ["1"]\nclause = [{ genre = "indecis", cite = ["9.9"] }]\n'
    book = replace(linked("# Partie {#1}\n\nUne règle.\n").book, policy=read_policy(tomllib.loads(text)))
    findings = check(book)
    wrong = [finding for finding in findings if finding.code == "CLAUSE-SANS-REGLE"]
    assert [finding.severity for finding in wrong] == [Severity.ERROR]
    assert wrong[0].message == "« x » cite « 9.9 », qui n'existe pas"


@pytest.mark.parametrize(
    ("work", "a", "b", "prevails"),
    [
        # An exception that the book prints, to what it forbids; named by their titles, up to a colon.
        ("warmachine", ("Frappes gratuites", "can"), ("Être poussé : pas de frappe", "cannot"), "b"),
        ("warmachine", ("Être poussé", "cannot"), ("Frappe gratuite (adverse)", "can"), "a"),
        # Two obligations: an exception between them takes from one what it does not give to the other.
        ("wap", ("Frappe toujours en premier", "must"), ("Frappe toujours en dernier", "must"), None),
        # Names that the book does not have.
        ("wap", ("Une règle de la maison", "can"), ("Régénération", "cannot"), None),
    ],
)
def test_a_printed_exception_decides_between_two_rules_that_are_named(
    base: KnowledgeBase, work: str, a: tuple[str, str], b: tuple[str, str], prevails: str | None
) -> None:
    sides = {side: {"label": label, "says": says} for side, (label, says) in (("a", a), ("b", b))}
    found = precedence_of(base, work).conflict({**sides, "waives": None, "active": "A"})
    assert found.prevails == prevails
    assert bool(found.decided_by) == (prevails is not None)


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
    with pytest.raises(InvalidRequestError) as fault:
        getattr(engine, case["genre"])(case["requete"])
    assert fault.value.attribute == case["attribut"]
    assert str(fault.value) == case["dit"]


@pytest.mark.parametrize("empty", [[], {}, "", 0, False])
@pytest.mark.parametrize("slot", ["context", "modifiers"])
def test_what_is_empty_is_of_its_own_kind_all_the_same(engine: Precedence, slot: str, empty: object) -> None:
    """Null alone is as good as nothing."""
    request = {"quantity": "pas", "base": 3, "modifiers": [], "context": {}}
    if isinstance(empty, type(request[slot])):
        assert engine.modify({**request, slot: empty}) == engine.modify({**request, slot: None})
    else:
        with pytest.raises(InvalidRequestError, match=rf"^{slot} : il faut une? \w+ JSON, entre "):
            engine.modify({**request, slot: empty})


def test_a_refusal_says_the_nearest_name_first_and_not_all_those_that_there_are() -> None:
    told = str(InvalidRequestError("quantity", "« n40 » n'est pas accepté", tuple(f"n{i}" for i in range(50)), "n4"))
    assert told.startswith("quantity : « n40 » n'est pas accepté ; voulez-vous dire « n4 » ? ; accepté : n0, n1, ")
    assert told.endswith("n19, et 30 autres")


def test_what_a_conflict_does_not_know_of_is_told(engine: Precedence) -> None:
    sides = {name: {"label": name, "says": "can"} for name in ("a", "b")}
    assert engine.conflict({**sides, "active": "A", "waive": "a"}).ignored == ("waive",)


@pytest.mark.parametrize("written", ["3", " 3+ ", "3,0", 3.0])
def test_a_figure_is_read_as_players_write_it(engine: Precedence, written: object) -> None:
    def asked(size: object) -> object:
        items = [{"label": "un", "owner": "A", "taille": size}, {"label": "deux", "owner": "A", "taille": 5}]
        return engine.order({"situation": "file", "active": "A", "items": items})

    assert asked(written) == asked(3)


@pytest.mark.parametrize("more", [0, 1])
def test_a_request_holds_no_more_parts_than_are_resolved_at_once(engine: Precedence, more: int) -> None:
    items = [{"label": f"{at}", "owner": "A", "taille": at % 10} for at in range(REQUEST_PARTS + more)]
    request = {"situation": "file", "active": "A", "items": items}
    if more:
        with pytest.raises(InvalidRequestError, match="la liste tient 101 éléments ; 100 au plus à la fois"):
            engine.order(request)
    else:
        assert engine.order(request).steps

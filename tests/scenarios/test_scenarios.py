"""Scenarios written from the rulebooks: what the engine must say of each, and by which rule.

`dev/` was looked at, in part written, with the policies; `held/`, by others than the policies, measures. `exemples/` are the worked
examples of the publications.
`ouverts.toml` are those that do not hold, each with its reason: it only gets shorter.
"""

import tomllib
from pathlib import Path

import pytest

from kb.answer import Resolver
from kb.errors import UnusableFileError
from kb.store import KnowledgeBase
from tests.bench.scenarios import Scenario, misses, proved, read_scenarios, response

FOLDER = Path(__file__).parent
OPEN = {
    entry["id"]: entry["raison"]
    for entry in tomllib.loads((FOLDER / "ouverts.toml").read_text(encoding="utf-8")).get("ouvert", [])
}
WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")
OWN = read_scenarios(file for part in ("dev", "held") for file in sorted((FOLDER / part).glob("*.jsonl")))
ALL = [*OWN, *read_scenarios(sorted((FOLDER / "exemples").glob("*.jsonl")))]


@pytest.fixture(scope="module")
def resolver(base: KnowledgeBase) -> Resolver:
    return Resolver(base)


@pytest.fixture(scope="module")
def text_resolver(text_base: KnowledgeBase) -> Resolver:
    return Resolver(text_base)


def holding(work: str) -> list[Scenario]:
    """The scenarios of a work that are not told to be open."""
    return [scenario for scenario in ALL if scenario.game == work and scenario.id not in OPEN]


@pytest.mark.parametrize("work", WORKS)
def test_the_response_is_what_the_rulebook_gives(resolver: Resolver, work: str) -> None:
    told = [(scenario, response(resolver, scenario)) for scenario in holding(work)]
    assert {one.id: (missed, said) for one, said in told if (missed := misses(one, said))} == {}


@pytest.mark.publication
@pytest.mark.parametrize("work", WORKS)
def test_the_rule_that_decides_is_cited(text_resolver: Resolver, work: str) -> None:
    told = [(scenario, response(text_resolver, scenario)) for scenario in holding(work) if scenario.lines]
    assert {one.id: (missed, said) for one, said in told if (missed := misses(one, said))} == {}
    assert {one.id: said["decided_by"] for one, said in told if not proved(one, said, text_resolver.base)} == {}


@pytest.mark.publication
@pytest.mark.parametrize("identifier", OPEN)
def test_what_is_told_to_be_open_is_still_open(text_resolver: Resolver, identifier: str) -> None:
    scenario = next(scenario for scenario in ALL if scenario.id == identifier)
    told = response(text_resolver, scenario)
    assert misses(scenario, told) or not proved(scenario, told, text_resolver.base), f"{identifier} tient : ôtez-le"


@pytest.mark.parametrize("work", WORKS)
def test_there_are_enough_scenarios(work: str) -> None:
    mine = [scenario for scenario in OWN if scenario.game == work]
    assert len(mine) >= 60
    assert sum("tricky" in scenario.tags for scenario in mine) * 3 >= len(mine)
    assert sum("undecidable" in scenario.tags for scenario in mine) * 10 >= len(mine)


@pytest.mark.parametrize("work", WORKS)
def test_every_situation_and_quantity_has_scenarios(resolver: Resolver, work: str) -> None:
    engine = resolver.precedence(work)
    asked = {
        scenario.request.get("situation") or scenario.request.get("quantity")
        for scenario in ALL
        if scenario.game == work
    }
    assert {part.id for part in engine.policy.situations} | {part.id for part in engine.policy.quantities} <= asked


def test_a_scenario_bears_its_own_id() -> None:
    identifiers = [scenario.id for scenario in ALL]
    assert len(set(identifiers)) == len(identifiers)


def test_what_is_no_scenario_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "essai.jsonl").write_text('\n{"id": "un"}\n', encoding="utf-8")
    with pytest.raises(UnusableFileError, match=r"essai\.jsonl:2 : ce n'est pas un scénario"):
        read_scenarios([tmp_path / "essai.jsonl"])


def test_a_scenario_that_does_not_hold_is_seen(resolver: Resolver) -> None:
    holding = next(
        scenario for scenario in ALL if scenario.endpoint == "timing" and scenario.expect["relation"] == "before"
    )
    wrong = Scenario(holding.id, holding.game, "timing", holding.request, {"relation": "after"}, ())
    assert misses(wrong, response(resolver, wrong)) == ["relation"]

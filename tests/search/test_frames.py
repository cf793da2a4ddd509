"""Events read in a question and in a rule meet by their keys."""

from __future__ import annotations

import pytest

from kb.data import data_dir
from kb.reading.data import read_lexicon
from kb.search.analysis import Analyzer
from kb.search.frames import actions, question_frames, rule_frames

ANALYZER = Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "wap"))
ACTS = actions(["fuit", "fuient", "traverse", "traversent", "détruite", "chargent", "charge", "chargée"], ANALYZER)


def key(word: str) -> str:
    return ANALYZER.key(word)


def told(question: str) -> set[str]:
    return {found for frame in question_frames(question, ANALYZER, ACTS) for found in frame.as_keys()}


def named(rule: str) -> set[str]:
    return {found for frame in rule_frames(rule, ANALYZER, ACTS) for found in frame.as_keys()}


def test_a_conjugated_word_is_an_action_and_a_noun_alone_is_none() -> None:
    assert key("fuient") in ACTS
    assert actions(["table", "tables", "rocher", "rochers"], ANALYZER) == frozenset()


def test_who_does_what_to_whom_and_where() -> None:
    found = told("mon unité charge un géant derrière la forêt ?")
    charge = key("charge")
    assert {f"{charge}!", f"{charge}<{key('unité')}", f"{charge}>{key('géant')}", f"{charge}@{key('forêt')}"} <= found


def test_a_passive_meets_its_active() -> None:
    active, passive = told("le géant charge l'unité"), told("l'unité est chargée par le géant")
    charge = key("charge")
    assert f"{charge}<{key('géant')}" in active & passive
    assert f"{charge}>{key('unité')}" in active & passive


def test_what_does_not_happen_is_denied() -> None:
    assert f"{key('charge')}!non" in told("si elle ne charge pas")
    assert f"{key('charge')}!non" not in told("si elle charge")


def test_a_rule_names_the_events_of_its_conditions_alone() -> None:
    found = named("Testez le moral quand une unité fuit à travers une alliée. Les autres chargent.")
    assert f"{key('fuit')}@{key('alliée')}" in found
    assert not any(name.startswith(f"{key('charge')}!") for name in found)


@pytest.mark.parametrize(
    "rule", ["si une unité amie fuit", "lorsqu'une unité amie fuit", "chaque fois qu'une unité amie fuit"]
)
def test_every_opener_of_a_condition_is_known(rule: str) -> None:
    assert f"{key('fuit')}<{key('unité')}" in told("une unité fuit, que se passe-t-il ?") & named(f"Testez {rule}.")

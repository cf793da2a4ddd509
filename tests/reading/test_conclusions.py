"""What is declared of rules, as it is written beside a work: read whole; what is refused is in `fautes.toml`."""

import tomllib
from dataclasses import replace
from pathlib import Path

from kb.model.conclusions import Case, Condition, Issue
from kb.reading.conclusions import read_conclusions

_MODELS = tomllib.loads(Path(__file__).with_name("fautes.toml").read_text(encoding="utf-8"))["modele"]


def test_an_issue_of_two_rules_is_one_of_each(tmp_path: Path) -> None:
    (tmp_path / "conclusions.toml").write_text(_MODELS["conclusions.toml"], encoding="utf-8")
    first, second = read_conclusions(tmp_path)
    assert first == Issue(
        provision="1",
        acts=("sauter",),
        contrary=("rester au sol",),
        answer="oui",
        clause="1#1.1",
        cases=(
            # A term brings its contrary to the other side.
            Case((Condition(said=("galop", "course"), denied=("au pas",)),), "non", "oui"),
            Case(
                (Condition(said=("haie",), most=2.0), Condition(said=("poney",), presumed=None)), "oui", clause="1#1.2"
            ),
        ),
    )
    # The clauses are those of the first rule.
    assert second == replace(first, provision="2")

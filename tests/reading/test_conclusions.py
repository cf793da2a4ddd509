"""What is declared of rules, as it is written beside a work: read whole, or refused with its place."""

from dataclasses import replace
from pathlib import Path

from kb.model.conclusions import Case, Condition, Issue
from kb.reading.conclusions import read_conclusions

DECLARED = """
[termes]
"@au-galop" = { dit = ["galop", "course"], contraire = ["au pas"] }

[[issue]]
regle = ["1", "2"]
acte = ["sauter"]
contraire = ["rester au sol"]
defaut = "oui"
clause = "#1.1"
cas = [
    { dit = ["@au-galop"], alors = "non", sinon = "oui" },
    { si = [{ dit = ["haie"], au-plus = 2 }, { dit = ["poney"], presume = "rien" }], alors = "oui", clause = "#1.2" },
]
"""


def read(folder: Path, text: str) -> tuple[Issue, ...]:
    (folder / "conclusions.toml").write_text(text, encoding="utf-8")
    return read_conclusions(folder)


def test_an_issue_of_two_rules_is_one_of_each(tmp_path: Path) -> None:
    first, second = read(tmp_path, DECLARED)
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

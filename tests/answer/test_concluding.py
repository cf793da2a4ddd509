"""Issues declared of a rule of our own, tried on the cases that players tell: the words they ask in, what they deny or leave unsaid."""

from __future__ import annotations

import pytest

from kb.answer.concluding import conclude
from kb.model.conclusions import Case, Condition, Issue
from kb.reading.data import read_lexicon
from kb.search import Analyzer, Utterance
from kb.search.phrases import issue_in_keys
from kb.system.data import data_dir

# A wagon may ford a river, unless it is loaded; loaded, by day. It never fires from the river. Its crew may swim as far as 4 pouces. The
# toll is due when its crew is larger than the guard.
LOADED = Condition(("chargé", "plein"), ("à vide",))
ISSUES = (
    Issue(
        "gue",
        ("passer/franchir le gué/rivière", "travers* gué/rivière"),
        contrary=("rester sur la rive",),
        answer="oui",
        clause="gue#1.1",
        cases=(
            Case((LOADED,), "non", otherwise="oui", clause="gue#1.2"),
            Case((LOADED, Condition(("de jour",), ("de nuit",))), "oui", clause="gue#1.3"),
            Case((Condition(("en crue",)),), None),
        ),
    ),
    Issue("gue", ("tir*",), answer="non", clause="gue#2.1"),
    Issue(
        "gue",
        ("nag*",),
        cases=(Case((Condition(("pouces", "pas"), most=4),), "oui", otherwise="non", clause="gue#3.1"),),
    ),
    Issue(
        "gue",
        ("péage",),
        must=True,
        cases=(Case((Condition(("équipage",), beside=("garde",), sign=">"),), "oui", otherwise="non"),),
    ),
    Issue("gue", ("embourb*",), answer="oui", cases=(Case((Condition(("gelé",), presumed=None),), "non"),)),
)


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return Analyzer(read_lexicon(data_dir("corpus") / "lexicon", "exemple"))


@pytest.fixture(scope="module")
def issues(analyzer: Analyzer) -> list[Issue]:
    """The issues as a base holds them."""
    return [issue_in_keys(issue, analyzer) for issue in ISSUES]


@pytest.mark.parametrize(
    ("question", "said", "clause"),
    [
        # The default, asked plainly, denied, as forbidden, by its contrary.
        ("Mon chariot peut franchir la rivière ?", "oui", "gue#1.1"),
        # A case of which the rule says nothing.
        ("Mon chariot peut franchir la rivière en crue ?", None, None),
        ("mon chariot passe le gue ?", "oui", "gue#1.1"),
        ("Mon chariot ne peut pas franchir la rivière ?", "non", "gue#1.1"),
        ("Est-il interdit de traverser le gué ?", "non", "gue#1.1"),
        ("Mon chariot doit rester sur la rive, alors ?", None, None),
        ("Mon chariot va rester sur la rive ?", "non", "gue#1.1"),
        # A case: said, denied, by its contrary; the exception to it.
        ("Mon chariot chargé traverse la rivière, c'est bon ?", "non", "gue#1.2"),
        ("Mon chariot n'est pas chargé. Il traverse la rivière ?", "oui", "gue#1.2"),
        ("Sans être chargé, mon chariot passe le gué ?", "oui", "gue#1.2"),
        ("À vide, mon chariot passe le gué ?", "oui", "gue#1.2"),
        ("Chargé, il passe le gué de jour ?", "oui", "gue#1.3"),
        ("Chargé, il passe le gué de nuit ?", "non", "gue#1.2"),
        # A story: what is told before what is asked.
        ("On débarque. L'ennemi est loin et mon chariot est plein. Je peux passer le gué ?", "non", "gue#1.2"),
        # Figures on either side of a limit, in letters too.
        ("Il nage sur 3 pouces ?", "oui", "gue#3.1"),
        ("Il peut nager à six pouces ?", "non", "gue#3.1"),
        # Two figures compared; an obligation asked of an act that is one.
        ("Équipage de 6 contre une garde de 4 : faut-il payer le péage ?", "oui", None),
        ("Équipage de 4 contre une garde de 6 : faut-il payer le péage ?", "non", None),
        # An obligation asked of an act that is none, an act of which nothing is said, a case that hangs on what is not told.
        ("Mon chariot doit-il franchir la rivière ?", None, None),
        ("Mon chariot peut-il faire demi-tour ?", None, None),
        ("Il s'embourbe ?", None, None),
    ],
)
def test_what_is_declared_is_tried_on_a_case(
    analyzer: Analyzer, issues: list[Issue], question: str, said: str | None, clause: str | None
) -> None:
    concluded = conclude(Utterance(question, analyzer), issues)
    assert (concluded and concluded.said, concluded and concluded.clause) == (said, clause)


def test_two_issues_that_differ_conclude_nothing(analyzer: Analyzer, issues: list[Issue]) -> None:
    either = Issue("gue", ("tir*",), answer="oui")
    assert conclude(Utterance("Il tire ?", analyzer), issues) is not None
    assert conclude(Utterance("Il tire ?", analyzer), (*issues, either)) is None


def test_what_nothing_takes_in_is_told(analyzer: Analyzer, issues: list[Issue]) -> None:
    concluded = conclude(Utterance("Mon chariot passe le gué sous la pluie ?", analyzer), issues)
    assert concluded is not None
    assert not concluded.holds
    assert {analyzer.key("chariot"), analyzer.key("pluie")} <= {*concluded.left}

"""What each kind of order makes of two moments, on a made-up game; and what a name may not do."""

from __future__ import annotations

import pytest

from kb.errors import UnknownMomentError
from kb.timing import Timeline, compare


@pytest.mark.parametrize(
    ("a", "b", "relation"),
    [
        # The order of the book, and a moment within another.
        ("phase de salve", "phase d'abordage", "before"),
        ("l'abordage", "la canonnade", "after"),
        ("le pointage", "phase de salve", "same"),
        # Two things of a moment where all is resolved at once.
        ("tirs de mes canons", "tir des canons adverses", "simultaneous"),
        # A loop in which the players take turns.
        ("un assaut", "l'assaut de l'adversaire", "alternate"),
        # One window, whose user orders what stands in it; a heap that nothing orders.
        ("hisser le pavillon", "fusée", "same"),
        ("recoudre les voiles", "pompes", "unordered"),
        # What comes back by number.
        ("ronde 2", "ronde 5", "before"),
        ("troisième ronde", "première ronde", "after"),
        ("ronde 2", "ronde 2", "same"),
        # A sequence played in two places: beside a moment of one of them, within itself, beside what stands between the two.
        ("pointage", "jet de voilure", "before"),
        ("jet de voilure", "jet de bordage", "after"),
        ("assaut", "jet de bordage", "before"),
        ("fusée", "jet de bordage", "unordered"),
        # A rule by its timing line; a rule that stands nowhere.
        ("Grappins", "canonnade", "after"),
        ("Vigie", "canonnade", "unordered"),
        ("Vigie", "Vigie", "same"),
    ],
)
def test_two_names_compare(ships: Timeline, a: str, b: str, relation: str) -> None:
    assert compare(ships, a, b).relation == relation


def test_the_rule_that_prints_both_comes_first(ships: Timeline) -> None:
    found = compare(ships, "jet de bordage", "jet de voilure")
    assert [proof.id for proof in found.decided_by] == ["essai/1.4"]
    assert compare(ships, "voiles recousues", "pompes").decided_by == ()


@pytest.mark.parametrize("name", ["le jet", "unité", "une phase", "xyzzy", "de la"])
def test_a_weak_word_is_never_a_guess(ships: Timeline, name: str) -> None:
    with pytest.raises(UnknownMomentError, match="moment inconnu"):
        ships.find(name)


def test_a_name_that_fits_two_moments_as_well_is_refused(ships: Timeline) -> None:
    with pytest.raises(UnknownMomentError, match="plusieurs moments : Ronde › Phase de salve › Coups"):
        compare(ships, "coups au but", "fusée")
    assert compare(ships, "coups au but", "assaut").relation == "after"

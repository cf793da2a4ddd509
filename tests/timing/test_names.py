"""Free French names and the moments that they mean: those that a player would say, those that the timelines give."""

from pathlib import Path

import pytest

from kb.errors import UnknownMomentError
from kb.store import KnowledgeBase
from kb.timing import Timeline, compare
from tests.rows import rows_of
from tests.timing.conftest import INVERSE, WORKS

# What `noms.tsv` holds: a game, a name, another or none, and the moment meant or what the first is to the second.
CASES = rows_of(Path(__file__).parent / "noms.tsv")
CODES = {
    "SEQUENCE-SANS-MOMENT",
    "ETAPE-SANS-MOMENT",
    "ETAPE-HORS-ORDRE",
    "REPETITION-ABSENTE",
    "ECART-PERIME",
}


@pytest.fixture(scope="module")
def timelines(base: KnowledgeBase, ships: Timeline) -> dict[str, Timeline]:
    return {"essai": ships, **{work: Timeline(base, work) for work in (*WORKS, "exemple")}}


@pytest.mark.parametrize(("work", "name", "other", "expected"), CASES)
def test_a_name_means_its_moment_and_two_compare_both_ways(
    timelines: dict[str, Timeline], work: str, name: str, other: str, expected: str
) -> None:
    timeline = timelines[work]
    if not other:
        assert [moment for moment in timeline.find(name) if not moment.endswith(f"/{expected}")] == []
        return
    there, back = compare(timeline, name, other), compare(timeline, other, name)
    assert (there.relation, back.relation) == (expected, INVERSE.get(expected, expected))
    assert bool(there.decided_by) == (expected != "unordered") or name == other
    assert all(proof.quote in timeline.base.passage(proof.id).text for proof in there.decided_by)


@pytest.mark.parametrize("work", [*WORKS, "exemple"])
def test_every_moment_is_found_by_its_title_and_by_its_place(timelines: dict[str, Timeline], work: str) -> None:
    timeline = timelines[work]
    for identifier in timeline.nodes:
        path = timeline.path(identifier)
        names = [path[-1].title, ", ".join(moment.title for moment in reversed(path[-2:]))]
        names += [" › ".join(moment.title for moment in path[1:])] if len(path) > 1 else []
        for name in names:
            assert identifier in timeline.find(name), name


@pytest.mark.publication
@pytest.mark.parametrize("work", WORKS)
def test_the_timelines_follow_the_sequences_of_the_publications_too(text_base: KnowledgeBase, work: str) -> None:
    assert [finding for finding in text_base.diagnostics(work, "texte") if finding.code in CODES] == []


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

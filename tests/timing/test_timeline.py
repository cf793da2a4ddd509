"""Two moments of a timeline compare with proof; what is wrong in a `timeline.toml` or a `usages.toml` is said with its place."""

from itertools import pairwise

import pytest

from kb.store import KnowledgeBase
from kb.timing import Timeline, compare
from tests.timing.conftest import INVERSE, WORKS


@pytest.mark.parametrize("work", [*WORKS, "exemple"])
def test_a_moment_before_another_is_never_after_it(base: KnowledgeBase, work: str) -> None:
    timeline = Timeline(base, work)
    assert [node.moment.kind for node in timeline.roots] == ["game"]
    for a, b in pairwise(timeline.nodes):
        there, back = compare(timeline, a, b), compare(timeline, b, a)
        assert back.relation == INVERSE.get(there.relation, there.relation)
        assert bool(there.decided_by) or there.relation == "unordered"


def test_what_decides_is_cited(river: Timeline) -> None:
    found = compare(river, "Phase de Marche", "Phase de Guet")
    assert {proof.id for proof in found.decided_by} >= {"exemple/livret/tour/2", "exemple/livret/tour/4"}
    assert found.a.path == ("La partie", "Veille", "Tour d'un joueur")

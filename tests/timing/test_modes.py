"""With a mode, a rule of another is no answer: its moments, what it lets one use and what it alone decides are left out."""

import pytest

from kb.answer import Resolver
from kb.errors import InvalidRequestError, UnknownModeError
from kb.precedence import precedence_of
from kb.store import KnowledgeBase
from kb.timing import TURN_SIDES, Timeline, opening_at
from tests.timing.conftest import WORKS


@pytest.mark.parametrize("work", WORKS)
def test_each_moment_of_a_mode_has_rules_of_it_alone_and_none_vanishes(base: KnowledgeBase, work: str) -> None:
    seen: set[str] = set()
    whole = Timeline(base, work).nodes
    for mode in base.work(work).modes:
        timeline = Timeline(base, work, mode=mode)
        assert timeline.roots
        for node in timeline.walk():
            assert bool(node.moment.cites) == bool(whole[node.moment.id].moment.cites), node.moment.id
            assert [child.order for child in node.children] == list(range(1, len(node.children) + 1))
            proofs = {proof.id for proof in timeline.proofs(node.moment)}
            assert not base.outside(proofs | {f"{work}/{one}" for one in node.moment.cites}, mode), node.moment.id
        seen |= timeline.nodes.keys()
    assert seen == whole.keys()


@pytest.mark.parametrize(
    ("work", "mode", "there", "absent"),
    [
        ("aos", "base", "Ralliement", "Pioche de la péripétie"),
        ("aos", "fer-de-lance", "Phase de charge", "Ralliement"),
        ("aos", "guerre-de-frontieres", "Ralliement", "Application de la péripétie"),
    ],
)
def test_a_moment_is_there_in_its_modes_alone(
    base: KnowledgeBase, work: str, mode: str, there: str, absent: str
) -> None:
    titles = {node.moment.title for node in Timeline(base, work, mode=mode).walk()}
    assert there in titles
    assert absent not in titles


@pytest.mark.parametrize("work", ["aos", "t9a"])
def test_what_may_be_used_is_of_the_mode(base: KnowledgeBase, work: str) -> None:
    for mode in base.work(work).modes:
        timeline = Timeline(base, work, mode=mode)
        for node in timeline.walk():
            if node.moment.kind == "phase":
                used = {one.id for player in TURN_SIDES for one in opening_at(timeline, node.moment.id, player).usable}
                assert not base.outside(used, mode), (mode, node.moment.id)


def test_a_mode_leaves_out_what_another_lets_one_use(base: KnowledgeBase) -> None:
    titles = {
        mode: {one.title for one in opening_at(Timeline(base, "aos", mode=mode), "phase des héros", "active").usable}
        for mode in (None, "base", "fer-de-lance")
    }
    assert {"Ralliement", "Résurrection"} <= titles["base"] <= titles[None]
    assert not {"Ralliement", "Résurrection"} & titles["fer-de-lance"]


def test_what_only_other_modes_decide_is_not_asked(base: KnowledgeBase) -> None:
    request = {"situation": "vanguard", "last_deployed": "A", "items": [{"label": "a", "owner": "A"}]}
    assert precedence_of(base, "t9a", mode="avance").order(request).steps
    with pytest.raises(InvalidRequestError) as told:
        precedence_of(base, "t9a", mode="base").order(request)
    assert "vanguard" not in told.value.accepted
    assert {part.id for part in precedence_of(base, "aos", mode="fer-de-lance").policy.situations} == {
        part.id for part in precedence_of(base, "aos").policy.situations
    } - {"deployment"}


def test_a_request_may_name_its_mode(base: KnowledgeBase) -> None:
    resolver, at = Resolver(base), {"at": "phase des héros"}
    named = resolver.resolve("aos", "window", {**at, "mode": "fer-de-lance"})
    assert named == resolver.resolve("aos", "window", at, "fer-de-lance")
    assert named != resolver.resolve("aos", "window", at)
    with pytest.raises(UnknownModeError, match="modes connus : base, fer-de-lance, guerre-de-frontieres"):
        resolver.resolve("aos", "window", {**at, "mode": "nuit"})
    with pytest.raises(InvalidRequestError, match="mode"):
        resolver.resolve("aos", "window", {**at, "mode": 3})


def test_no_rule_of_another_mode_decides_beside_one_of_the_mode(base: KnowledgeBase) -> None:
    request = {"situation": "flights", "items": [{"label": name, "owner": "A"} for name in ("gobelins", "loups")]}
    decided = {}
    for mode in (None, "avance"):
        found = precedence_of(base, "t9a", mode=mode).order(request)
        decided[mode] = {proof.id for proof in found.decided_by}
        assert {cite for step in found.steps for cite in step.decided_by} == decided[mode]
    of_others = base.outside(decided[None], "avance")
    assert of_others
    assert decided["avance"] == decided[None] - of_others != set()

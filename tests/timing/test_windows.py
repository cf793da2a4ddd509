"""What may be used at a moment, by whom; and how much of what says when is read and attached."""

import pytest

from kb.store import KnowledgeBase
from kb.timing import Opening, Timeline, TurnSide, opening_at
from tests.timing.conftest import WORKS

PUBLICATION = pytest.mark.publication
# The least share of what says when that is read, in each work and layer.
ENOUGH = 0.95


def titles(found: Opening) -> set[str]:
    return {usable.title for usable in found.usable}


@pytest.mark.parametrize(
    ("at", "player", "expected"),
    [
        ("Phase de Marche", "active", {"Serrer les rangs", "Vieux loups de rivière", "Feinte du milieu"}),
        ("Phase de Marche", "opponent", {"Feinte du milieu"}),
        ("Phase d'Allumage", "active", {"Rallumer", "Trombe", "Feinte du milieu"}),
        ("début de la Phase de Guet", "opponent", {"Relève", "Feinte du milieu"}),
        ("début de la Phase de Guet", "active", {"Feinte du milieu"}),
        ("Reculer", "opponent", {"Main sur l'épaule", "Feinte du milieu"}),
        ("fin du tour d'un joueur", "opponent", {"Feu de Saint-Elme", "Feinte du milieu"}),
    ],
)
def test_a_player_sees_what_is_theirs_to_use_and_nothing_else(
    river: Timeline, at: str, player: TurnSide, expected: set[str]
) -> None:
    assert titles(opening_at(river, at, player)) == expected


def test_how_often_and_in_which_step_is_told(river: Timeline) -> None:
    told = {
        usable.title: (usable.frequency, usable.step)
        for at in ("Phase de Marche", "Phase d'Allumage", "Phase de Bousculade")
        for usable in opening_at(river, at, "active").usable
    }
    assert told == {
        "Serrer les rangs": (None, None),
        "Vieux loups de rivière": ("passif", None),
        "Rallumer": ("obligatoire", None),
        "Trombe": (None, None),
        "Main sur l'épaule": ("une fois par tour (armée)", "Reculer"),
        "Feinte du milieu": ("une seule fois par partie", "La partie"),
    }


@pytest.mark.parametrize("work", [*WORKS, "exemple"])
def test_what_is_usable_is_owned_by_who_asks_and_proved_in_its_own_words(base: KnowledgeBase, work: str) -> None:
    timeline = Timeline(base, work)
    for node in [node for node in timeline.walk() if node.moment.kind == "phase"]:
        for player in ("active", "opponent"):
            found = opening_at(timeline, node.moment.id, player)
            assert {usable.owner for usable in found.usable} <= {player, "both"}
            assert {usable.id for usable in found.usable} <= {proof.id for proof in found.decided_by}
            assert all(proof.quote in base.passage(proof.id).text for proof in found.decided_by)


@pytest.mark.parametrize(
    ("work", "at", "player", "held", "kept_out"),
    [
        ("aos", "Phase de charge", "opponent", {"Contre-charge"}, {"Charge", "En Avant, vers la Victoire"}),
        ("aos", "Phase de charge", "active", {"Charge", "En Avant, vers la Victoire"}, {"Contre-charge"}),
        ("aos", "Course", "active", {"Au Pas de Course"}, {"Repli"}),
        ("runewars", "Reconfiguration du défenseur", "active", set(), {"Étape 10 – Reconfigurez"}),
        ("t9a", "Tentative de dissipation", "opponent", {"Tentative de dissipation"}, {"Parchemin d'entrave"}),
        ("t9a", "Palier d'initiative 0", "active", {"Piétinement"}, {"Touches d'impact"}),
        ("wap", "Ralliement", "active", {"Ralliez vous à moi !"}, {"Reformation rapide"}),
        ("warmachine", "Prise spéciale", "opponent", set(), {"Slam", "Coup de tête"}),
    ],
)
def test_a_judge_is_told_what_a_player_may_do_now(
    base: KnowledgeBase, work: str, at: str, player: TurnSide, held: set[str], kept_out: set[str]
) -> None:
    found = titles(opening_at(Timeline(base, work), at, player))
    assert held <= found
    assert not kept_out & found


@pytest.mark.parametrize(
    ("bases", "layer"), [("base", "precis"), pytest.param("text_base", "texte", marks=PUBLICATION)]
)
@pytest.mark.parametrize("work", WORKS)
def test_nearly_all_that_says_when_is_read(request: pytest.FixtureRequest, work: str, bases: str, layer: str) -> None:
    base: KnowledgeBase = request.getfixturevalue(bases)
    ((read,),) = base.rows("SELECT count(*) FROM windows WHERE work = :work AND layer = :layer", work=work, layer=layer)
    unread = sum(one.code == "TEMPS" and one.layer == layer for one in base.diagnostics(work))
    assert read > 50
    assert read / (read + unread) >= ENOUGH


@pytest.mark.parametrize("work", WORKS)
def test_a_phrase_says_a_moment_of_the_timeline_or_an_event_or_how_often(base: KnowledgeBase, work: str) -> None:
    known, windows = {moment.id for moment in base.moments(work)}, base.windows(work)
    for one in windows:
        assert one.moment or one.trigger or one.frequency
        assert (one.edge == "limit") == (not one.moment and not one.trigger and one.edge != "passive")
    named = [one.timeline for one in windows if one.timeline]
    assert set(named) <= known
    assert len(named) * 5 > len(windows)


def test_a_moment_line_of_an_ability_is_attached_unless_it_names_none(base: KnowledgeBase) -> None:
    usable = base.windows("aos", role="usable")
    assert len(usable) == 34
    assert [one.id for one in usable if one.moment and not one.timeline] == []

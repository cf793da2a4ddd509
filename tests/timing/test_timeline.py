"""The timeline of each game stands on its rules, and two moments of it compare with proof."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from kb.errors import FaultyDataError
from kb.reading.data import read_timeline
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from kb.timing import Timeline, compare

WORKS = ("aos", "exemple", "runewars", "t9a", "wap", "warmachine")
HEAD = '[[moment]]\nid = "partie"\ntitre = "La partie"\ngenre = "game"\nqui = "both"\ncite = ["1"]\n'

APART = HEAD.replace('"partie"', '"partie/a"').replace("cite", 'ordre = "a-part"\ncite')
PLAYS = 'deroule = ["partie/a"]\ncite'
INNER = HEAD.replace('"partie"', '"partie/b/c"')


@pytest.mark.parametrize("work", WORKS)
def test_every_moment_stands_on_rules_that_exist(base: KnowledgeBase, work: str) -> None:
    timeline = Timeline(base, work)
    assert [node.moment.kind for node in timeline.roots] == ["game"]
    assert len(timeline.nodes) > 10
    for node in timeline.walk():
        cited = [f"{work}/{identifier}" for identifier in node.moment.cites]
        assert all(base.passage(identifier).id.startswith(identifier.partition("#")[0]) for identifier in cited)


@pytest.mark.parametrize("work", WORKS)
def test_a_moment_before_another_is_never_after_it(base: KnowledgeBase, work: str) -> None:
    timeline = Timeline(base, work)
    told = {"before": "after", "after": "before"}
    places = list(timeline.nodes)
    for a, b in pairwise(places):
        there, back = compare(timeline, a, b), compare(timeline, b, a)
        assert back.relation == told.get(there.relation, there.relation)
        assert [proof.id for proof in there.decided_by] != [] or there.relation == "unordered"


def test_what_decides_is_cited_in_its_own_words(river: Timeline, base: KnowledgeBase) -> None:
    found = compare(river, "Phase de Marche", "Phase de Guet")
    ids = [proof.id for proof in found.decided_by]
    assert set(ids) >= {"exemple/livret/tour/2", "exemple/livret/tour/4"}
    assert all(proof.quote in base.passage(proof.id).text for proof in found.decided_by)
    assert found.a.path == ("La partie", "Veille", "Tour d'un joueur")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[moment", "n'est pas du TOML"),
        ('[[moment]]\nid = "partie"\n', "il manque titre, genre, qui ; il faut id"),
        (HEAD + HEAD, "est donné deux fois"),
        (HEAD.replace("game", "nuit"), "« partie », genre : « nuit » est inconnu"),
        (HEAD.replace('"both"', '"moi"'), "qui : « moi » est inconnu"),
        (HEAD.replace('["1"]', "[]"), "ne cite aucune règle"),
        (HEAD + HEAD.replace('"partie"', '"partie/a/b"'), "n'a pas au-dessus de lui"),
        (HEAD.replace("cite", 'ordre = "plus tard"\ncite'), "écrivez libre, fenetre, a-part, ensemble"),
        (HEAD.replace("cite", 'compte = "deux"\ncite'), "« deux » est inconnu"),
        (
            HEAD.replace("cite", 'deroule = ["ailleurs"]\ncite'),
            "déroule « ailleurs », qui n'est pas d'une séquence à part",
        ),
        (
            HEAD + APART + HEAD.replace("cite", PLAYS).replace('"partie"', '"partie/b"', 1) + INNER,
            "contient des moments",
        ),
    ],
)
def test_a_faulty_timeline_is_told_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "timeline.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FaultyDataError, match=told):
        read_timeline(tmp_path)


def test_a_work_without_a_timeline_has_none(tmp_path: Path) -> None:
    assert read_timeline(tmp_path) == ()
    assert read_timeline(data_dir("corpus") / "exemple")

"""Two moments of a timeline compare with proof; what is wrong in a `timeline.toml` or a `usages.toml` is said with its place."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from kb.errors import FaultyDataError
from kb.reading.data import read_timeline, read_usages
from kb.store import KnowledgeBase
from kb.timing import Timeline, compare
from tests.timing.conftest import INVERSE, WORKS

HEAD = '[[moment]]\nid = "partie"\ntitre = "La partie"\ngenre = "game"\nqui = "both"\ncite = ["1"]\n'
APART = HEAD.replace('"partie"', '"partie/a"').replace("cite", 'ordre = "a-part"\ncite')
PLAYS = 'deroule = ["partie/a"]\ncite'
INNER = HEAD.replace('"partie"', '"partie/b/c"')
USAGE = '[[usage]]\nde = "1"\ntitre = "Crier"\nmoments = ["partie"]\nqui = "both"\nquand = "toujours"\n'


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


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("timeline", "[[moment", "n'est pas du TOML"),
        ("timeline", '[[moment]]\nid = "partie"\n', "il manque titre, genre, qui ; il faut id"),
        ("timeline", HEAD + HEAD, "est donné deux fois"),
        ("timeline", HEAD.replace("game", "nuit"), "« partie », genre : « nuit » est inconnu"),
        ("timeline", HEAD.replace('"both"', '"moi"'), "qui : « moi » est inconnu"),
        ("timeline", HEAD.replace('["1"]', "[]"), "ne cite aucune règle"),
        ("timeline", HEAD + HEAD.replace('"partie"', '"partie/a/b"'), "n'a pas au-dessus de lui"),
        ("timeline", HEAD.replace("cite", 'ordre = "plus tard"\ncite'), "écrivez libre, fenetre, a-part, ensemble"),
        ("timeline", HEAD.replace("cite", 'compte = "deux"\ncite'), "« deux » est inconnu"),
        (
            "timeline",
            HEAD.replace("cite", 'deroule = ["ailleurs"]\ncite'),
            "déroule « ailleurs », qui n'est pas d'une séquence à part",
        ),
        (
            "timeline",
            HEAD + APART + HEAD.replace("cite", PLAYS).replace('"partie"', '"partie/b"', 1) + INNER,
            "contient des moments",
        ),
        ("usages", "[[usage", "n'est pas du TOML"),
        ("usages", '[[usage]]\nde = "1"\n', "il manque titre, moments, qui"),
        ("usages", USAGE.replace('["partie"]', '["nuit"]'), "que timeline.toml n'a pas : nuit"),
        ("usages", USAGE.replace('["partie"]', "[]"), "n'a pas : aucun"),
        ("usages", USAGE.replace('"both"', '"moi"'), "qui : « moi » est inconnu ; écrivez active"),
        ("usages", USAGE + 'genre = "rare"\n', "genre : « rare » est inconnu"),
    ],
)
def test_a_faulty_file_is_told_in_one_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / "timeline.toml").write_text(HEAD, encoding="utf-8")
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FaultyDataError, match=message):
        read_usages(tmp_path, read_timeline(tmp_path))


def test_a_work_without_these_files_has_none(tmp_path: Path) -> None:
    assert read_timeline(tmp_path) == ()
    assert read_usages(tmp_path, ()) == ()

"""Two layers of a work, and two bases, side by side."""

import json
from pathlib import Path

import pytest

from kb.comparison import compare_bases, compare_layers, review
from kb.errors import UnusableBaseError
from kb.model import Layer, Rulebook
from kb.model.curation import Settled
from kb.reading.data import read_settled
from kb.store import KnowledgeBase
from tests.bases import write_base
from tests.canon import linked
from tests.commands import ROOT, arbitre
from tests.rows import rows_of

TWO = "\n\n## 2 Deux {#2}\n\nFin.\n"


def written(out: Path, *books: Rulebook) -> KnowledgeBase:
    write_base(books, out)
    return KnowledgeBase(out)


def both(folder: Path, precis: str, texte: str) -> KnowledgeBase:
    return written(
        folder / "essai.sqlite", linked(precis, layer=Layer.PRECIS).book, linked(texte, layer=Layer.TEXTE).book
    )


def found(folder: Path, precis: str, texte: str, tail: str = "") -> list[tuple[str, str]]:
    """(code, id without work) of the findings on one rule written in two ways."""
    head = "## 1 Un {#1}\n\n"
    base = both(folder, head + precis + tail, head + texte + tail)
    return [(finding.code, finding.id.removeprefix("essai/")) for finding in compare_layers(base, "essai")]


PAIRS = rows_of(Path(__file__).with_name("fidelite.tsv"))


def test_what_one_layer_says_and_the_other_does_not_is_found_and_other_ways_to_say_it_are_tolerated(
    tmp_path: Path,
) -> None:
    precis, texte = (
        "\n\n".join(f"## {place} Règle {place} {{#{place}}}\n\n{pair[side]}" for place, pair in enumerate(PAIRS, 1))
        for side in (0, 1)
    )
    found = [(finding.id, finding.code) for finding in compare_layers(both(tmp_path, precis, texte), "essai")]
    assert found == [(f"essai/{place}#1", code) for place, (*_said, code) in enumerate(PAIRS, 1) if code != "—"]


def test_figures_are_compared_unit_by_unit(tmp_path: Path) -> None:
    precis, texte = "- un tir à 8\n- une charge à 9", "- un tir à 9\n- une charge à 8"
    assert found(tmp_path, precis, texte) == [("CHIFFRES", "1#1"), ("CHIFFRES", "1#2")]


def test_ids_then_units_that_one_layer_lacks(tmp_path: Path) -> None:
    lost = found(tmp_path, "A.", "A.\n\nB.", "")
    assert ("UNITE-MANQUANT", "1#2") in lost
    base = both(tmp_path, "## 1 Un {#1}\n\nA." + TWO, "## 1 Un {#1}\n\nA.\n\n## 3 Trois {#3}\n\nFin.\n")
    told = [(finding.code, finding.id) for finding in compare_layers(base, "essai")]
    assert told == [("ID-MANQUANT", "essai/3"), ("ID-EN-TROP", "essai/2")]


def test_references_and_related_topics(tmp_path: Path) -> None:
    lost = found(tmp_path, "A.", "A (voir 2).\n\nSujets connexes : Deux", TWO)
    assert ("RENVOIS", "1") in lost
    assert ("SUJETS", "1") in lost
    assert found(tmp_path, "A (voir « Deux »).", "A (voir 2).", TWO) == []


def test_common_words_of_texts_long_enough(tmp_path: Path) -> None:
    words = (
        "une unité qui avance vers le bord du terrain doit finir son mouvement face à cette limite puis se tourner"
        " vers le centre afin de rester visible, et garder ainsi sa place jusque là"
    )
    assert found(tmp_path, words, words) == [("MOTS-COMMUNS", "1")]


def test_a_precis_may_have_notes_of_its_own(tmp_path: Path) -> None:
    assert found(tmp_path, "A.\n\n> **Note** : imprimé 8 par erreur.\n", "A.\n") == []


def test_a_base_of_one_layer_cannot_be_checked(tmp_path: Path) -> None:
    base = written(tmp_path / "un.sqlite", linked("## 1 Un {#1}\n\nA.\n", layer=Layer.PRECIS).book)
    with pytest.raises(UnusableBaseError, match="deux couches"):
        compare_layers(base, "essai")


def test_findings_are_settled_by_code_and_id_and_stale_lines_told(tmp_path: Path) -> None:
    findings = compare_layers(both(tmp_path, "## 1 Un {#1}\n\nA 6, b.\n", "## 1 Un {#1}\n\nA 8, pas b.\n"), "essai")
    stale = Settled("essai/1#1", "RENVOIS", "disparu")
    found = review("essai", findings, [Settled("essai/1#1", "CHIFFRES", "lu"), stale])
    assert [finding.code for finding in found.open] == ["NEGATION"]
    assert [(finding.code, finding.settled) for finding in found.settled] == [("CHIFFRES", "lu")]
    assert found.stale == (stale,)


def test_a_line_that_says_what_was_seen_settles_nothing_else(tmp_path: Path) -> None:
    findings = compare_layers(both(tmp_path, "## 1 Un {#1}\n\nA 6.\n", "## 1 Un {#1}\n\nA 6, 8, 9.\n"), "essai")
    narrow, wide = (Settled("essai/1#1", "CHIFFRES", "lu", seen) for seen in (("8",), ("8", "9")))
    assert [finding.seen for finding in review("essai", findings, [narrow]).open] == [("8", "9")]
    assert review("essai", findings, [wide]).open == []


def test_settled_lines_are_read_one_an_id(tmp_path: Path) -> None:
    file = tmp_path / "fidelity.toml"
    file.write_text('[[settled]]\nid = ["e/1", "e/2"]\ncode = "OU"\nreason = "dit autrement"\n', encoding="utf-8")
    assert [line.id for line in read_settled(tmp_path)] == ["e/1", "e/2"]


BEFORE = "## 1 Un {#1}\n\nA.\n\n## 2 Deux {#2}\n\nB.\n\n### Sous {#sous}\n\nC.\n\n## 3 Trois {#3}\n\nD.\n"
AFTER = "## 2 Deux {#2}\n\nB.\n\n## 1 Un {#1}\n\nA.\n\n### Sous {#sous}\n\nC (voir 1).\n\n## 4 Quatre {#4}\n\nE.\n"


def bases(folder: Path) -> tuple[KnowledgeBase, KnowledgeBase]:
    before, after = (linked(body, layer=Layer.PRECIS).book for body in (BEFORE, AFTER))
    return written(folder / "a.sqlite", before), written(folder / "b.sqlite", after)


def test_two_bases(tmp_path: Path) -> None:
    between = compare_bases(*bases(tmp_path))
    assert [node.id for node in between.added] == ["essai/4", "essai/4#1"]
    assert [node.id for node in between.removed] == ["essai/3", "essai/3#1"]
    moved = {change.id: change.what for change in between.moved}
    assert moved.pop("essai/sous") == ("de essai/2 à essai/1",)
    assert set(moved.values()) == {("ordre",)}
    assert len(moved) == 1
    changed = {change.id: change.what for change in between.changed}
    assert changed == {"essai/sous": ("liens",), "essai/sous#1": ("texte",)}


def test_a_base_is_the_same_as_itself(small_base: KnowledgeBase) -> None:
    between = compare_bases(small_base, small_base)
    assert (between.added, between.removed, between.moved, between.changed) == ((), (), (), ())


def test_the_command_fails_on_a_finding_that_is_not_settled(tmp_path: Path) -> None:
    base = both(tmp_path, "## 1 Un {#1}\n\nA 6.\n", "## 1 Un {#1}\n\nA 8.\n")
    layers = ("--layers", "precis", "texte", "--kb", base.path)
    told = arbitre("diff", *layers)
    assert told.returncode == 1
    assert told.stdout.splitlines() == [
        "essai/1#1: CHIFFRES texte seul : 8 ; précis seul : 6",
        "essai : 1 à trancher (CHIFFRES 1), 0 tranchés, 0 périmés",
    ]
    (work,) = json.loads(arbitre("diff", *layers, "--game", "essai", "--json").stdout)["works"]
    assert (work["work"], work["unsettled"], work["stale"]) == ("essai", 1, [])
    assert [(finding["code"], finding["settled"]) for finding in work["findings"]] == [("CHIFFRES", None)]


def test_the_command_compares_two_bases(tmp_path: Path) -> None:
    first, second = (base.path for base in bases(tmp_path))
    told = arbitre("diff", first, second)
    assert told.returncode == 0
    assert "+ essai/4 (precis)" in told.stdout
    assert told.stdout.splitlines()[-1] == "2 ajoutés, 2 retirés, 2 déplacés, 2 changés"
    shown = json.loads(arbitre("diff", first, second, "--json").stdout)
    assert shown["removed"][0] == {"id": "essai/3", "layer": "precis"}
    assert set(shown) == {"added", "removed", "moved", "changed"}


@pytest.mark.publication
@pytest.mark.parametrize("work", ["aos", "runewars", "t9a", "wap", "warmachine"])
def test_what_is_settled_is_still_found(text_base: KnowledgeBase, work: str) -> None:
    lines = read_settled(ROOT / "corpus" / work)
    reread = review(work, compare_layers(text_base, work), lines)
    assert (reread.open, reread.stale) == ([], ())

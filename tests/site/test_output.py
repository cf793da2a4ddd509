from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import FaultyDataError, UnusableFileError
from kb.site import build_site
from kb.site.checking import LinkCheck
from kb.site.output import MARKER, SiteFolder
from kb.store import KnowledgeBase


def _contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_the_same_base_gives_the_same_bytes(example_base: KnowledgeBase, tmp_path: Path) -> None:
    build_site(example_base, tmp_path / "un")
    build_site(example_base, tmp_path / "deux")
    assert _contents(tmp_path / "un") == _contents(tmp_path / "deux")


def test_a_site_of_ours_is_replaced_and_what_is_not_ours_is_kept(example_base: KnowledgeBase, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_site(example_base, out)
    (out / "CNAME").write_text("exemple.org", encoding="utf-8")
    with SiteFolder(out) as folder:
        folder.write("seule.html", "une page")
        folder.publish()
    assert sorted(_contents(out)) == [MARKER, "CNAME", "seule.html"]
    assert not (out / "exemple").exists()


def test_a_folder_that_holds_something_else_is_refused(example_base: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"x")
    with pytest.raises(UnusableFileError, match="n'est pas un site d'Arbitre"):
        build_site(example_base, tmp_path)
    assert sorted(_contents(tmp_path)) == ["photo.jpg"]


def test_a_file_in_place_of_the_folder_is_refused(example_base: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(UnusableFileError, match="c'est un fichier"):
        build_site(example_base, tmp_path / "out")


def test_a_folder_that_cannot_be_made_is_told_in_french(example_base: KnowledgeBase, tmp_path: Path) -> None:
    (tmp_path / "fichier").write_text("x", encoding="utf-8")
    with pytest.raises(UnusableFileError, match="impossible d'écrire ici"):
        build_site(example_base, tmp_path / "fichier" / "dessous" / "out")


def test_a_marker_that_names_files_elsewhere_removes_nothing(tmp_path: Path) -> None:
    (tmp_path / "precieux.txt").write_text("x", encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    (out / MARKER).write_text(f"Site\n../precieux.txt\n{tmp_path / 'precieux.txt'}\n", encoding="utf-8")
    with SiteFolder(out) as folder:
        folder.publish()
    assert (tmp_path / "precieux.txt").exists()


def test_a_dead_link_stops_the_build_and_names_page_and_link() -> None:
    check = LinkCheck()
    check.add(
        "jeu/1.html", '<a href="2.html">ici</a> <a href="#3" id="4">là</a> <a href="https://exemple.org">dehors</a>'
    )
    with pytest.raises(FaultyDataError, match=r"jeu/1\.html → 2\.html ; jeu/1\.html → #3"):
        check.verify()
    assert check.links == 3


def test_an_anchor_twice_on_a_page_is_a_fault() -> None:
    with pytest.raises(FaultyDataError, match="deux fois"):
        LinkCheck().add("jeu/1.html", '<p id="1"></p><p id="1"></p>')


def test_progress_names_each_work(example_base: KnowledgeBase, tmp_path: Path) -> None:
    steps: list[str] = []
    build_site(example_base, tmp_path / "out", "precis", steps.append)
    assert steps == ["La Nuit des trois ponts"]


def test_a_view_without_the_work_gives_a_site_without_it(example_base: KnowledgeBase, tmp_path: Path) -> None:
    assert build_site(example_base, tmp_path / "out", "texte").pages == 3

import os
import shutil
import zipfile
from pathlib import Path

import pytest

from kb.errors import FaultyDataError, UnusableFileError
from kb.site import build_site
from kb.site.output import MARKER, SiteFolder
from kb.site.rendering import Made
from kb.store import KnowledgeBase
from tests.site.conftest import Site

pytestmark = pytest.mark.slow


def _contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _publish(out: Path, files: dict[str, bytes]) -> None:
    folder = SiteFolder(out)
    with folder.draft():
        folder.publish({path: folder.put(path, content) for path, content in files.items()})


def test_a_site_of_ours_is_replaced_and_what_is_not_ours_is_kept(example_base: KnowledgeBase, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_site(example_base, out)
    (out / "CNAME").write_text("exemple.org", encoding="utf-8")
    _publish(out, {"seule.html": b"une page"})
    assert sorted(_contents(out)) == [MARKER, "CNAME", "seule.html"]
    assert not (out / "exemple").exists()


@pytest.mark.parametrize(
    ("there", "out", "said"),
    [
        ("photo.jpg", ".", "n'est pas un site d'Arbitre"),
        ("out", "out", "c'est un fichier"),
        ("fichier", "fichier/dessous/out", "impossible d'écrire ici"),
    ],
)
def test_what_is_no_folder_of_ours_is_refused_in_french_and_left_alone(
    there: str, out: str, said: str, example_base: KnowledgeBase, tmp_path: Path
) -> None:
    (tmp_path / there).write_bytes(b"x")
    with pytest.raises(UnusableFileError, match=said):
        build_site(example_base, tmp_path / out)
    assert _contents(tmp_path) == {there: b"x"}


def test_a_site_that_another_replaced_meanwhile_is_not_mixed_with_it(tmp_path: Path) -> None:
    out = tmp_path / "out"
    _publish(out, {"a.html": b"a", "b.html": b"b"})
    slow = SiteFolder(out)
    with slow.draft():
        kept = {path: slow.put(path, content) for path, content in (("a.html", b"a"), ("b.html", b"autre"))}
        _publish(out, {"a.html": b"entre-temps"})
        with pytest.raises(UnusableFileError, match="un autre site vient d'y être écrit"):
            slow.publish(kept)
    assert (out / "a.html").read_bytes() == b"entre-temps"
    assert sorted(_contents(tmp_path)) == [f"out/{MARKER}", "out/a.html"]


def test_a_marker_that_names_files_elsewhere_removes_nothing(tmp_path: Path) -> None:
    (tmp_path / "precieux.txt").write_text("x", encoding="utf-8")
    out = tmp_path / "out"
    out.mkdir()
    (out / MARKER).write_text(f"Site\n../precieux.txt\n{tmp_path / 'precieux.txt'}\n", encoding="utf-8")
    _publish(out, {})
    assert (tmp_path / "precieux.txt").exists()


def test_a_dead_link_stops_the_build_and_names_page_and_link() -> None:
    made = Made()
    made.read(
        "jeu/1.html", '<a href="2.html">ici</a> <a href="#3" id="4">là</a> <a href="https://exemple.org">dehors</a>'
    )
    with pytest.raises(FaultyDataError, match=r"jeu/1\.html → 2\.html ; jeu/1\.html → #3"):
        made.verify()
    assert made.links == 3


def test_an_anchor_twice_on_a_page_is_a_fault() -> None:
    with pytest.raises(FaultyDataError, match="deux fois"):
        Made().read("jeu/1.html", '<p id="1"></p><p id="1"></p>')


def test_a_site_made_from_the_same_is_left_as_it_is(example_base: KnowledgeBase, tmp_path: Path) -> None:
    out, archive = tmp_path / "out", tmp_path / "site.zip"
    first = build_site(example_base, out)
    assert (first.fresh, first.written) == (False, len(_contents(out)) - 1)
    stamps = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert build_site(example_base, out).fresh
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == stamps
    # An archive that is not there is made, another view is another site.
    assert not build_site(example_base, out, archive=archive).fresh
    assert build_site(example_base, out, archive=archive).fresh
    assert not build_site(example_base, out, "precis").fresh


@pytest.mark.parametrize("harm", ["changed", "gone"])
def test_a_file_that_somebody_touched_is_written_anew_and_it_alone(
    harm: str, example_base: KnowledgeBase, tmp_path: Path
) -> None:
    build_site(example_base, tmp_path / "out")
    before = _contents(tmp_path / "out")
    page = tmp_path / "out" / "exemple" / "1.1.html"
    if harm == "gone":
        page.unlink()
    else:
        page.write_text("autre chose", encoding="utf-8")
        after_marker = (tmp_path / "out" / MARKER).stat().st_mtime_ns + 1
        os.utime(page, ns=(after_marker, after_marker))
    report = build_site(example_base, tmp_path / "out")
    assert (report.fresh, report.written) == (False, 1)
    assert _contents(tmp_path / "out") == before


def test_the_archive_holds_the_site_and_its_bytes_do_not_change(example_base: KnowledgeBase, tmp_path: Path) -> None:
    for name in ("un", "deux"):
        build_site(example_base, tmp_path / name, archive=tmp_path / f"{name}.zip")
    assert (tmp_path / "un.zip").read_bytes() == (tmp_path / "deux.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "un.zip") as archive:
        held = {name.removeprefix("arbitre/"): archive.read(name) for name in archive.namelist()}
        assert archive.namelist()[0] == "arbitre/index.html"
    site = _contents(tmp_path / "un")
    del site[MARKER]
    assert held == site


def test_a_view_without_the_work_gives_a_site_without_it(example_base: KnowledgeBase, tmp_path: Path) -> None:
    assert build_site(example_base, tmp_path / "out", "texte").pages == 4


def test_several_processes_make_the_same_site_even_of_a_base_that_is_replaced_meanwhile(
    whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One a work: two, and no work is too small for that."""
    monkeypatch.setattr("kb.site.building.processors", lambda: 2)
    monkeypatch.setattr("kb.site.building._WORTH", 0)
    path = tmp_path / "base.sqlite"
    shutil.copyfile(whole.root.parent / path.name, path)
    opened = KnowledgeBase(path)
    (tmp_path / "autre").write_bytes(b"tout autre chose")
    (tmp_path / "autre").replace(path)
    build_site(opened, tmp_path / "out")
    assert _contents(tmp_path / "out") == _contents(whole.root)

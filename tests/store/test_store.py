"""The base is one file: the same bytes for the same input, never half-written, never written to once made."""

import sqlite3
import subprocess
from pathlib import Path

import pytest

from kb.build import assemble, build
from kb.errors import UnusableBaseError, UnusableFileError
from kb.reading.corpus import read_corpus
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.commands import PROGRAM, ROOT, surroundings


@pytest.mark.proof
def test_two_builds_of_all_works_give_the_same_bytes(
    precis_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In two processes, in folders and under names that differ, nothing kept from the one to the other."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    building = [*PROGRAM, "build", "--out", str(tmp_path / "autre.sqlite")]
    subprocess.run(building, env=surroundings(), cwd=ROOT, check=True, capture_output=True)
    assert (tmp_path / "autre.sqlite").read_bytes() == precis_path.read_bytes()


def test_every_table_is_strict_and_every_foreign_key_holds(precis_path: Path) -> None:
    connection = sqlite3.connect(precis_path)
    query = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = connection.execute(query).fetchall()
    assert tables
    assert all("STRICT" in sql for (sql,) in tables)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_base_cannot_be_written_to(base: KnowledgeBase) -> None:
    with pytest.raises(sqlite3.OperationalError):
        base.rows("DELETE FROM nodes")


@pytest.mark.parametrize("work", ["exemple", "warmachine"])
def test_everything_that_the_build_read_is_in_the_base(base: KnowledgeBase, work: str) -> None:
    folder = data_dir("corpus") / work
    book = assemble(read_corpus(folder), folder, data_dir("corpus") / "lexicon")[0]
    assert len(base.all_ids(work, "precis", units=True)) == len(book.provisions)
    assert sum(map(len, base.cross_references(work).values())) == len(book.references)
    assert base.rows("SELECT count(*) FROM edges WHERE source LIKE :work || '/%'", work=work) == [(len(book.edges),)]


def test_what_amends_a_unit_is_told_of_the_rule(base: KnowledgeBase) -> None:
    amended = [target.partition("#")[0] for target in base.column("SELECT target FROM edges WHERE type = 'amends'")]
    assert amended
    for identifier in amended:
        assert "amends" in {link.type for link in base.gathered(identifier, incoming=True)}, identifier


def test_publications_that_are_not_there_are_told_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.build.driver.read_corpus", lambda *_given: pytest.fail("read"))
    with pytest.raises(UnusableFileError, match="introuvable"):
        build([tmp_path / "absent"], [], tmp_path / "base.sqlite")


def test_a_sqlite_too_old_is_told_in_one_line(precis_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    for use in (lambda: KnowledgeBase(precis_path), lambda: build([], [], precis_path)):
        with pytest.raises(UnusableBaseError, match=r"^SQLite .* est trop ancien : une base en veut 3\.37 ou plus"):
            use()


def test_another_process_opens_the_very_base_that_one_opened(base: KnowledgeBase, small_path: Path) -> None:
    first = KnowledgeBase(base.path)
    assert KnowledgeBase(base.path, first.seal).work_ids() == first.work_ids()
    with pytest.raises(UnusableBaseError, match="change sans cesse"):
        KnowledgeBase(small_path, first.seal)

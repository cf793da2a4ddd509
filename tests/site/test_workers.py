"""The games of a site are made by several processes at once, and the site is the same whatever their number."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from kb.errors import UnusableFileError
from kb.site import build_site
from kb.site.filing import Filing
from kb.site.workers import Workers
from kb.store import KnowledgeBase
from tests.site.conftest import Site


def _files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch, base: KnowledgeBase) -> Iterator[Workers]:
    """Those of a machine with two processors, for the bundled works."""
    monkeypatch.setattr("kb.site.workers.processors", lambda: 2)
    with Workers(base.works()) as workers:
        yield workers


def test_the_site_is_the_same_whatever_the_number_of_processors(
    base: KnowledgeBase, bundled_site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.site.workers.processors", lambda: 2)
    build_site(base, tmp_path / "out")
    assert _files(tmp_path / "out") == _files(bundled_site.root)


def test_a_share_is_left_to_this_process_and_no_work_is_given_twice(two: Workers, base: KnowledgeBase) -> None:
    given = [work for share in two.shares for work in share]
    nodes = {work.work: work.nodes for work in base.works()}
    assert len(two.shares) == 1
    assert set(given) < set(nodes)
    assert sum(nodes[work] for work in given) >= sum(nodes.values()) / 2


def test_other_processes_are_not_started_for_a_small_site(
    example_base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.site.workers.processors", lambda: 8)
    assert Workers(example_base.works(unlisted=True)).shares == []


def test_a_process_that_dies_is_told_by_what_it_was_asked_for(two: Workers) -> None:
    assert two.submit(len, "abc").result() == 3
    with pytest.raises(BrokenExecutor):
        two.submit(os._exit, 3).result()
    with pytest.raises(BrokenExecutor):
        two.submit(len, "abc").result()


def test_what_a_process_cannot_write_is_told(two: Workers, tmp_path: Path) -> None:
    (tmp_path / "fichier").write_text("x", encoding="utf-8")
    filing = Filing(tmp_path / "out", tmp_path / "fichier" / "dessous", {})
    with pytest.raises(UnusableFileError, match="impossible d'écrire ici"):
        two.submit(filing.put, "1.html", b"une page").result()


def test_what_a_process_that_died_was_to_make_is_made_here(
    base: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.site.workers.processors", lambda: 2)
    submit = Workers.submit
    monkeypatch.setattr(Workers, "submit", lambda workers, *_asked: submit(workers, os._exit, 3))
    assert build_site(base, tmp_path / "out", "precis").pages > 2000


def test_a_base_replaced_meanwhile_leaves_the_site_that_was_begun(
    base: KnowledgeBase, bundled_site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.site.workers.processors", lambda: 2)
    path = tmp_path / "base.sqlite"
    shutil.copyfile(base.path, path)
    opened = KnowledgeBase(path)
    (tmp_path / "autre").write_bytes(b"tout autre chose")
    (tmp_path / "autre").replace(path)
    build_site(opened, tmp_path / "out")
    assert _files(tmp_path / "out") == _files(bundled_site.root)

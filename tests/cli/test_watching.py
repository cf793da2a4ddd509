"""A folder may go away at any moment, between our look at it and the watch that is set on it too."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.cli import authoring, watching


def test_a_folder_gone_before_it_is_watched_is_looked_for_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_paths: Path, **_how: object) -> Iterator[None]:
        raise FileNotFoundError("No path was found.")

    monkeypatch.setattr(watching, "watch", gone)
    changes = watching.Watched([tmp_path]).changes()
    (tmp_path / "1.md").write_text("# Un\n", encoding="utf-8")
    assert [path.name for path in next(changes).added] == ["1.md"]
    (tmp_path / "2.md").write_text("# Deux\n", encoding="utf-8")
    assert [path.name for path in next(changes).added] == ["2.md"]


def test_a_folder_gone_while_it_is_listed_has_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1.md").write_text("# Un\n", encoding="utf-8")
    watched = watching.Watched([tmp_path])

    def gone(_folder: Path, _pattern: str) -> Iterator[Path]:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "glob", gone)
    assert [path.name for path in next(watched.changes()).removed] == ["1.md"]


def test_a_folder_gone_while_it_is_checked_is_said_to_be_unreadable_for_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(_folder: Path, *_pattern: str) -> Iterator[Path]:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    def no_change(_watched: watching.Watched) -> Iterator[watching.Change]:
        return iter(())

    monkeypatch.setattr(watching.Watched, "changes", no_change)
    for listing in ("glob", "iterdir"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, listing, gone)
            authoring.check_command([tmp_path], watch=True)
        told = "".join(capsys.readouterr())
        assert f"illisible pour l'instant : {tmp_path} : dossier illisible (chemin introuvable)" in told, listing

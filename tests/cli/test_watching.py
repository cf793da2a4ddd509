"""A folder may go away at any moment, while it is looked at too."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.cli import authoring, watching


def test_a_folder_gone_while_it_is_listed_has_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1.md").write_text("# Un\n", encoding="utf-8")
    before = watching.stamps([tmp_path])

    def gone(_folder: Path, _pattern: str) -> Iterator[Path]:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "glob", gone)
    assert next(watching.changes([tmp_path], before)) == "1.md supprimé"


def test_a_folder_gone_while_it_is_checked_is_said_to_be_unreadable_for_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(_folder: Path, *_pattern: str) -> Iterator[Path]:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    monkeypatch.setattr(authoring, "changes", lambda *_watched: iter(()))
    for listing in ("glob", "iterdir"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, listing, gone)
            authoring.check_command([tmp_path], watch=True)
        told = "".join(capsys.readouterr())
        assert f"illisible pour l'instant : {tmp_path} : dossier illisible (chemin introuvable)" in told, listing

"""A folder may go away at any moment, between our look at it and the watch that is set on it too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.cli import watching


def test_a_folder_gone_before_it_is_watched_is_looked_for_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_paths: Path, **_how: object) -> Iterator[None]:
        raise FileNotFoundError("No path was found.")

    monkeypatch.setattr(watching, "watch", gone)
    changes = watching.Watched([tmp_path]).changes()
    (tmp_path / "1.md").write_text("# Un\n", encoding="utf-8")
    assert [path.name for path in next(changes).added] == ["1.md"]
    (tmp_path / "2.md").write_text("# Deux\n", encoding="utf-8")
    assert [path.name for path in next(changes).added] == ["2.md"]

"""PostgreSQL set beside ours: on a server of its own, which leaves nothing behind."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.errors import UnusableFileError
from tests.bench import postgres
from tests.bench.rivals import Document, Rival

PASSAGES = [
    Document("a", "Fuite", "Une unité en fuite détale vers le bord."),
    Document("b", "Tir", "Les archers tirent sur leur cible."),
    Document("c", "Charge", "Déclarez la charge, puis mesurez."),
]


@pytest.fixture(scope="module")
def rivals() -> Iterator[dict[str, Rival]]:
    """Both rankings, on one server."""
    if shutil.which("initdb") is None and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        pytest.skip("PostgreSQL n'est pas installé")
    with postgres.server() as made:
        yield made


@pytest.mark.parametrize("name", postgres.RANKINGS)
@pytest.mark.parametrize(
    ("question", "first"),
    [("archer", "b"), ("l'unité en fuite ?", "a"), ("une charge", "c"), ("une unite detale", "a")],
)
def test_it_finds_the_passage_that_holds_the_words(
    rivals: dict[str, Rival], name: str, question: str, first: str
) -> None:
    assert rivals[name](PASSAGES)(question)[0] == first


@pytest.mark.parametrize("question", ["", "?!", "« ' \" »", "xyzzy", "été à la", "or -b & ! ( |"])
def test_it_finds_nothing_in_nothing(rivals: dict[str, Rival], question: str) -> None:
    for make in rivals.values():
        assert make(PASSAGES)(question) == []


def test_the_server_leaves_nothing_behind() -> None:
    before = set(Path(tempfile.gettempdir()).glob("arbitre-pg-*"))
    with postgres.server() as made:
        assert made[next(iter(made))](PASSAGES)("charge") == ["c"]
        folder = (set(Path(tempfile.gettempdir()).glob("arbitre-pg-*")) - before).pop()
        process = int((folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split("\n")[0])
    assert not folder.exists()
    assert not _runs(process)


def _runs(process: int) -> bool:
    """True for a process that lives; one that ended may wait in the list for somebody to take note."""
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return told.rpartition(")")[2].split()[0] != "Z"


def test_a_machine_without_it_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgres, "_DEBIAN", tmp_path)
    with pytest.raises(UnusableFileError, match="apt install postgresql"), postgres.server():
        pass


def test_a_server_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    programs = tmp_path / "15" / "bin"
    programs.mkdir(parents=True)
    broken = programs / "initdb"
    broken.write_text("#!/bin/sh\necho 'plus de place' >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/bin:/usr/bin")
    tmp_path.chmod(0o755)
    monkeypatch.setattr(postgres, "_owner", lambda _folder: None)
    with pytest.raises(UnusableFileError, match="PostgreSQL ne démarre pas : plus de place"), postgres.server():
        pass

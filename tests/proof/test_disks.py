"""A disk that is full or cannot be written: one French line, status 1, and what stood there stands and is served as before."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.commands import arbitre
from tests.proof import small
from tests.proof.disks import disk, fill, read_only

pytestmark = pytest.mark.slow

FREE = 'exec "$@"'
# Four blocks of 512 bytes: no base, page of a site or export of the example fits in them.
LIMITED = f"ulimit -f 4; {FREE}"
FULL = r"plus de place sur le disque|fichier plus gros que la taille permise|erreur du disque"
REFUSED = r"disque en lecture seule|droits insuffisants"
# What stands in the way of a write, and the words that say so.
HINDRANCES = {"a full disk": FULL, "a limit of size": FULL, "a read-only folder": REFUSED}


def _held(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but what fills it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "remplissage"
    }


def _assert_told(done: subprocess.CompletedProcess[str], why: str) -> None:
    """Status 1 and one French line, that says why and what to do."""
    assert done.returncode == 1, done
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert re.fullmatch(rf"arbitre : .+ \((?:{why})\) ; .+", lines[0]), done.stderr


def _assert_served(base: Path) -> None:
    asked = arbitre("ask", "qui tient un pont ?", "--game", "exemple", "--kb", base)
    assert (asked.returncode, asked.stderr) == (0, "")
    assert "«" in asked.stdout


@pytest.fixture(params=HINDRANCES)
def hindrance(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(hindrance: str, tmp_path: Path) -> Iterator[Path]:
    """A folder to write in, on a disk of its own where that is to be full."""
    if hindrance == "a full disk":
        with disk(tmp_path / "disque", 8192) as mounted:
            yield mounted
    else:
        yield tmp_path


@contextmanager
def _hindered(folder: Path, hindrance: str) -> Iterator[str]:
    """Have a folder refuse what is written in it; gives the shell that its writers are to run in."""
    if hindrance == "a full disk":
        fill(folder, 64)
        yield FREE
        (folder / "remplissage").unlink()
    elif hindrance == "a limit of size":
        yield LIMITED
    else:
        with read_only(folder):
            yield FREE


def test_a_build_that_cannot_write_leaves_the_old_base(
    hindrance: str, folder: Path, corpus: Path, small_path: Path
) -> None:
    base = folder / "base.sqlite"
    base.write_bytes(small_path.read_bytes())
    with _hindered(folder, hindrance) as script:
        done = small.run(corpus, "build", "--out", base, script=script)
        _assert_told(done, HINDRANCES[hindrance])
        assert "l'ancien fichier est intact" in done.stderr
        assert _held(folder) == {base.name: small_path.read_bytes()}
        _assert_served(base)


def test_a_site_that_cannot_write_leaves_the_old_site(
    hindrance: str, folder: Path, corpus: Path, small_path: Path, changed_path: Path
) -> None:
    out = folder / "site"
    assert arbitre("site", "--out", out, "--kb", small_path).returncode == 0
    before = _held(folder)
    with _hindered(folder, hindrance) as script:
        done = small.run(corpus, "site", "--out", out, "--kb", changed_path, script=script)
        _assert_told(done, HINDRANCES[hindrance])
        archive = small.run(corpus, "site", "--out", out, "--kb", small_path, "--zip", folder / "a.zip", script=script)
        _assert_told(archive, HINDRANCES[hindrance])
        assert _held(folder) == before
    assert arbitre("site", "--out", out, "--kb", changed_path).returncode == 0
    assert _held(folder) != before


def test_an_export_to_a_full_disk_says_so(tmp_path: Path, corpus: Path, small_path: Path) -> None:
    for form in ("jsonl", "graphml"):
        exporting = ("export", "--kb", small_path, "--format", form)
        _assert_told(small.run(corpus, *exporting, script=f"{LIMITED} > {tmp_path}/export"), FULL)
        if Path("/dev/full").exists():
            _assert_told(small.run(corpus, *exporting, script=f"{FREE} > /dev/full"), FULL)


def test_an_answer_to_a_full_disk_says_so(tmp_path: Path, corpus: Path, small_path: Path) -> None:
    # So short that it is written as the command ends.
    asking = ("ask", "qui tient un pont ?", "--game", "exemple", "--kb", small_path)
    _assert_told(small.run(corpus, *asking, script=f"ulimit -f 0; {FREE} > {tmp_path}/reponse"), FULL)


def test_a_server_without_room_for_its_site_says_so(tmp_path: Path, corpus: Path, small_path: Path) -> None:
    with disk(tmp_path / "disque", 64) as folder:
        _assert_told(small.run(corpus, "serve", "--kb", small_path, "--port", "0", TMPDIR=folder), FULL)


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "cache").mkdir()
    with read_only(tmp_path / "cache"):
        asking = ("ask", "qui tient un pont ?", "--game", "exemple")
        done = small.run(corpus, *asking, XDG_CACHE_HOME=tmp_path / "cache", ARBITRE_KB="")
    assert done.returncode == 1
    assert re.search(REFUSED, done.stderr.splitlines()[-1]), done.stderr
    assert "Traceback" not in done.stderr

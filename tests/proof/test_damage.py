"""A damaged base is known as such before anything is served from it, at a bounded cost."""

import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.errors import UnusableBaseError
from kb.store import KnowledgeBase
from tests.commands import arbitre

SAMPLE = 300
# What opening may cost, in seconds of this machine: it reads the whole file once.
LONGEST = 0.5


def _refused(path: Path) -> str:
    """The words that refuse a base; empty when it opens."""
    try:
        KnowledgeBase(path)
    except UnusableBaseError as fault:
        return str(fault)
    return ""


def test_any_byte_that_changed_is_known(tmp_path: Path, small_path: Path) -> None:
    whole = small_path.read_bytes()
    chance = random.Random(6)  # noqa: S311 - damage, not a secret
    path = tmp_path / "base.sqlite"
    # The head, the seal, and a sample between.
    places = [*range(100), *range(len(whole) - 32, len(whole)), *chance.sample(range(len(whole)), SAMPLE)]
    for place in places:
        harmed = bytearray(whole)
        harmed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(harmed)
        assert "reconstruisez-la avec « arbitre build »" in _refused(path), place


def test_a_base_cut_short_or_lengthened_is_known(tmp_path: Path, small_path: Path) -> None:
    whole = small_path.read_bytes()
    path = tmp_path / "base.sqlite"
    for end in (0, 1, 15, 100, 4096, len(whole) // 2, len(whole) - 4096, len(whole) - 32, len(whole) - 1):
        path.write_bytes(whole[:end])
        assert "arbitre build" in _refused(path), end
    path.write_bytes(whole + b"\0")
    assert "arbitre build" in _refused(path)
    path.write_bytes(whole)
    assert _refused(path) == ""


def _other_version(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
    connection.close()


# What stands in place of a base, how it comes to be, and the words that refuse it.
HARMS: dict[str, tuple[Callable[[Path, bytes], object], str]] = {
    "truncated": (lambda path, whole: path.write_bytes(whole[: len(whole) // 2]), "abîmée"),
    "no database": (lambda path, _whole: path.write_text("des règles"), "abîmée"),
    "other version": (_other_version, "autre version"),
    "a folder": (lambda path, _whole: path.mkdir(), "c'est un dossier"),
    "missing": (lambda _path, _whole: None, "aucune base ici"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_serve_and_ask_refuse_it_in_one_line(harm: str, tmp_path: Path, small_path: Path) -> None:
    path = tmp_path / "base.sqlite"
    make, words = HARMS[harm]
    make(path, small_path.read_bytes())
    for command in (("serve", "--port", "0"), ("ask", "qui tient un pont ?")):
        done = arbitre(*command, "--kb", path)
        assert done.returncode == 1, done
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert done.stderr.startswith(f"arbitre : {path} : ")
        assert words in done.stderr


def test_opening_the_base_of_all_games_stays_quick(precis_path: Path) -> None:
    def opening() -> float:
        started = time.process_time()
        KnowledgeBase(precis_path)
        return time.process_time() - started

    assert min(opening() for _time in range(3)) < LONGEST


def test_a_file_replaced_while_it_is_read_does_not_trouble_its_readers(tmp_path: Path, small_path: Path) -> None:
    path = tmp_path / "base.sqlite"
    path.write_bytes(small_path.read_bytes())
    opened = KnowledgeBase(path)
    before = opened.rows("SELECT * FROM nodes")
    (tmp_path / "autre").write_bytes(b"tout autre chose")
    (tmp_path / "autre").replace(path)
    assert opened.rows("SELECT * FROM nodes") == before
    assert "abîmée" in _refused(path)

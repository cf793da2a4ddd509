"""What a run shares is made once, whichever process asks first, and never seen half made."""

from __future__ import annotations

import multiprocessing
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.sharing import Shared


def _fill(folder: Path) -> None:
    """Take a while, and leave a trace of each time."""
    (folder / "un").touch()
    with (folder.parent / "fois").open("a", encoding="utf-8") as file:
        file.write("une\n")
    time.sleep(0.2)
    (folder / "deux").touch()


def _seen(root: Path) -> list[str]:
    return sorted(path.name for path in Shared(root).folder("jeu", _fill).iterdir())


def test_several_processes_that_ask_at_once_see_what_one_made(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert pool.map(_seen, [tmp_path] * 6, chunksize=1) == [["deux", "un"]] * 6
    assert (tmp_path / "fois").read_text(encoding="utf-8") == "une\n"


def test_one_who_finds_another_at_it_does_something_else_then_has_what_was_made(tmp_path: Path) -> None:
    elsewhere = threading.Event()

    def ask() -> Path:
        return Shared(tmp_path).folder("jeu", lambda _folder: pytest.fail("made twice"), elsewhere.set)

    with ThreadPoolExecutor() as pool:
        asked = []

        def fill(_folder: Path) -> None:
            asked.append(pool.submit(ask))
            assert elsewhere.wait(10)

        made = Shared(tmp_path).folder("jeu", fill)
        assert asked[0].result(10) == made

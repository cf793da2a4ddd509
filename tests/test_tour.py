"""The tour of an author (`corpus/ECRIRE.md`) is played as it is written: each file, each command, each line that it shows."""

import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.system.data import data_dir

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PAGE = data_dir("corpus") / "ECRIRE.md"
# A fenced block, and the file that the line above it names, if it does.
BLOCK = re.compile(r"^(?:`(?P<file>[^`\n]+)` :\n\n)?```\n(?P<content>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (?P<command>.+)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """(file, content) of each block, in order; the file is empty for commands."""
    for match in BLOCK.finditer(text):
        yield match["file"] or "", match["content"]


def pattern(shown: str) -> str:
    """What a command must print: « … » is anything, and alone on its line any lines, or none."""
    lines = (
        r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"[ ]*\n"
        for line in shown.splitlines()
    )
    return "".join(lines)


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """The environment of a reader whose `arbitre` is this one, and an empty folder."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "arbitre"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kb.cli "$@"\n', encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARBITRE_")}
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "120", "TERM": "dumb"}


def played(command: str, folder: Path, environment: dict[str, str]) -> str:
    """What a command prints, on its output and beside it."""
    told = subprocess.run(
        ["/bin/sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env=environment,
        check=False,
        timeout=300,
    )
    return told.stdout


# The bundled works were built before: a reader's own is all that is left to build.
@pytest.mark.usefixtures("precis_path")
def test_the_tour_is_played_as_it_is_written(tmp_path: Path, shell: dict[str, str]) -> None:
    folder = tmp_path / "vide"
    folder.mkdir()
    text = PAGE.read_text(encoding="utf-8")
    count = 0
    for file, content in blocks(text):
        if file:
            (folder / file).write_text(content, encoding="utf-8")
        for match in COMMAND.finditer(content if not file else ""):
            count += 1
            printed = played(match["command"], folder, shell)
            assert re.fullmatch(pattern(match["shown"]), printed), f"$ {match['command']}\n{printed}"
    assert count == len(re.findall(r"^\$ ", text, re.MULTILINE))
    assert (folder / "site-out" / "lanternes" / "3.1.html").is_file()

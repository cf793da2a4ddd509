"""The command `arbitre`: here, in this process, at once; or apart, in one of its own, for what starts others or has to end."""

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from unittest import mock

from kb.cli import main

ROOT = Path(__file__).parents[1]
PROGRAM = [sys.executable, "-m", "kb.cli"]
Completed = subprocess.CompletedProcess[str]


def surroundings(kb: Path | None = None) -> dict[str, str]:
    """The environment of a command, whose base is this one or none."""
    kept = {name: value for name, value in os.environ.items() if name != "ARBITRE_KB"}
    given = {"ARBITRE_KB": str(kb)} if kb is not None else {}
    return {**kept, "PYTHONPATH": str(ROOT), "COLUMNS": "120", **given}


def arbitre(*arguments: str | Path, kb: Path | None = None, cwd: Path = ROOT) -> Completed:
    """What a command tells when it is run in this process."""
    words = [str(argument) for argument in arguments]
    out, beside = io.StringIO(), io.StringIO()
    status = 0
    with _as_run(words, surroundings(kb), cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(beside):
        try:
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Completed(words, status, out.getvalue(), beside.getvalue())


@contextlib.contextmanager
def serving(*arguments: str | Path, errors: IO[str] | int | None = None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command that answers until it is stopped, at the end: its process, and the address that it gives."""
    with subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        cwd=ROOT,
        env={**surroundings(), "PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address is not None
            yield process, address[0]
        finally:
            process.terminate()


@contextlib.contextmanager
def _as_run(words: list[str], environment: dict[str, str], cwd: Path) -> Iterator[None]:
    program = mock.patch.object(sys, "argv", ["arbitre", *words])
    # A command leaves what ends it as it likes it.
    heeded, hook = signal.getsignal(signal.SIGINT), mock.patch.object(sys, "unraisablehook", sys.unraisablehook)
    try:
        with program, hook, mock.patch.dict(os.environ, environment, clear=True), contextlib.chdir(cwd):
            yield
    finally:
        signal.signal(signal.SIGINT, heeded)

"""A command's time and its peak of memory, taken from outside."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import UnusableFileError

# A process starts with the peak of the one that made it: this small one stands between, so that the peak told is the command's own.
_LAUNCHER = """
import json, os, subprocess, sys, time
report, *command = sys.argv[1:]
started = time.perf_counter()
child = subprocess.Popen(command, stdout=subprocess.PIPE)
output = child.stdout.read().decode()
_pid, status, usage = os.wait4(child.pid, 0)
child.returncode = os.waitstatus_to_exitcode(status)
told = {"seconds": time.perf_counter() - started, "peak": usage.ru_maxrss, "code": child.returncode, "output": output}
with open(report, "w", encoding="utf-8") as file:
    json.dump(told, file)
"""
# Linux counts in kilobytes, macOS in bytes.
_UNITS_A_MEGABYTE = 1024**2 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Run:
    """How long a command took (seconds), the most memory it held at once (megabytes), what it wrote."""

    seconds: float
    peak_mb: float
    output: str


def measured(command: Sequence[str | Path]) -> Run:
    """Run a command to its end.

    Raises:
        UnusableFileError: it fails; the message holds the last line of what it told.
    """
    with tempfile.TemporaryDirectory(prefix="arbitre-bench-") as name, (Path(name) / "dit").open("w+b") as told:
        report = Path(name) / "report.json"
        launch = [sys.executable, "-I", "-S", "-c", _LAUNCHER, report, *command]
        subprocess.run(launch, check=True, stdin=subprocess.DEVNULL, stderr=told)
        found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        if found["code"]:
            told.seek(0)
            last = told.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise UnusableFileError(f"« {_shown(command)} » a échoué ({found['code']}) : {last or 'rien n’est dit'}")
    return Run(found["seconds"], found["peak"] / _UNITS_A_MEGABYTE, found["output"])


def arbitre(*arguments: str | Path) -> list[str | Path]:
    """The command line of this very tree."""
    return [sys.executable, "-m", "kb.cli", *arguments]


def _shown(command: Sequence[str | Path]) -> str:
    return " ".join(Path(part).name if isinstance(part, Path) else part for part in command[1:4])

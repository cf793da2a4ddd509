"""How long calls take, side by side; a command's time and its peak of memory, taken from outside."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.errors import UnusableFileError
from kb.evaluation import JudgedQuestion

# A process starts with the peak of the one that made it: this small one stands between, so that the peak is the command's own.
_LAUNCHER = """
import json, os, subprocess, sys, time
report, *command = sys.argv[1:]
started = time.perf_counter()
child = subprocess.Popen(command)
_pid, status, usage = os.wait4(child.pid, 0)
child.returncode = os.waitstatus_to_exitcode(status)
with open(report, "w", encoding="utf-8") as file:
    json.dump([time.perf_counter() - started, usage.ru_maxrss, child.returncode], file)
"""
# Linux counts in kilobytes, macOS in bytes.
_UNITS_A_MEGABYTE = 1024**2 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Run:
    """How long a command took (seconds), the most memory it held at once (megabytes), what it wrote."""

    seconds: float
    peak_mb: float
    output: str


def measured(command: Sequence[str | Path], project: Path | None = None) -> Run:
    """Run a command to its end; in a copy of the project, with a cache of its own, where one is named.

    Raises:
        UnusableFileError: it fails; the message holds the last line of what it wrote.
    """
    with tempfile.NamedTemporaryFile(prefix="arbitre-bench-", mode="r") as report:
        launch = [sys.executable, "-I", "-S", "-c", _LAUNCHER, report.name, *command]
        done = subprocess.run(
            launch,
            check=True,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env=_environment(project),
            cwd=project,
        )
        seconds, peak, code = json.load(report)
    if code:
        shown = " ".join(Path(part).name if isinstance(part, Path) else part for part in command[1:4])
        last = done.stderr.strip().rpartition("\n")[2]
        raise UnusableFileError(f"« {shown} » a échoué ({code}) : {last or 'rien n’est dit'}")
    return Run(seconds, peak / _UNITS_A_MEGABYTE, done.stdout)


def _environment(project: Path | None) -> dict[str, str] | None:
    if project is None:
        return None
    return {**os.environ, "PYTHONPATH": str(project), "XDG_CACHE_HOME": str(project / "cache")}


def arbitre(*arguments: str | Path) -> list[str | Path]:
    """The command line of this very tree."""
    return [sys.executable, "-m", "kb.cli", *arguments]


# What is timed: a call on a question.
Call = Callable[[JudgedQuestion], object]


def quantiles(spent: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    cuts = statistics.quantiles(spent, n=100, method="inclusive") if len(spent) > 1 else [*spent, 0.0] * 99
    return cuts[49], cuts[98]


def side_by_side(
    calls: Mapping[str, Call], questions: Sequence[JudgedQuestion], rounds: int = 3
) -> dict[str, tuple[float, float]]:
    """Time calls on every question, one after another, taking turns so that the machine's noise falls on all alike.

    Gives p50 and p99 in milliseconds, of the round with the lowest median, which tells least of that noise.
    """
    best: dict[str, tuple[float, float]] = {}
    for _ in range(rounds):
        for name, call in calls.items():
            found = quantiles([_timed(call, question) for question in questions])
            best[name] = min(found, best.get(name, found))
    return best


def _timed(call: Call, question: JudgedQuestion) -> float:
    started = time.perf_counter()
    call(question)
    return (time.perf_counter() - started) * 1000

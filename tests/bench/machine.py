"""What a figure was taken on: never the name of a host, of a user or of a folder."""

from __future__ import annotations

import datetime as dt
import os
import platform
import sqlite3
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from kb import __version__

_PACKAGES = ("tantivy", "bm25s", "psycopg", "mkdocs-material", "fastapi", "uvicorn", "numpy")


@dataclass(frozen=True, slots=True)
class Machine:
    """The day, the machine, its load at the start (runnable processes, one minute's mean), and the versions."""

    date: str
    processor: str
    cores: int
    memory_gb: float
    system: str
    python: str
    load: float
    versions: tuple[tuple[str, str], ...]


def this_machine() -> Machine:
    """The machine as it is now."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    return Machine(
        dt.datetime.now(tz=dt.UTC).date().isoformat(),
        _first_line(Path("/proc/cpuinfo"), "model name") or platform.machine(),
        _cores(),
        round(memory, 1),
        _system(),
        f"{platform.python_implementation()} {platform.python_version()}",
        round(os.getloadavg()[0], 1),
        (("arbitre", __version__), ("SQLite", sqlite3.sqlite_version), *_installed()),
    )


def _cores() -> int:
    """The cores that this process may run on."""
    allowed: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _first_line(path: Path, field: str) -> str | None:
    """The value of the first `field : value` of a file of the system."""
    if not path.is_file():
        return None
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(field)), None)


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} ({sys.platform})"


def _installed() -> tuple[tuple[str, str], ...]:
    found = []
    for name in _PACKAGES:
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            continue
    return tuple(found)

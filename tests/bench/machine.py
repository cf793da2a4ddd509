"""What a figure was taken on: never the name of a host, of a user or of a folder."""

import datetime as dt
import os
import platform
import sqlite3
import sys
from importlib import metadata
from pathlib import Path

import psutil

from kb import __version__
from tests.bench.page import Block, Table, number, text

_PACKAGES = ("tantivy", "bm25s", "mkdocs-material", "fastapi", "uvicorn")
_BUSY = """**La machine servait à autre chose pendant la mesure (plus de processus actifs que de cœurs) : la justesse n'en dépend pas, mais
les durées, les débits et leurs rapports sont à refaire sur une machine au repos.**"""


def this_machine() -> list[Block]:
    """The day, the machine, its load now and the versions, as the head of the page."""
    cores, load = len(psutil.Process().cpu_affinity() or ()) or os.cpu_count() or 1, os.getloadavg()[0]
    rows = [
        ("processeur", f"{_processor()}, {cores} cœur(s)"),
        ("mémoire", f"{number(memory_mb() / 1024, 1)} Go"),
        ("système", f"{_system()}, {platform.python_implementation()} {platform.python_version()}"),
        ("charge au départ", f"{number(load, 1)} processus actifs, moyenne d'une minute"),
        ("versions", ", ".join(f"{name} {version}" for name, version in _versions())),
    ]
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    return [*([_BUSY] if load > cores else []), Table((("le", text), (today, text)), rows)]


def memory_mb() -> float:
    """The memory of the machine."""
    return float(psutil.virtual_memory().total) / 1024**2


def resident_mb(pid: int) -> float:
    """The memory that a process and all those that it started hold: what they share is counted once, where the system tells it."""
    process = psutil.Process(pid)
    held = [member.memory_full_info() for member in (process, *process.children(recursive=True))]
    return sum(float(getattr(one, "pss", one.rss)) for one in held) / 1024**2


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} ({sys.platform})"


def _versions() -> list[tuple[str, str]]:
    found = [("arbitre", __version__), ("SQLite", sqlite3.sqlite_version)]
    for name in _PACKAGES:
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            continue
    return found

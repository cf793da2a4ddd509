"""What building and asking cost as the corpus grows: real builds of the works copied under other names, and bases made larger."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.data import data_dir
from kb.errors import UnusableFileError
from kb.store import KnowledgeBase
from tests.bench.running import arbitre, measured
from tests.bench.speed import enlarge

_HEAD = re.compile(r"^(oeuvre\s*[:=]\s*\"?)([a-z0-9-]+)", re.MULTILINE)
# A build ten times as large takes about ten times the memory: more than this share of the machine's is not tried.
_SHARE = 0.6
_NO_ROOM = "faute d'assez de mémoire sur cette machine"


@dataclass(frozen=True, slots=True)
class Build:
    """A build of `times` times the bundled works: rules read, time (seconds), peak of memory and size of the file (megabytes)."""

    times: int
    works: int
    rules: int
    seconds: float
    peak_mb: float
    file_mb: float


@dataclass(frozen=True, slots=True)
class NotBuilt:
    """The sizes that were asked and not built, and why."""

    sizes: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Asking a base of `times` times as many passages: opening to the first answer (seconds), times (milliseconds), peak (megabytes)."""

    times: int
    passages: int
    opening: float
    ask_p50: float
    ask_p99: float
    search_p50: float
    search_p99: float
    fts5_p50: float
    fts5_p99: float
    peak_mb: float
    enlarging: float


def builds(sizes: Sequence[int], folder: Path, works: Sequence[str] = ()) -> tuple[tuple[Build, ...], NotBuilt | None]:
    """Build the bundled works once, then with as many copies as each size asks; `works` are those copied, all where none is named.

    A size that the memory does not allow, or whose build breaks, ends the row: what was built before it is kept.
    """
    made: list[Build] = []
    for rank, times in enumerate(sizes):
        if made and made[-1].peak_mb * times / made[-1].times > _SHARE * _memory_mb():
            return tuple(made), NotBuilt(tuple(sizes[rank:]), _NO_ROOM)
        try:
            made.append(_built(times, folder, works))
        except UnusableFileError as fault:
            return tuple(made), NotBuilt(tuple(sizes[rank:]), str(fault))
    return tuple(made), None


def _built(times: int, folder: Path, works: Sequence[str]) -> Build:
    """One build.

    Raises:
        UnusableFileError: it breaks.
    """
    out, copies = folder / f"construite-{times}.sqlite", folder / f"copies-{times}"
    copy_works(copies, times, works)
    named = ("--corpus", copies) if times > 1 else ()
    run = measured(arbitre("build", *named, "--out", out))
    base = KnowledgeBase(out)
    held = base.work_ids()
    rules = sum(len(base.all_ids(work, "precis")) for work in held)
    size = out.stat().st_size / 1024**2
    out.unlink()
    return Build(times, len(held), rules, run.seconds, run.peak_mb, size)


def _memory_mb() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**2


def copy_works(into: Path, times: int, works: Sequence[str] = ()) -> None:
    """Write `times - 1` copies of bundled works under other names: `work` becomes `work-2`, `work-3`… in every file and id."""
    bundled = data_dir("corpus")
    named = works or sorted(path.parent.name for path in bundled.glob("*/reading.toml"))
    for number in range(2, times + 1):
        for work in named:
            target = into / f"{work}-{number}"
            target.mkdir(parents=True)
            for path in (bundled / work).iterdir():
                text = path.read_text(encoding="utf-8")
                (target / path.name).write_text(_renamed(text, work, number), encoding="utf-8")


def _renamed(text: str, work: str, number: int) -> str:
    """The ids and the head of a file, for the copy of that number."""
    moved = re.sub(rf"(?<![\w/-]){re.escape(work)}(?=/)", f"{work}-{number}", text)
    return _HEAD.sub(lambda found: f"{found[1]}{found[2]}{f'-{number}' if found[2] == work else ''}", moved)


def readings(
    base: Path, sizes: Sequence[int], questions: Sequence[Path], folder: Path, rounds: int
) -> Iterator[Reading]:
    """Ask bases made larger, each in a process of its own; FTS5 on as many passages, in another."""
    for times in sizes:
        larger = folder / f"grande-{times}.sqlite"
        seconds = enlarge(base, larger, times)
        reader = [sys.executable, "-m", "tests.bench.reading"]
        asked = [str(rounds), str(times), *map(str, questions)]
        ours = measured([*reader, "arbitre", str(larger), *asked])
        theirs = measured([*reader, "fts5", str(base), *asked])
        figures = json.loads(ours.output) | json.loads(theirs.output)
        yield Reading(times=times, peak_mb=ours.peak_mb, enlarging=seconds, **figures)
        larger.unlink()

"""How fast calls are, side by side; and a base made many times as large."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kb.evaluation.questions import Question
from kb.search.postings import ENTRY, NUMBERS, SEGMENT
from kb.search.wording import TERMS, WORDED
from kb.store.seals import seal

_ROUNDS = 3
# What is timed: a call on a question.
Call = Callable[[Question], object]


@dataclass(frozen=True, slots=True)
class Speed:
    """Median and 99th percentile of some calls, in milliseconds, of the best of a few rounds."""

    name: str
    p50: float
    p99: float

    def __str__(self) -> str:
        """`FTS5 : p50 1.72 ms, p99 2.75 ms`."""
        return f"{self.name} : p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms"


def side_by_side(calls: Mapping[str, Call], questions: Sequence[Question], rounds: int = _ROUNDS) -> dict[str, Speed]:
    """Time calls on every question, one after another, the calls taking turns so that the machine's noise falls on all alike.

    A call's figure is its round with the lowest median, which tells least of that noise.
    """
    best: dict[str, Speed] = {}
    for _ in range(rounds):
        for name, call in calls.items():
            found = _round(name, call, questions)
            if name not in best or found.p50 < best[name].p50:
                best[name] = found
    return best


def _round(name: str, call: Call, questions: Sequence[Question]) -> Speed:
    spent = []
    for question in questions:
        started = time.perf_counter()
        call(question)
        spent.append((time.perf_counter() - started) * 1000)
    return Speed(name, float(np.percentile(spent, 50)), float(np.percentile(spent, 99)))


def enlarge(path: Path, out: Path, times: int) -> float:
    """Copy a base with every view of every work repeated `times` times: each posting, segment and vector as many times as long.

    Gives the seconds that it takes.

    The copies bear made-up ids, except the first, so that answers are still read from real provisions.
    """
    started = time.perf_counter()
    shutil.copyfile(path, out)
    connection = sqlite3.connect(out)
    query = "SELECT work, view, count(*) FROM documents GROUP BY 1, 2"
    counts = {(work, view): count for work, view, count in connection.execute(query)}
    parts: dict[tuple[str, str], int] = {}
    rows = connection.execute("SELECT work, view, segments, vectors, worded, terms FROM views").fetchall()
    for work, view, segments, vectors, worded, terms in rows:
        held = np.frombuffer(segments, dtype=SEGMENT)
        parts[work, view] = len(held)
        repeated = np.tile(held, times).copy()
        repeated["document"] = _shifted(held["document"], counts[work, view], times)
        said = np.frombuffer(worded, dtype=WORDED)
        resaid = np.tile(said, times).copy()
        resaid["segment"] = _shifted(said["segment"], len(held), times)
        resaid["end"] = _shifted(said["end"], len(terms) // TERMS.itemsize, times)
        connection.execute(
            "UPDATE views SET segments = ?, vectors = ?, worded = ?, terms = ? WHERE work = ? AND view = ?",
            (repeated.tobytes(), vectors * times, resaid.tobytes(), terms * times, work, view),
        )
    query = "SELECT work, view, term, documents, segments FROM postings"
    for work, view, term, packed, numbers in connection.execute(query).fetchall():
        entries = np.frombuffer(packed, dtype=ENTRY)
        places = np.tile(entries, times).copy()
        places["document"] = _shifted(entries["document"], counts[work, view], times)
        members = _shifted(np.frombuffer(numbers, dtype=NUMBERS), parts[work, view], times)
        connection.execute(
            "UPDATE postings SET documents = ?, segments = ? WHERE work = ? AND view = ? AND term = ?",
            (places.tobytes(), members.tobytes(), work, view, term),
        )
    for (work, view), count in counts.items():
        connection.execute(
            "WITH RECURSIVE n(n) AS (SELECT 1 WHERE ? > 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)"
            " INSERT INTO documents SELECT work, view, document + n * ?, id || '~' || n, weight, absent FROM documents, n"
            " WHERE work = ? AND view = ?",
            (times, times - 1, count, work, view),
        )
    connection.commit()
    connection.close()
    seal(out)
    return time.perf_counter() - started


def _shifted(numbers: npt.NDArray[np.uint32], step: int, times: int) -> npt.NDArray[np.uint32]:
    """Some numbers, then the same moved by a step, as many times."""
    moved = np.tile(numbers, times) + np.repeat(np.arange(times, dtype=np.uint32) * np.uint32(step), len(numbers))
    return moved.astype(np.uint32)

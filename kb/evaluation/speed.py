"""How fast answers are: `python -m kb.evaluation.speed BASE QUESTIONS.jsonl…`.

Against a bare FTS5 in the same run, then on a base made many times as large.
"""

from __future__ import annotations

import resource
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kb.answer import Answerer
from kb.evaluation.questions import Question, read_questions
from kb.evaluation.rivals import documents, fts5
from kb.search.postings import ENTRY, NUMBERS, SEGMENT
from kb.store import KnowledgeBase

TIMES_LARGER = 100
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Speed:
    """Median and 99th percentile of some calls, in milliseconds, over the best of a few rounds."""

    name: str
    p50: float
    p99: float

    def __str__(self) -> str:
        """`FTS5 : p50 1.72 ms, p99 2.75 ms`."""
        return f"{self.name} : p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms"


def timed(name: str, call: Callable[[Question], object], questions: Sequence[Question], rounds: int = _ROUNDS) -> Speed:
    """Time a call on every question, one after another; the round with the lowest median tells least of the machine's noise."""
    best: Speed | None = None
    for _ in range(rounds):
        spent = []
        for question in questions:
            started = time.perf_counter()
            call(question)
            spent.append((time.perf_counter() - started) * 1000)
        found = Speed(name, float(np.percentile(spent, 50)), float(np.percentile(spent, 99)))
        best = found if best is None or found.p50 < best.p50 else best
    return best or Speed(name, 0.0, 0.0)


def opening(path: Path, question: Question) -> float:
    """Seconds from the closed file to the first answer."""
    started = time.perf_counter()
    Answerer(KnowledgeBase(path)).ask(question.text, question.game)
    return time.perf_counter() - started


def bare_fts5(base: KnowledgeBase) -> Callable[[Question], object]:
    """One FTS5 table of the passages of every work, asked without a game."""
    search = fts5([document for work in base.work_ids() for document in documents(base, work, "both")])
    return lambda question: search(question.text)


def enlarge(path: Path, out: Path, times: int = TIMES_LARGER) -> None:
    """Copy a base with every view of every work repeated `times` times: each posting, segment and vector as many times as long.

    The copies bear made-up ids, except the first, so that answers are still read from real provisions.
    """
    shutil.copyfile(path, out)
    connection = sqlite3.connect(out)
    query = "SELECT work, view, count(*) FROM documents GROUP BY 1, 2"
    counts = {(work, view): count for work, view, count in connection.execute(query)}
    parts: dict[tuple[str, str], int] = {}
    rows = connection.execute("SELECT work, view, segments, vectors FROM views").fetchall()
    for work, view, segments, vectors in rows:
        held = np.frombuffer(segments, dtype=SEGMENT)
        parts[work, view] = len(held)
        repeated = np.tile(held, times).copy()
        repeated["document"] = _shifted(held["document"], counts[work, view], times)
        connection.execute(
            "UPDATE views SET segments = ?, vectors = ? WHERE work = ? AND view = ?",
            (repeated.tobytes(), vectors * times, work, view),
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
            "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)"
            " INSERT INTO documents SELECT work, view, document + n * ?, id || '~' || n, weight, absent FROM documents, n"
            " WHERE work = ? AND view = ?",
            (times - 1, count, work, view),
        )
    connection.commit()
    connection.close()


def _shifted(numbers: npt.NDArray[np.uint32], step: int, times: int) -> npt.NDArray[np.uint32]:
    """Some numbers, then the same moved by a step, as many times."""
    moved = np.tile(numbers, times) + np.repeat(np.arange(times, dtype=np.uint32) * np.uint32(step), len(numbers))
    return moved.astype(np.uint32)


def main(arguments: Sequence[str]) -> None:
    """Measure, and print one line a figure."""
    path, questions = Path(arguments[0]), read_questions(map(Path, arguments[1:]))
    sys.stdout.write(f"ouverture jusqu'à la première réponse : {opening(path, questions[0]):.2f} s\n")
    base = KnowledgeBase(path)
    answerer = Answerer(base)
    told = [
        timed("première question de chaque sorte, puis les autres", _asked(answerer), questions, rounds=1),
        timed("ask, jeu donné", _asked(answerer), questions),
        timed("FTS5 nu, tous les passages", bare_fts5(base), questions),
        timed("ask, sans jeu", lambda question: answerer.ask_all(question.text), questions),
    ]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write("\n".join(map(str, told)) + f"\nmémoire : {memory:.0f} Mo\n")
    with tempfile.TemporaryDirectory() as folder:
        larger = Path(folder) / "grande.sqlite"
        enlarge(path, larger)
        answerer = Answerer(KnowledgeBase(larger))
        _asked(answerer)(questions[0])
        sys.stdout.write(f"{timed(f'ask, {TIMES_LARGER} fois plus de passages', _asked(answerer), questions)}\n")


def _asked(answerer: Answerer) -> Callable[[Question], object]:
    return lambda question: answerer.ask(question.text, question.game)


if __name__ == "__main__":
    main(sys.argv[1:])

"""A game among many works: a base of the précis where each work is copied under other names, and what asking one of them costs."""

import json
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from kb.answer import Answerer
from kb.evaluation import DEPTH, JudgedQuestion
from kb.store import KnowledgeBase
from kb.store.assembling import seal
from tests.bench.page import Block, Table, megabytes, milliseconds, ratio, seconds, text, times
from tests.bench.run import Bench
from tests.bench.speed import Call, arbitre, measured, side_by_side

# How many times each work stands in the base.
_COPIES, _FEW = (1, 20, 100), (1, 2)
_HOW = """Comment : la base du précis, toutes les lignes de chaque œuvre copiées sous d'autres noms, ouverte par un processus neuf ; jeu
donné, questions de `dev`. Ouvrir : du fichier fermé à la première réponse, sceau vérifié. Mémoire : le plus que le processus a tenu."""

# The copies of the rows of a table, numbered from 1.
_COPY = """
WITH RECURSIVE n(n) AS (SELECT 1 WHERE ?1 > 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1 - 1)
INSERT INTO main.{0} SELECT {1} FROM n CROSS JOIN source.{0} AS t
"""
# The numbers by which rows of one work know each other, and how far apart two copies keep them.
_NUMBERS, _APART = {"node", "source", "edge", "reference", "diagnostic", "number", "key"}, 10_000_000
# An id of a work, or any other text.
_MOVED = """
CASE WHEN substr(t.{0}, 1, instr(t.{0}, '/') - 1) IN (SELECT work FROM source.works)
THEN substr(t.{0}, 1, instr(t.{0}, '/') - 1) || '-' || n.n || substr(t.{0}, instr(t.{0}, '/')) ELSE t.{0} END
"""


def many(bench: Bench) -> Iterator[Block]:
    """Asking one game as works are added."""
    precis = bench.folder / "precis.sqlite" if bench.texts else bench.path
    if bench.texts:
        measured(arbitre("build", "--out", precis))
    listed = bench.folder / "questions.jsonl"
    asked = [json.dumps([question.text, question.game]) for question in bench.questions("dev")]
    listed.write_text("\n".join(asked), encoding="utf-8")
    rows: list[tuple[str | float | None, ...]] = []
    alone: dict[str, float] = {}
    for copies in _FEW if bench.quick else _COPIES:
        larger = bench.folder / f"oeuvres-{copies}.sqlite"
        copy_rows(precis, larger, copies)
        run = measured([sys.executable, "-m", "tests.bench.many", larger, listed, str(bench.rounds(3))])
        found = json.loads(run.output)
        speeds: list[float | None] = []
        for name in ("ask", "search"):
            p50, p99 = found[name]
            speeds += [p50, p99, ratio(p50, alone.setdefault(name, p50))]
        size = larger.stat().st_size / 1024**2
        rows.append((f"{found['works']} œuvres", found["opening"], *speeds, run.peak_mb, size))
        larger.unlink()
    ask = (("`ask` p50", milliseconds), ("p99", milliseconds), ("rapport", times))
    search = (("`search` p50", milliseconds), ("p99", milliseconds), ("rapport", times))
    yield Table(
        (("base", text), ("ouvrir", seconds), *ask, *search, ("mémoire", megabytes), ("fichier", megabytes)), rows
    )
    yield _HOW


def copy_rows(base: Path, out: Path, copies: int) -> None:
    """Copy a base with each row of each work so many times: `work` becomes `work-1`, `work-2`… in every id, numbers are moved along."""
    shutil.copyfile(base, out)
    with closing(sqlite3.connect(out)) as connection:
        connection.execute("ATTACH ? AS source", (str(base),))
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF"):
            connection.execute(f"PRAGMA {pragma}")
        for (table,) in connection.execute("SELECT name FROM source.sqlite_schema WHERE type = 'table'").fetchall():
            columns = connection.execute("SELECT name, type FROM pragma_table_info(?)", (table,)).fetchall()
            if any(name == "work" or _is_number(name, kind) for name, kind in columns):
                copied = ", ".join(_copied(name, kind) for name, kind in columns)
                connection.execute(_COPY.format(table, copied), (copies,))
        connection.commit()
    seal(out)


def _is_number(name: str, kind: str) -> bool:
    return kind == "INTEGER" and name in _NUMBERS


def _copied(name: str, kind: str) -> str:
    """What a column is in the copy `n` of its work."""
    if name == "work":
        return "t.work || '-' || n.n"
    if _is_number(name, kind):
        return f"t.{name} + n.n * {_APART}"
    return _MOVED.format(name) if kind == "TEXT" else f"t.{name}"


def main(arguments: Sequence[str]) -> None:
    """Ask a base in a process of its own, so that its memory is its own; print one JSON object."""
    path, listed, rounds = arguments
    asked = [JudgedQuestion("", game, "", question, (), None) for question, game in _questions(Path(listed))]
    started = time.perf_counter()
    base = KnowledgeBase(Path(path))
    answerer = Answerer(base)
    answerer.ask(asked[0].text, asked[0].game)
    opening = time.perf_counter() - started
    calls: dict[str, Call] = {
        "ask": lambda question: answerer.ask(question.text, question.game),
        "search": lambda question: answerer.search(question.text, question.game, None, DEPTH),
    }
    found = side_by_side(calls, asked, int(rounds))
    works = base.rows("SELECT count(DISTINCT work) FROM works WHERE listed", ())[0][0]
    sys.stdout.write(json.dumps({"works": works, "opening": opening, **found}))


def _questions(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        question, game = json.loads(line)
        yield question, game


if __name__ == "__main__":
    main(sys.argv[1:])

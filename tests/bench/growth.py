"""What building costs, in full and when one file changed, and as the corpus grows; what asking one game then costs; what the base holds."""

import json
import re
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path

from kb.answer import Answerer
from kb.errors import UnusableFileError
from kb.evaluation import DEPTH, JudgedQuestion
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bench.machine import memory_mb
from tests.bench.page import Block, Table, count, megabytes, milliseconds, percent, ratio, seconds, text, times
from tests.bench.run import Bench
from tests.bench.speed import Call, Run, arbitre, measured, side_by_side

_HEAD = re.compile(r"^(oeuvre\s*[:=]\s*\"?)([a-z0-9-]+)", re.MULTILINE)
# A build ten times as large takes about ten times the memory: more than this share of the machine's is not tried.
_SHARE = 0.6
# Tables that hold less than this share of the base are counted together.
_SMALL = 0.02
_SIZES = """
SELECT coalesce(s.tbl_name, b.name), sum(b.pgsize) FROM dbstat AS b LEFT JOIN sqlite_schema AS s ON s.name = b.name
GROUP BY 1 ORDER BY 2 DESC
"""
_BUILT = """Comment : `arbitre build`, avec les publications si elles sont là ; la mémoire est le plus que le processus a tenu. En
entier : rien n'est gardé d'une construction précédente. Une règle changée : un mot de l'œuvre nommée."""
_TABLES = "Comment : les pages de chaque table et de ses index (`dbstat`), publications comprises si la base les tient."
_GROWN = """Comment : `arbitre build` du précis et d'autant de copies de ses œuvres, sous d'autres noms, chacune lue, reliée, vérifiée et
indexée. À côté : rien, aucun des autres ne lit, ne relie ni ne vérifie."""
_ASKED = """Comment : chacune de ces bases, ouverte par un processus neuf ; jeu donné, questions de `dev`. Ouvrir : du fichier fermé à la
première réponse, sceau vérifié. Mémoire : le plus que le processus a tenu."""


def building(bench: Bench) -> Iterator[Block]:
    """A build from nothing, one when nothing changed, one when a rule of each work did; then what the base holds."""
    project, out = bench.folder / "projet", bench.folder / "construite.sqlite"
    copy_project(project)
    command = arbitre("build", *(("--texts", bench.texts.resolve()) if bench.texts else ()), "--out", out)
    runs = {"en entier": measured(command, project), "rien n'a changé": measured(command, project)}
    for work in bench.works:
        changed = max((project / "corpus" / work).glob("*.md"), key=lambda path: path.stat().st_size)
        changed.write_text(_one_word_more(changed.read_text(encoding="utf-8")), encoding="utf-8")
        runs[f"une règle changée, {work}"] = measured(command, project)
    whole = runs["en entier"].seconds
    rows = [(name, run.seconds, ratio(run.seconds, whole), run.peak_mb) for name, run in runs.items()]
    yield Table((("construction", text), ("durée", seconds), ("rapport", times), ("mémoire au plus", megabytes)), rows)
    yield _BUILT
    yield from _tables(bench.path)


def copy_project(into: Path) -> None:
    """Copy what a build reads."""
    root = data_dir("corpus").parent
    for folder in ("kb", "api", "grammar", "corpus", "site"):
        shutil.copytree(root / folder, into / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", into)


def _one_word_more(written: str) -> str:
    """A file of a work with a word more at the end of its last rule."""
    lines = written.rstrip("\n").split("\n")
    last = max(place for place, line in enumerate(lines) if line[:1].isalpha() and line.endswith("."))
    lines[last] = lines[last].removesuffix(".") + " aussi."
    return "\n".join(lines) + "\n"


def _tables(base: Path) -> Iterator[Block]:
    with closing(sqlite3.connect(base)) as connection:
        try:
            sizes = dict(connection.execute(_SIZES).fetchall())
        except sqlite3.OperationalError:
            yield "Parts de la base : non mesurées (ce SQLite n'a pas `dbstat`)."
            return
    whole = sum(sizes.values())
    shown = {name: size for name, size in sizes.items() if size >= _SMALL * whole}
    shown["les autres"] = whole - sum(shown.values())
    rows = [(f"`{name}`", size / 1024**2, size / whole) for name, size in shown.items()]
    yield Table((("table", text), ("taille", megabytes), ("part", percent)), [*rows, ("la base", whole / 1024**2, 1.0)])
    yield _TABLES


def growth(bench: Bench) -> Iterator[Block]:
    """Builds of the bundled works with as many copies as each size asks, then what asking one game of each costs."""
    listed = bench.folder / "questions.jsonl"
    asked = [json.dumps([question.text, question.game]) for question in bench.questions("dev")]
    listed.write_text("\n".join(asked), encoding="utf-8")
    builds: list[tuple[str | float | None, ...]] = []
    asks: list[tuple[str | float | None, ...]] = []
    runs: list[Run] = []
    speeds: dict[str, float] = {}
    for size in bench.sizes:
        if runs and runs[0].peak_mb * size > _SHARE * memory_mb():
            yield f"× {size} : non mesuré, faute d'assez de mémoire sur cette machine."
            break
        try:
            run, base = _built(bench, size)
            asking = measured([sys.executable, "-m", "tests.bench.growth", base, listed, str(bench.rounds(3))])
        except UnusableFileError as fault:
            yield f"× {size} : non mesuré ({fault})."
            break
        runs.append(run)
        found, file_mb = json.loads(asking.output), base.stat().st_size / 1024**2
        name = f"× {size} : {found['works']} œuvres"
        beside = ratio(run.seconds, runs[0].seconds), run.peak_mb, ratio(run.peak_mb, runs[0].peak_mb)
        builds.append((name, found["rules"], run.seconds, *beside, file_mb))
        timed = ((p50, p99, ratio(p50, speeds.setdefault(call, p50))) for call, (p50, p99) in found["calls"].items())
        asks.append((name, found["opening"], *chain(*timed), asking.peak_mb))
        base.unlink()
    head = (("corpus", text), ("règles", count), ("durée", seconds), ("rapport", times))
    yield Table((*head, ("mémoire au plus", megabytes), ("rapport", times), ("fichier", megabytes)), builds)
    yield _GROWN
    calls = [((f"`{call}` p50", milliseconds), ("p99", milliseconds), ("rapport", times)) for call in ("ask", "search")]
    yield Table((("base", text), ("ouvrir", seconds), *chain(*calls), ("mémoire", megabytes)), asks)
    yield _ASKED


def _built(bench: Bench, size: int) -> tuple[Run, Path]:
    """The build of so many times the corpus, and its base.

    Raises:
        UnusableFileError: it breaks.
    """
    out, copies = bench.folder / f"construite-{size}.sqlite", bench.folder / f"copies-{size}"
    project = bench.folder / f"projet-{size}"
    copy_project(project)
    copy_works(copies, size, bench.works if bench.quick else ())
    return measured(arbitre("build", *(("--corpus", copies) if size > 1 else ()), "--out", out), project), out


def main(arguments: Sequence[str]) -> None:
    """Ask a base in a process of its own, so that its memory is its own; print one JSON object."""
    path, listed, rounds = arguments
    lines = map(json.loads, Path(listed).read_text(encoding="utf-8").splitlines())
    asked = [JudgedQuestion("", game, "", question, (), None) for question, game in lines]
    started = time.perf_counter()
    base = KnowledgeBase(Path(path))
    answerer = Answerer(base)
    answerer.ask(asked[0].text, asked[0].game)
    opening = time.perf_counter() - started
    calls: dict[str, Call] = {
        "ask": lambda question: answerer.ask(question.text, question.game),
        "search": lambda question: answerer.search(question.text, question.game, None, DEPTH),
    }
    ids = [identifier for work in base.work_ids() for identifier in base.all_ids(work)]
    found = {"works": len(base.work_ids()), "rules": len(ids), "opening": opening}
    sys.stdout.write(json.dumps({**found, "calls": side_by_side(calls, asked, int(rounds))}))


def copy_works(into: Path, size: int, works: Sequence[str] = ()) -> None:
    """Write `size - 1` copies of bundled works under other names: `work` becomes `work-2`, `work-3`… in every file and id."""
    bundled = data_dir("corpus")
    named = works or sorted(path.parent.name for path in bundled.glob("*/reading.toml"))
    for number in range(2, size + 1):
        for work in named:
            for path in filter(Path.is_file, (bundled / work).rglob("*")):
                target = into / f"{work}-{number}" / path.relative_to(bundled / work)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(_renamed(path.read_text(encoding="utf-8"), work, number), encoding="utf-8")


def _renamed(written: str, work: str, number: int) -> str:
    """The ids and the head of a file, for the copy of that number."""
    moved = re.sub(rf"(?<![\w/-]){re.escape(work)}(?=/)", f"{work}-{number}", written)
    return _HEAD.sub(lambda found: f"{found[1]}{found[2]}{f'-{number}' if found[2] == work else ''}", moved)


if __name__ == "__main__":
    main(sys.argv[1:])

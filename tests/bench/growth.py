"""What building costs, in full and when one file changed, and as the corpus grows; what the base holds."""

import re
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from kb.errors import UnusableFileError
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bench.machine import memory_mb
from tests.bench.page import Block, Table, count, megabytes, percent, ratio, seconds, text, times
from tests.bench.run import Bench
from tests.bench.speed import arbitre, measured

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
    """Builds of the bundled works with as many copies as each size asks; what the memory does not allow ends the table."""
    rows: list[tuple[str | float | None, ...]] = []
    first: tuple[float, float] = (0.0, 0.0)
    for size in bench.sizes:
        expected = first[1] * size / bench.sizes[0]
        if expected > _SHARE * memory_mb():
            yield f"× {size} : non mesuré, faute d'assez de mémoire sur cette machine."
            break
        try:
            row = _built(bench, size)
        except UnusableFileError as fault:
            yield f"× {size} : non mesuré ({fault})."
            break
        _name, _rules, spent, peak, _size = row
        first = first if first[0] else (spent, peak)
        rows.append((row[0], row[1], spent, ratio(spent, first[0]), peak, ratio(peak, first[1]), row[4]))
    head = (("corpus", text), ("règles", count), ("durée", seconds), ("rapport", times))
    yield Table((*head, ("mémoire au plus", megabytes), ("rapport", times), ("fichier", megabytes)), rows)
    yield _GROWN


def _built(bench: Bench, size: int) -> tuple[str, int, float, float, float]:
    """The row of a build.

    Raises:
        UnusableFileError: it breaks.
    """
    out, copies = bench.folder / f"construite-{size}.sqlite", bench.folder / f"copies-{size}"
    project = bench.folder / f"projet-{size}"
    copy_project(project)
    copy_works(copies, size, bench.works if bench.quick else ())
    run = measured(arbitre("build", *(("--corpus", copies) if size > 1 else ()), "--out", out), project)
    base = KnowledgeBase(out)
    rules, works = base.rows(
        "SELECT count(*), count(DISTINCT work) FROM nodes WHERE layer = 'precis' AND instr(id, '#') = 0", ()
    )[0]
    file_mb = out.stat().st_size / 1024**2
    out.unlink()
    return f"× {size} : {works} œuvres", rules, run.seconds, run.peak_mb, file_mb


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

"""What the questions written beside the rules bring: the same project built with only the first of each rule."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kb.answer import Answerer
from kb.data import data_dir
from kb.evaluation import Question, run
from kb.evaluation.measures import overall
from kb.store import KnowledgeBase
from tests.bench.commands import arbitre, measured
from tests.bench.page import Block, Table, count, percent, share, text
from tests.bench.run import Bench

# How many questions of each rule are kept.
_KEPT = (0, 4, 8, 16, 32)
_HOW = """Comment : le projet construit avec les premières questions de chaque règle et de chaque sujet absent, les poids restant ceux qui
sont livrés ; `arbitre ask` sur `held`, le jeu donné. C'est ce que rencontre un livre dont l'auteur écrit peu de questions."""


def bank(bench: Bench) -> Iterator[Block]:
    """Held-out figures by the number of questions a rule."""
    asked = [question for question in bench.questions("held") if question.game in bench.measurable]
    if not asked:
        yield "Non mesuré : il faut les publications."
        return
    rows = [(str(kept), *_figures(base_with(bench, kept), asked)) for kept in (_KEPT[:2] if bench.quick else _KEPT)]
    rows.append(("toutes", *_figures(bench.path, asked)))
    measures = ("hit@1", "hit@5", "MRR@10", "refus : rappel", "refus à tort")
    units = (count, share, share, share, percent, percent)
    yield Table((("questions par règle", text), *zip(("en tout", *measures), units, strict=True)), rows)
    yield _HOW


def _figures(path: Path, asked: list[Question]) -> tuple[float | None, ...]:
    base = KnowledgeBase(path)
    found = dict(overall(run(Answerer(base), asked, "both")).measures)
    names = ("hit@1", "hit@5", "MRR@10", "refus : rappel", "refus à tort")
    written = base.rows("SELECT count(*) FROM questions", ())[0][0]
    return written, *(found[name].mean if name in found else None for name in names)


def base_with(bench: Bench, kept: int) -> Path:
    """A base built from a copy of the project that keeps so many questions of each rule; made once a run."""
    out = bench.folder / f"questions-{kept}.sqlite"
    if not out.exists():
        project = bench.folder / f"projet-{kept}"
        copy_project(project, kept)
        texts = ("--texts", bench.texts.resolve()) if bench.texts else ()
        measured(arbitre("build", *texts, "--out", out), project)
    return out


def copy_project(into: Path, kept: int) -> None:
    """Copy what a build reads, and of the questions of each rule the first ones."""
    root = data_dir("corpus").parent
    ignored = shutil.ignore_patterns("__pycache__", "*.tsv")
    for folder in ("kb", "api", "grammar", "corpus", "site"):
        shutil.copytree(root / folder, into / folder, ignore=ignored)
    shutil.copy(root / "pyproject.toml", into)
    for path in (root / "corpus").rglob("*.tsv"):
        head, *lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        seen: Counter[str] = Counter()
        first = [head]
        for line in lines:
            rule = line.partition("\t")[0]
            seen[rule] += 1
            first += [line] if seen[rule] <= kept else []
        (into / path.relative_to(root)).write_text("".join(first), encoding="utf-8")

"""How long the site takes beside mkdocs-material, which writes the same pages from the same words; then the pages as they are read.

The rival is given one Markdown file a page: the title, the text, and the links around it. It does less: no reference is resolved, no term
is linked, no neighbourhood is drawn.
"""

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from kb.store import KnowledgeBase, Passage
from tests.bench.page import Block, Table, count, megabytes, ratio, seconds, text, times
from tests.bench.run import Bench
from tests.bench.speed import Run, arbitre, measured

_OURS, _UNCHANGED, _THEIRS = "arbitre site", "arbitre site, rien n'a changé", "mkdocs-material"
_CONFIG = """site_name: Arbitre
theme:
  name: material
  language: fr
  font: false
use_directory_urls: false
validation:
  links:
    not_found: ignore
    anchors: ignore
    unrecognized_links: ignore
  nav:
    omitted_files: ignore
plugins: [search]
"""
_HOW = """Comment : le précis, une commande à la fois, à tour de rôle ; la médiane de {rounds}, mkdocs-material une fois. À côté : il reçoit
les mêmes règles en Markdown, déjà prêtes ; il ne résout aucun renvoi, ne lie aucun terme, ne dessine aucun voisinage."""


def written_site(bench: Bench) -> Path:
    """A site of the précis: the first that `site` writes, else written once a run."""
    out = bench.folder / "site-0"
    if not out.exists():
        measured(arbitre("site", "--kb", bench.path, "--out", out))
    return out


def site(bench: Bench) -> Iterator[Block]:
    """Ours from nothing, ours when nothing has changed, theirs.

    All that is written stays there until the end: where thousands of files were just removed, ext4 takes up to twenty times as long to
    make as many anew (it leaves alone what was freed in the last minutes, and looks at it each time).
    """
    rounds = bench.rounds(3)
    taken: dict[str, list[Run]] = {_OURS: [], _UNCHANGED: [], _THEIRS: []}
    for place in range(rounds):
        ours = arbitre("site", "--kb", bench.path, "--out", bench.folder / f"site-{place}")
        taken[_OURS].append(measured(ours))
        taken[_UNCHANGED].append(measured(ours))
    pages = write_markdown(bench, bench.folder / "docs")
    config = bench.folder / "mkdocs.yml"
    config.write_text(_CONFIG, encoding="utf-8")
    mkdocs = (sys.executable, "-m", "mkdocs", "build", "-q", "-f", config, "-d", bench.folder / "mkdocs")
    taken[_THEIRS].append(measured(mkdocs))
    written = sum(1 for _page in (bench.folder / "site-0").rglob("*.html"))
    alone = statistics.median(run.seconds for run in taken[_OURS])
    rows = [_row(name, pages if name == _THEIRS else written, runs, alone) for name, runs in taken.items()]
    head = (("commande", text), ("pages", count), ("durée", seconds), ("rapport", times))
    yield Table((*head, ("mémoire au plus", megabytes)), rows)
    yield _HOW.format(rounds=rounds)


def _row(name: str, pages: int, runs: list[Run], alone: float) -> tuple[str | float | None, ...]:
    spent = statistics.median(run.seconds for run in runs)
    return name, pages, spent, ratio(spent, alone), max(run.peak_mb for run in runs)


def write_markdown(bench: Bench, docs: Path) -> int:
    """Write the pages of the précis of the works asked as Markdown files; how many."""
    identifiers = {work: bench.base.all_ids(work, "precis") for work in bench.works}
    shown = [one for ids in identifiers.values() for one in bench.base.passages(ids, "precis")]
    for one in shown:
        path = docs / f"{one.id}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(_page(bench.base, one)), encoding="utf-8")
    links = "\n".join(f"- [{work}]({ids[0]}.md)" for work, ids in identifiers.items())
    (docs / "index.md").write_text(f"# Arbitre\n\n{links}\n", encoding="utf-8")
    return len(shown) + 1


def _page(base: KnowledgeBase, shown: Passage) -> Iterator[str]:
    """The blocks of a page: title, text, the links around."""
    up = "../" * shown.id.count("/")
    yield f"# {shown.number or ''} {shown.title or shown.id}"
    yield shown.text
    for heading, incoming in (("Renvoie à", False), ("Cité par", True)):
        linked = base.edges(shown.id, incoming=incoming, view="precis")
        if linked:
            yield f"## {heading}"
            yield "\n".join(f"- [{one.title or one.id}]({up}{one.id.partition('#')[0]}.md)" for one in linked)

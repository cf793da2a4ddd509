"""How long the site takes beside mkdocs-material, which writes the same pages from the same words.

The two take turns, each as a command of its own.

The rival is given one Markdown file a page: the title, the text, what stands below it in full, and the links around it. It does less:
no reference is resolved, no term is linked, no neighbourhood is drawn.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.model import Status
from kb.store import KnowledgeBase, Passage
from tests.bench.running import Run, arbitre, measured

OURS, UNCHANGED, THEIRS = "arbitre site", "arbitre site, rien n'a changé", "mkdocs-material"
_MKDOCS: tuple[str | Path, ...] = (sys.executable, "-m", "mkdocs", "build", "-q", "-f")
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


@dataclass(frozen=True, slots=True)
class Publishing:
    """A way of writing the site: its name, the pages that it writes, how long each round took (seconds), its peak (megabytes)."""

    name: str
    pages: int
    seconds: tuple[float, ...]
    peak_mb: float

    @property
    def median(self) -> float:
        """Half of the rounds took less."""
        return statistics.median(self.seconds)


def compare_sites(base: KnowledgeBase, rounds: int, top: Path, works: Sequence[str] = ()) -> tuple[Publishing, ...]:
    """Ours from nothing, ours when nothing has changed, theirs (of `works` alone where some are named); they take turns in a folder.

    All that is written stays there until the end, our first site as `arbitre-0`: where thousands of files were just removed, ext4 takes up
    to twenty times as long to make as many anew (it leaves alone what was freed in the last minutes, and looks at it each time).

    Raises:
        UnusableFileError: one of them fails.
    """
    pages = write_markdown(base, top / "docs", works)
    (top / "mkdocs.yml").write_text(_CONFIG, encoding="utf-8")
    taken: dict[str, list[Run]] = {OURS: [], UNCHANGED: [], THEIRS: []}
    for place in range(rounds):
        ours = arbitre("site", "--kb", base.path, "--out", top / f"arbitre-{place}")
        taken[OURS].append(measured(ours))
        taken[UNCHANGED].append(measured(ours))
        taken[THEIRS].append(measured([*_MKDOCS, top / "mkdocs.yml", "-d", top / f"mkdocs-{place}"]))
    written = sum(1 for _page in (top / "arbitre-0").rglob("*.html"))
    return tuple(_publishing(name, pages if name == THEIRS else written, runs) for name, runs in taken.items())


def _publishing(name: str, pages: int, runs: Sequence[Run]) -> Publishing:
    return Publishing(name, pages, tuple(run.seconds for run in runs), max(run.peak_mb for run in runs))


def write_markdown(base: KnowledgeBase, docs: Path, works: Sequence[str] = ()) -> int:
    """Write the pages of the works named, all those listed where none is, as Markdown files; how many."""
    docs.mkdir(parents=True)
    written = 1
    links = []
    for info in base.works(view="precis"):
        if works and info.work not in works:
            continue
        passages = base.passages(base.all_ids(info.work, "precis"), "precis")
        below: dict[str, list[Passage]] = {}
        for passage in passages:
            if passage.parent and passage.status is not Status.SUPERSEDED:
                below.setdefault(passage.parent, []).append(passage)
        for passage in passages:
            path = docs / f"{passage.id}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n\n".join(_page(base, passage, below)), encoding="utf-8")
            written += 1
        links.append(f"- [{info.title}]({passages[0].id}.md)")
    (docs / "index.md").write_text("# Arbitre\n\n" + "\n".join(links) + "\n", encoding="utf-8")
    return written


def _page(base: KnowledgeBase, passage: Passage, below: dict[str, list[Passage]]) -> Iterator[str]:
    """The blocks of a page: title, text, what stands below, the links around."""
    yield f"# {passage.number or ''} {passage.title or passage.id}"
    yield passage.markdown
    for child in below.get(passage.id, ()):
        yield f"## {child.number or ''} {child.title or child.id}"
        yield child.markdown
    up = "../" * passage.id.count("/")
    for title, incoming in (("Renvoie à", False), ("Cité par", True)):
        found = base.edges(passage.id, incoming=incoming, view="precis")
        if found:
            yield f"## {title}"
            yield "\n".join(f"- [{link.title or link.id}]({up}{link.id.partition('#')[0]}.md)" for link in found)

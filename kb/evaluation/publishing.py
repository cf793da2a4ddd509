"""How long the site takes beside mkdocs-material, which writes the same pages from the same words; then how the site serves.

Run as `python -m kb.evaluation.publishing BASE.sqlite [QUESTIONS.jsonl…]`; the two take turns, each as a command of its own. Then what
the search of the pages weighs and finds, and when a page is first painted. Other work on the machine makes every time longer: the
shortest of several is told beside the median, with the load.

The rival is given one Markdown file a page: the title, the text, what stands below it in full, and the links around it. It does less:
no reference is resolved, no term is linked, no neighbourhood is drawn.
"""

from __future__ import annotations

import importlib.metadata
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.answer import Answerer
from kb.evaluation.offline import TOP, parity, weights
from kb.evaluation.painting import first_paints, kinds_of_pages
from kb.evaluation.questions import Question, read_questions
from kb.model import Status
from kb.store import KnowledgeBase, Passage

_ROUNDS = 3
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


def main(arguments: Sequence[str]) -> None:
    """Measure, and print a line for each figure."""
    base = KnowledgeBase(Path(arguments[0]))
    questions = read_questions(map(Path, arguments[1:]))
    with tempfile.TemporaryDirectory(prefix="arbitre-mesure-") as name:
        top = Path(name)
        _compared(base, top)
        site = top / "arbitre-0"
        _searched(base, site, questions)
        _painted(base, site)


def _compared(base: KnowledgeBase, top: Path) -> None:
    """How long each way of writing the pages takes."""
    pages = write_markdown(base, top / "docs")
    (top / "mkdocs.yml").write_text(_CONFIG, encoding="utf-8")
    ours = [sys.executable, "-m", "kb.cli", "site", "--kb", str(base.path), "--out"]
    theirs = [sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(top / "mkdocs.yml"), "-d"]
    taken: dict[str, list[float]] = {"arbitre": [], "sans changement": [], "mkdocs-material": []}
    for place in range(_ROUNDS):
        out = top / f"arbitre-{place}"
        taken["arbitre"].append(_timed([*ours, str(out)]))
        taken["sans changement"].append(_timed([*ours, str(out)]))
        taken["mkdocs-material"].append(_timed([*theirs, str(top / f"mkdocs-{place}")]))
    written = sum(1 for _page in (top / "arbitre-0").rglob("*.html"))
    version = importlib.metadata.version("mkdocs-material")
    for label, seconds in taken.items():
        shown = " ".join(f"{one:.1f}" for one in seconds)
        sys.stdout.write(f"{label:<16} {min(seconds):6.2f} s  (médiane {statistics.median(seconds):.2f} s : {shown})\n")
    ratio = statistics.median(taken["mkdocs-material"]) / statistics.median(taken["arbitre"])
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    sys.stdout.write(
        f"arbitre : {written} pages ; mkdocs-material {version} : {pages} pages ; {ratio:.1f} fois plus vite"
        f" ; {os.cpu_count()} processeurs, charge de la machine {load}\n"
    )


def _searched(base: KnowledgeBase, site: Path, questions: Sequence[Question]) -> None:
    """What the search of the pages weighs, and how far it finds what the program finds."""
    one, all_works = weights(site, base.work_ids())
    sys.stdout.write(f"premiers résultats : {one / 1000:.0f} ko dans un jeu, {all_works / 1000:.0f} ko dans tous\n")
    answerer = Answerer(base)
    for label, within in (("un jeu", True), ("tous les jeux", False)) if questions else ():
        share = parity(answerer, site, questions, "precis", within=within)
        shown = f"{100 * share:.1f} % de {len(questions)} questions"
        sys.stdout.write(f"mêmes {TOP} premiers, même ordre que le programme, {label} : {shown}\n")


def _painted(base: KnowledgeBase, site: Path) -> None:
    """When each kind of page is first painted."""
    sys.stdout.write("premier affichage, serveur local :\n")
    for paint in first_paints(site, kinds_of_pages(base, site)):
        sys.stdout.write(f"  {paint}\n")


def write_markdown(base: KnowledgeBase, docs: Path) -> int:
    """Write the pages of every listed work as Markdown files; how many."""
    docs.mkdir(parents=True)
    written = 1
    links = []
    for info in base.works(view="precis"):
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


def _timed(command: Sequence[str]) -> float:
    """How long a command takes, from start to end.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - written above
    return time.perf_counter() - started


if __name__ == "__main__":
    main(sys.argv[1:])

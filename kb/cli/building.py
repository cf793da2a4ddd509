"""The command that reads sources: build."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kb.cli.app import app, say
from kb.driver import build
from kb.errors import Diagnostic, Severity
from kb.model import Layer, Resolution, Rulebook
from kb.workers import processors

TextsOption = Annotated[
    list[Path], typer.Option("--texts", metavar="DOSSIER", help="Vos publications, reconnues par leur contenu.")
]
CorpusOption = Annotated[
    list[Path], typer.Option("--corpus", metavar="DOSSIER", help="D'autres œuvres en texte canonique.")
]


@app.command("build")
def build_command(
    texts: TextsOption = [],  # noqa: B006 - typer copies it
    corpus: CorpusOption = [],  # noqa: B006 - typer copies it
    out: Annotated[Path, typer.Option("--out", metavar="FICHIER", help="Le fichier à écrire.")] = Path(
        "arbitre.sqlite"
    ),
) -> None:
    """Construit la base : le précis, vos publications et vos œuvres, en un fichier."""
    started = time.perf_counter()
    console = Console(stderr=True)
    with console.status("lecture") as status:
        built = build(texts, corpus, out, lambda step: status.update(f"{step}…"), processors())
    for notice in built.notices:
        say(f"arbitre : {notice}")
    for book in built.rulebooks:
        typer.echo(_summary(book, [finding for owner, finding in built.diagnostics if owner is book]))
    say(f"{out} écrit en {time.perf_counter() - started:.1f} s")


def _summary(book: Rulebook, findings: list[Diagnostic]) -> str:
    """One line: work, layer, provisions, edges, references by state, findings."""
    states = Counter(reference.resolution for reference in book.references)
    references = ", ".join(f"{states[state]} {_STATES[state]}" for state in Resolution)
    whole = sum(not provision.is_unit for provision in book.provisions)
    counted = Counter(finding.severity for finding in findings)
    doubts = f"{counted[Severity.ERROR]} erreur(s), {counted[Severity.WARNING]} avertissement(s)"
    layer = "texte" if book.work.layer is Layer.TEXTE else "précis"
    return f"{book.work.id} ({layer}) : {whole} nœuds, {len(book.edges)} liens ; renvois : {references} ; {doubts}"


_STATES = {
    Resolution.RESOLVED: "résolus",
    Resolution.AMBIGUOUS: "ambigus",
    Resolution.DANGLING: "perdus",
    Resolution.SUSPECT: "suspects",
}

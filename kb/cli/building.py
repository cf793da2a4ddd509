"""The command that reads sources: build."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kb.build import build
from kb.cli.app import app, say
from kb.errors import Severity
from kb.model import Layer, Resolution
from kb.store import Summary
from kb.system.processes import processors

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
    for one in built.works:
        typer.echo(_summary(one))
    say(f"{out} écrit en {time.perf_counter() - started:.1f} s")


def _summary(one: Summary) -> str:
    """One line: work, layer, provisions, edges, references by state, findings."""
    references = ", ".join(f"{one.references.get(state, 0)} {_STATES[state]}" for state in Resolution)
    doubts = ", ".join(f"{one.findings.get(severity, 0)} {name}" for severity, name in _DOUBTS.items())
    layer = "texte" if one.layer == Layer.TEXTE else "précis"
    return f"{one.work} ({layer}) : {one.nodes} nœuds, {one.edges} liens ; renvois : {references} ; {doubts}"


_DOUBTS = {Severity.ERROR: "erreur(s)", Severity.WARNING: "avertissement(s)"}
_STATES = {
    Resolution.RESOLVED: "résolus",
    Resolution.AMBIGUOUS: "ambigus",
    Resolution.DANGLING: "perdus",
    Resolution.SUSPECT: "suspects",
}

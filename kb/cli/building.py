"""Commands that read sources: build, check, new."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from kb.cli.app import app, say
from kb.data import data_dir
from kb.driver import build, read_all, read_folder
from kb.errors import Diagnostic, FaultyDataError, Severity, UnusableFileError, reason
from kb.model import Layer, Resolution, Rulebook

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
        built = build(texts, corpus, out, lambda step: status.update(f"{step}…"))
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


@app.command("check")
def check_command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[CHEMIN]…", help="Des œuvres, ou des fichiers .md (défaut : le précis)."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Recommencer à chaque changement.")] = False,
) -> None:
    """Vérifie des œuvres en texte canonique : une ligne par constat, 1 si l'un est une erreur."""
    while True:
        findings = _findings(paths or [])
        for finding in findings:
            typer.echo(str(finding))
        errors = sum(finding.severity is Severity.ERROR for finding in findings)
        warnings = sum(finding.severity is Severity.WARNING for finding in findings)
        say(f"{errors} erreur(s), {warnings} avertissement(s)")
        if not watch:
            raise typer.Exit(1 if errors else 0)
        _wait_for_change(paths or [data_dir("corpus")])


def _findings(paths: list[Path]) -> list[Diagnostic]:
    """Every finding on the works named; what only informs is left out."""
    try:
        if not paths:
            built, _lexicons = read_all([], [])
            found = [finding for _book, finding in built.diagnostics]
        else:
            found = [finding for path in paths for finding in read_folder(path)]
    except FaultyDataError as fault:
        if not fault.diagnostics:
            raise
        found = list(fault.diagnostics)
    return [finding for finding in found if finding.severity is not Severity.INFO]


def _wait_for_change(paths: list[Path]) -> None:
    """Return when a file below the paths is written, added or removed."""
    before = _stamps(paths)
    while _stamps(paths) == before:
        time.sleep(0.5)


def _stamps(paths: list[Path]) -> dict[Path, int]:
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*.*"))]
    return {file: file.stat().st_mtime_ns for file in files if file.is_file()}


_SKELETON = """---
oeuvre : {work}
titre : {title}
edition : première
langue : fr
document : Livret de règles
autorite : livret
---

# {title}

## Glossaire {{enfants=definition}}

### 1 Premier terme

Dites ici ce que le terme veut dire.

**1.1** Une règle numérotée, qui renvoie à une autre (voir 2.1).

> **Questions**
> - Que veut dire ce terme ?

Sujets connexes : Second terme

### 2 Second terme

Un autre terme.

**2.1** Une autre règle.
- Une précision.

Sujets connexes : Premier terme
"""


@app.command("new")
def new_command(
    work: Annotated[
        str, typer.Argument(metavar="OEUVRE", help="L'identifiant de l'œuvre : minuscules, chiffres, tirets.")
    ],
    into: Annotated[Path, typer.Option("--in", metavar="DOSSIER", help="Où créer le dossier de l'œuvre.")] = Path(),
) -> None:
    """Crée le squelette d'une œuvre en texte canonique."""
    if not work or work != work.lower() or not all(char.isascii() and (char.isalnum() or char == "-") for char in work):
        raise typer.BadParameter(
            "un identifiant d'œuvre n'a que des minuscules, des chiffres et des tirets", param_hint="OEUVRE"
        )
    folder = into / work
    file = folder / "01-regles.md"
    if folder.exists():
        raise UnusableFileError(f"{folder} : ce dossier existe déjà ; choisissez un autre nom")
    try:
        folder.mkdir(parents=True)
        file.write_text(_SKELETON.format(work=work, title=work.replace("-", " ").capitalize()), encoding="utf-8")
    except OSError as fault:
        raise UnusableFileError(f"{folder} : impossible d'écrire ici ({reason(fault)})") from fault
    typer.echo(
        f"{file} écrit ; vérifiez-le avec « arbitre check {folder} », servez-le avec « arbitre build --corpus {folder} »"
    )

"""Commands for those who write rules: build, check, new."""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from kb.build import Checked, build, check_path, mark_clauses
from kb.check.catalogue import Explained, catalogue
from kb.cli.app import app, progress, say
from kb.cli.watching import changed, stamps
from kb.errors import ArbitreError, Diagnostic, Severity, UnusableFileError, reason
from kb.model import Layer, Resolution
from kb.model.french import WORDS
from kb.model.words import fold
from kb.store import Summary
from kb.system.data import data_dir
from kb.system.processes import processors

_SKELETON = Path(__file__).parent / "skeleton"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST = 64

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
    console = progress()
    with console.status("lecture") as status:
        built = build(texts, corpus, out, lambda step: status.update(f"{step}…"), processors())
    for notice in built.notices:
        say(f"arbitre : {notice}")
    for one in built.works:
        typer.echo(_summary(one))
    say(f"{out} écrit en {time.perf_counter() - started:.1f} s")


def _summary(one: Summary) -> str:
    """One line: work, layer, provisions, edges, references by state, findings."""
    references = ", ".join(f"{one.references.get(state, 0)} {WORDS['states'][state]}" for state in Resolution)
    doubts = _counted(one.findings, (Severity.ERROR, Severity.WARNING))
    layer = "texte" if one.layer == Layer.TEXTE else "précis"
    return f"{one.work} ({layer}) : {one.nodes} nœuds, {one.edges} liens ; renvois : {references} ; {doubts}"


@app.command("check")
def check_command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[CHEMIN]…", help="Des œuvres, ou des fichiers .md (défaut : le précis)."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Recommencer à chaque changement.")] = False,
    clauses: Annotated[
        bool,
        typer.Option(
            "--clauses", help="Écrire d'abord dans clauses.tsv le début de chaque phrase que désigne un fichier voisin."
        ),
    ] = False,
    explain: Annotated[
        str | None, typer.Option("--explain", metavar="CODE", help="Dire ce qu'un code veut dire, par l'exemple.")
    ] = None,
) -> None:
    """Vérifie des œuvres en texte canonique : une ligne par constat, 1 si l'un est une erreur."""
    if explain is not None:
        _explain(explain)
        return
    places = paths or []
    if clauses:
        _write_clauses(places)
    if watch:
        _watch(places)
        return
    found = _checked(places)
    raise typer.Exit(1 if any(finding.severity is Severity.ERROR for finding in found) else 0)


def _explain(code: str) -> None:
    if code.upper() not in catalogue():
        message = f"code inconnu : {code} ; ceux que l'on peut lire sont dans grammar/constats.toml"
        raise typer.BadParameter(message, param_hint="--explain")
    typer.echo("\n".join(_explanation(catalogue()[code.upper()])))


def _write_clauses(paths: Sequence[Path]) -> None:
    """Write the beginnings of clauses in the folder of each work named, and say how many each file has."""
    if not paths:
        raise typer.BadParameter("dites de quelles œuvres, par leur dossier", param_hint="--clauses")
    for file, count in chain.from_iterable(map(mark_clauses, paths)):
        say(f"{file} : {count} phrase(s)")


def _checked(paths: Sequence[Path]) -> list[Diagnostic]:
    """Check, print the findings, then their count, and how much was read of each work."""
    found: list[Diagnostic] = []
    read: list[str] = []
    for checked in (checked for path in paths or [data_dir("corpus")] for checked in check_path(path)):
        for finding in _located(checked):
            typer.echo(finding)
            found.append(finding)
        if checked.read:
            read.append(f"{checked.name}, lu : {', '.join(f'{count} {what}' for what, count in checked.read)}")
    say("\n".join((_counted(Counter[str](finding.severity for finding in found), Severity), *read)))
    return found


def _located(checked: Checked) -> list[Diagnostic]:
    """The findings on a work, what could not be read first, then by file and line, each file as a path that opens from here."""
    found = [replace(finding, file=_opened(finding.file, checked.folder)) for finding in checked.findings]
    first = ("DONNEES", "CONSTATS-RETENUS")
    return sorted(found, key=lambda one: (one.code not in first, one.file, one.line, one.column))


def _opened(file: str, folder: Path) -> str:
    """The path of a file that a finding names from its work, else the name as it is."""
    places = (folder / file, folder.parent / file) if file and not Path(file).is_file() else ()
    place = next((place for place in places if place.exists()), None)
    if place is None:
        return file
    here = Path.cwd()
    return str(place.relative_to(here) if place.is_absolute() and place.is_relative_to(here) else place)


def _counted(counts: Mapping[str, int], severities: Iterable[Severity]) -> str:
    """How many findings of some severities, in one line."""
    return ", ".join(f"{counts.get(one, 0)} {WORDS['severities'][one]}(s)" for one in severities)


def _explanation(item: Explained) -> Iterator[str]:
    """What a code means, a text at fault, and the same mended where there is one."""
    yield f"{item.code} : {item.meaning}"
    mended = dict(item.files) | dict(item.mended_files)
    for head, text, files in (("À ne pas faire", item.example, dict(item.files)), ("Corrigé", item.mended, mended)):
        if text:
            yield f"\n{head} :\n"
            yield from _indented(text)
        for name, content in files.items() if text else ():
            if content.strip():
                yield f"\n  et dans {name} :\n"
                yield from _indented(content)


def _indented(text: str) -> Iterator[str]:
    return (f"    {line}".rstrip() for line in text.strip().splitlines())


def _watch(paths: Sequence[Path]) -> None:
    """Check, then check again at each change, until Ctrl+C."""
    watched = paths or [data_dir("corpus")]
    stand, before = stamps(watched), Counter[tuple[str, str, str]]()
    try:
        while True:
            try:
                # A finding is the same wherever its line moved.
                found = Counter((item.code, item.file, item.message) for item in _checked(paths))
                say(f"{(found - before).total()} nouveau(x), {(before - found).total()} réglé(s)")
                before = found
            except ArbitreError as fault:
                say(f"illisible pour l'instant : {fault}")
            say("en attente d'un changement (Ctrl+C pour arrêter)")
            stand = changed(watched, stand)
            say(f"\n{time.strftime('%H:%M:%S')}")
    except KeyboardInterrupt:
        say("arrêt")


@app.command("new")
def new_command(
    work: Annotated[
        str, typer.Argument(metavar="OEUVRE", help="L'identifiant de l'œuvre : minuscules, chiffres, tirets.")
    ],
) -> None:
    """Crée le squelette d'une œuvre en texte canonique."""
    _check_name(work)
    folder = Path(work)
    if folder.exists():
        raise UnusableFileError(f"{folder} : ce dossier existe déjà ; choisissez un autre nom")
    made: list[Path] = []
    written = {"oeuvre": work, "titre": work.replace("-", " ").capitalize()}
    try:
        for part in sorted(path for path in _SKELETON.rglob("*.*") if path.is_file()):
            text = Template(part.read_text(encoding="utf-8")).substitute(written)
            file = folder / part.relative_to(_SKELETON)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            made.append(file)
    except OSError as fault:
        raise UnusableFileError(f"{folder} : impossible d'écrire ici ({reason(fault)})") from fault
    for file in made:
        typer.echo(file)
    say(f"vérifiez l'œuvre avec « arbitre check {folder} », servez-la avec « arbitre build --corpus {folder} »")


def _check_name(work: str) -> None:
    """Refuse what cannot be an identifier of a work, with the nearest that can; or what is that of a bundled one."""
    if not _NAME.fullmatch(work) or len(work) > _LONGEST:
        near = "-".join(re.findall(r"[a-z0-9]+", fold(work)))[:_LONGEST].strip("-")
        advice = f", comme {near}" if near else ""
        message = f"un identifiant d'œuvre n'a que des minuscules, des chiffres et des tirets{advice}"
        raise typer.BadParameter(message, param_hint="OEUVRE")
    if (data_dir("corpus") / work).exists():
        raise typer.BadParameter(f"« {work} » est déjà une œuvre livrée ; choisissez un autre nom", param_hint="OEUVRE")

"""Commands that publish: site, serve."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, TaskID, TimeElapsedColumn
from rich.progress import Progress as Bars

from kb.cli.app import HostNameOption, KbOption, app, open_base, say
from kb.cli.listening import listening
from kb.errors import UnusableFileError, reason
from kb.site import Step, build_site
from kb.store import View
from kb.system.atomic import set_aside

WithTextsOption = Annotated[
    bool, typer.Option("--with-texts", help="Publier aussi les textes des publications : pour un usage personnel.")
]


class LogChoice(StrEnum):
    """What the journal of the service tells (see `api.settings.LogDetail`)."""

    ERRORS = "erreurs"
    REQUESTS = "requetes"
    FULL = "complet"


@app.command("site")
def site_command(
    out: Annotated[Path, typer.Option("--out", metavar="DOSSIER", help="Où écrire le site.")],
    kb: KbOption = None,
    archive: Annotated[
        Path | None,
        typer.Option("--zip", metavar="FICHIER", help="Écrire aussi le site en une archive, à ouvrir d'un disque."),
    ] = None,
    with_texts: WithTextsOption = False,
) -> None:
    """Écrit le site statique."""
    view: View = "both" if with_texts else "precis"
    base = open_base(kb)
    with _shown_progress() as progress:
        report = build_site(base, out, view, progress, archive)
    if report.fresh:
        say(f"{out} : à jour, rien à écrire ({report.seconds:.1f} s)")
        return
    changed = f"{report.written} fichiers changés"
    say(f"{out} : {report.pages} pages, {report.links} liens vérifiés, {changed}, en {report.seconds:.1f} s")


@app.command("serve")
def serve_command(
    kb: KbOption = None,
    host: Annotated[str, typer.Option("--host", help="L'adresse où écouter.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Le port ; un autre est pris s'il est occupé.")
    ] = 8000,
    with_texts: WithTextsOption = False,
    host_name: HostNameOption = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Combien de processus répondent ; ils partagent la base.")
    ] = 1,
    log: Annotated[
        LogChoice, typer.Option("--log", help="Le journal, en JSON sur la sortie d'erreur : ce qu'il dit.")
    ] = LogChoice.ERRORS,
) -> None:
    """Sert le site et l'API sur une même adresse : le précis seul, sauf avec --with-texts."""
    # The server and its frameworks are half of what a command takes to start: the others do without.
    from api.serving import serve  # noqa: PLC0415
    from api.settings import LogDetail, Service  # noqa: PLC0415

    if host_name and not with_texts:
        raise typer.BadParameter("ne sert qu'avec --with-texts", param_hint="--host-name")
    base = open_base(kb)
    view: View = "both" if with_texts else "precis"
    with listening(host, port) as listener, _site_folder() as folder:
        with _shown_progress() as progress:
            build_site(base, folder, view, progress, answering=True)
        taken = listener.getsockname()[1]
        if port and taken != port:
            say(f"le port {port} est occupé : le {taken} est pris à sa place")
        typer.echo(f"Arbitre répond sur http://{host}:{taken} (Ctrl+C pour arrêter)")
        serve(Service(base.path, folder, with_texts, tuple(host_name or ()), LogDetail(log.value)), listener, workers)


@contextlib.contextmanager
def _shown_progress() -> Iterator[Callable[[Step], None]]:
    """A bar a game on the error output, gone at the end; nothing where that is no terminal."""
    columns = (
        "[progress.description]{task.description}",
        BarColumn(),
        "{task.completed}/{task.total}",
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Bars(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        tasks: dict[str, TaskID] = {}

        def show(step: Step) -> None:
            if step.title not in tasks:
                tasks[step.title] = bars.add_task(step.title, total=step.pages)
            bars.update(tasks[step.title], completed=step.done)

        yield show


@contextlib.contextmanager
def _site_folder() -> Iterator[Path]:
    """A folder for the site, removed at the end; that of a server that was killed is removed by the next one.

    Raises:
        UnusableFileError: nothing can be written where temporary files go.
    """
    try:
        held = contextlib.ExitStack()
        place = Path(tempfile.gettempdir()) / "arbitre-site"
        folder = held.enter_context(set_aside(place, folder=True))
    except OSError as fault:
        message = f"le site à servir n'a de place nulle part ({reason(fault)}) ; nommez un dossier dans TMPDIR"
        raise UnusableFileError(message) from fault
    with held:
        yield folder / "site"

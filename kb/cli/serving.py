"""Commands that publish: site, serve."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, TaskID, TimeElapsedColumn
from rich.progress import Progress as Bars

from kb.asides import aside
from kb.cli.app import KbOption, app, open_base, say
from kb.errors import UnusableFileError, reason
from kb.site import Step, build_site
from kb.store import View

WithTextsOption = Annotated[
    bool, typer.Option("--with-texts", help="Publier aussi les textes des publications : pour un usage personnel.")
]


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
) -> None:
    """Sert le site et l'API sur une même adresse."""
    # The server and its frameworks are half of what a command takes to start: the others do without.
    import uvicorn  # noqa: PLC0415

    from api.app import create_app  # noqa: PLC0415

    base = open_base(kb)
    shown = with_texts or _is_loopback(host)
    view: View = "both" if shown else "precis"
    with _listening(host, port) as listener, _site_folder() as folder:
        with _shown_progress() as progress:
            build_site(base, folder, view, progress)
        taken = listener.getsockname()[1]
        if taken != port:
            say(f"le port {port} est occupé : le {taken} est pris à sa place")
        typer.echo(f"Arbitre répond sur http://{host}:{taken} (Ctrl+C pour arrêter)")
        config = uvicorn.Config(create_app(base.path, folder, shown), log_level="warning", server_header=False)
        uvicorn.Server(config).run(sockets=[listener])


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


def _is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket on `port`, or on a free one when it is taken.

    Raises:
        UnusableFileError: the address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (port, 0):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(128)
        except OSError as fault:
            listener.close()
            if candidate == 0 or fault.errno not in {98, 48, 10048}:
                raise UnusableFileError(f"{host} : impossible d'écouter sur cette adresse ({reason(fault)})") from fault
            continue
        with listener:
            yield listener
        return


@contextlib.contextmanager
def _site_folder() -> Iterator[Path]:
    """A folder for the site, removed at the end; that of a server that was killed is removed by the next one.

    Raises:
        UnusableFileError: nothing can be written where temporary files go.
    """
    try:
        held = contextlib.ExitStack()
        place = Path(tempfile.gettempdir()) / "arbitre-site"
        folder = held.enter_context(aside(place, folder=True))
    except OSError as fault:
        message = f"le site à servir n'a de place nulle part ({reason(fault)}) ; nommez un dossier dans TMPDIR"
        raise UnusableFileError(message) from fault
    with held:
        yield folder / "site"

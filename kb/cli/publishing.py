"""Commands that publish: site, serve, mcp."""

import contextlib
import errno
import ipaddress
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from api.settings import MCP_PATH, LogDetail, Service
from kb.cli import options
from kb.cli.app import app, open_base, progress, say
from kb.errors import UnusableFileError, reason
from kb.store import View
from kb.system.atomic import atomic_write

_HOST, _PORT, _MCP_PORT = "127.0.0.1", 8000, 8001

WithTextsOption = Annotated[
    bool, typer.Option("--with-texts", help="Publier aussi les textes des publications : pour un usage personnel.")
]
AdminOption = Annotated[
    str | None,
    typer.Option(
        "--admin", metavar="[HÔTE:]PORT", help="Où dire aussi l'état du service : /healthz, /readyz, /metrics."
    ),
]


def _proxies(given: list[str] | None) -> list[str] | None:
    """Addresses or networks; a fault of usage for what is neither."""
    for one in given or ():
        try:
            ipaddress.ip_network(one)
        except ValueError:
            raise typer.BadParameter(f"« {one} » n'est ni une adresse ni un réseau : 10.0.0.2, 10.0.0.0/24") from None
    return given


ProxyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy",
        metavar="ADRESSE",
        callback=_proxies,
        help="Un serveur frontal, dont X-Forwarded-For est cru : son adresse ou son réseau (répétable).",
    ),
]


def _address(given: str) -> str:
    """An address with its last slash; a fault of usage for what is none."""
    parts = urlsplit(given)
    if given and (parts.scheme not in {"http", "https"} or not parts.netloc or parts.query or parts.fragment):
        raise typer.BadParameter(
            f"« {given} » n'est pas l'adresse d'un site ; donnez-la entière : https://exemple.org/regles/"
        )
    return f"{given.rstrip('/')}/" if given else ""


@app.command("site")
def site_command(
    out: Annotated[Path, typer.Option("--out", metavar="DOSSIER", help="Où écrire le site.")],
    kb: options.Kb = None,
    archive: Annotated[
        Path | None,
        typer.Option("--zip", metavar="FICHIER", help="Écrire aussi le site en une archive, à ouvrir d'un disque."),
    ] = None,
    with_texts: WithTextsOption = False,
    url: Annotated[
        str,
        typer.Option(
            "--url",
            metavar="ADRESSE",
            callback=_address,
            help="Où le site se tiendra : chaque page dit alors son adresse, un plan du site les dit toutes.",
        ),
    ] = "",
) -> None:
    """Écrit le site statique."""
    from kb.site import build_site, check_places  # noqa: PLC0415 - with all that draws pages: `mcp` does without

    check_places(out, archive)
    view: View = "both" if with_texts else "precis"
    base = open_base(kb)
    with progress().status("site"):
        report = build_site(base, out, view, archive, url=url)
    if report.fresh:
        say(f"{out} : à jour, rien à écrire ({report.seconds:.1f} s)")
        return
    changed = f"{report.written} fichiers changés"
    say(f"{out} : {report.pages} pages, {report.links} liens vérifiés, {changed}, en {report.seconds:.1f} s")


@app.command("serve")
def serve_command(  # noqa: PLR0913, PLR0917 - an option each
    kb: options.Kb = None,
    host: Annotated[str, typer.Option("--host", help="L'adresse où écouter.")] = _HOST,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Le port ; un autre est pris s'il est occupé.")
    ] = _PORT,
    with_texts: WithTextsOption = False,
    host_name: options.HostNames = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Combien de processus répondent ; ils partagent la base.")
    ] = 1,
    proxy: ProxyOption = None,
    admin: AdminOption = None,
    log: Annotated[
        LogDetail, typer.Option("--log", help="Le journal, en JSON sur la sortie d'erreur : ce qu'il dit.")
    ] = LogDetail.ERRORS,
) -> None:
    """Sert le site, l'API et les outils des assistants sur une même adresse : le précis seul, sauf avec --with-texts."""
    # The server and its frameworks are half of what a command takes to start: the others do without.
    from api.serving import serve  # noqa: PLC0415
    from kb.site import build_site  # noqa: PLC0415

    if host_name and not with_texts:
        raise typer.BadParameter("ne sert qu'avec --with-texts", param_hint="--host-name")
    base = open_base(kb)
    view: View = "both" if with_texts else "precis"
    with _listening(host, port) as listener, _admin_sockets(admin) as watched, _folder() as folder:
        with progress().status("site"):
            build_site(base, folder / "site", view, answering=True)
        typer.echo(f"Arbitre répond sur http://{_place(listener)} (Ctrl+C pour arrêter)")
        service = Service(
            base.path,
            folder / "site",
            with_texts,
            tuple(host_name or ()),
            tuple(proxy or ()),
            watched[0].getsockname()[1] if watched else None,
            detail=log,
        )
        serve(service, [listener, *watched], folder, workers)


@app.command("mcp")
def mcp_command(
    kb: options.Kb = None,
    layer: options.Layer = "both",
    http: Annotated[
        bool, typer.Option("--http", help="Répondre par HTTP plutôt que sur l'entrée et la sortie standard.")
    ] = False,
    host: Annotated[str | None, typer.Option("--host", help=f"L'adresse où écouter (défaut : {_HOST}).")] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, help=f"Le port (défaut : {_MCP_PORT}) ; un autre est pris s'il est occupé."
        ),
    ] = None,
    host_name: options.HostNames = None,
    with_texts: Annotated[
        bool,
        typer.Option(
            "--with-texts", help="Par HTTP, servir aussi les textes des publications : pour un usage personnel."
        ),
    ] = False,
) -> None:
    """Sert les outils d'Arbitre à un assistant (Model Context Protocol) ; par HTTP, le précis seul, sauf avec --with-texts."""
    if not http and (host or host_name or with_texts or port is not None):
        message = "--host, --port, --host-name et --with-texts ne servent qu'avec elle"
        raise typer.BadParameter(message, param_hint="--http")
    base = open_base(kb)
    if http and layer == "texte" and not with_texts:
        message = "cette adresse ne sert que le précis ; --with-texts sert aussi les textes, pour un usage personnel"
        raise typer.BadParameter(message, param_hint="--layer")
    if not http:
        # The kit of the protocol takes longer to load than most commands to answer: they do without.
        from api.mcp.running import over_stdio  # noqa: PLC0415
        from api.session import Session  # noqa: PLC0415

        over_stdio(Session.opened(base, with_texts=True).of(layer))
        return
    with _listening(host or _HOST, _MCP_PORT if port is None else port) as listener:
        # What shows texts answers to names that are said alone.
        names = (*(host_name or ()), *(() if with_texts else listener.getsockname()[:1]))
        _serve_tools(Service(base.path, with_texts=with_texts, hosts=names, layer=layer), listener)


def _serve_tools(service: Service, listener: socket.socket) -> None:
    from api.serving import serve  # noqa: PLC0415

    typer.echo(f"Arbitre répond aux assistants sur http://{_place(listener)}{MCP_PATH} (Ctrl+C pour arrêter)")
    with _folder() as folder:
        serve(service, [listener], folder)


def _listening(host: str, port: int) -> socket.socket:
    """A listening socket on `port`, or on a free one when it is taken, which is said."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as fault:
        if port and fault.errno == errno.EADDRINUSE:
            listener = _listening(host, 0)
            say(f"le port {port} est occupé : le {listener.getsockname()[1]} est pris à sa place")
            return listener
        raise UnusableFileError(f"{host} : impossible d'écouter sur cette adresse ({reason(fault)})") from fault


def _place(listener: socket.socket) -> str:
    """Where a socket listens, as an address of the web has it."""
    host, port, *_more = listener.getsockname()
    return f"{f'[{host}]' if ':' in host else host}:{port}"


@contextlib.contextmanager
def _admin_sockets(admin: str | None) -> Iterator[tuple[socket.socket, ...]]:
    """The socket of `--admin`, where one is asked for: `HOST:PORT`, or a port of this machine."""
    if admin is None:
        yield ()
        return
    host, _colon, port = admin.rpartition(":")
    if not (port.isdecimal() and int(port) < 1 << 16):
        raise typer.BadParameter("donnez un port, ou une adresse et un port (10.0.0.5:9000)", param_hint="--admin")
    with _listening(host.strip("[]") or _HOST, int(port)) as listener:
        say(f"l'état du service est aussi sur http://{_place(listener)}/healthz")
        yield (listener,)


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """A folder for what is served, removed at the end; that of a server that was killed is removed by the next one."""
    try:
        held = contextlib.ExitStack()
        place = Path(tempfile.gettempdir()) / "arbitre-site"
        folder = held.enter_context(atomic_write(place, folder=True))
    except OSError as fault:
        message = f"le site à servir n'a de place nulle part ({reason(fault)}) ; nommez un dossier dans TMPDIR"
        raise UnusableFileError(message) from fault
    with held:
        yield folder

"""The command `mcp`: the tool server for assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from kb.cli.app import HostNameOption, KbOption, LayerChoice, LayerOption, app, open_base, say
from kb.cli.listening import listening

_HOST, _PORT = "127.0.0.1", 8001


@app.command("mcp")
def mcp_command(
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    http: Annotated[
        bool, typer.Option("--http", help="Répondre par HTTP plutôt que sur l'entrée et la sortie standard.")
    ] = False,
    host: Annotated[str | None, typer.Option("--host", help=f"L'adresse où écouter (défaut : {_HOST}).")] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=0, max=65535, help=f"Le port (défaut : {_PORT}) ; un autre est pris s'il est occupé."
        ),
    ] = None,
    host_name: HostNameOption = None,
    with_texts: Annotated[
        bool,
        typer.Option(
            "--with-texts", help="Par HTTP, servir aussi les textes des publications : pour un usage personnel."
        ),
    ] = False,
) -> None:
    """Sert les outils d'Arbitre à un assistant (Model Context Protocol) ; par HTTP, le précis seul, sauf avec --with-texts."""
    given = {"--host": host, "--port": port, "--host-name": host_name, "--with-texts": with_texts or None}
    for option, value in given.items():
        if value is not None and value != [] and not http:
            raise typer.BadParameter("ne sert qu'avec --http", param_hint=option)
    if http and layer is LayerChoice.TEXTE and not with_texts:
        raise typer.BadParameter("par HTTP, les textes ne sont servis qu'avec --with-texts", param_hint="--layer")
    base = open_base(kb)
    # The kit of the protocol takes longer to load than most commands to answer: they do without.
    from api.mcp.reader import Reader  # noqa: PLC0415
    from api.mcp.running import PATH, over_http, over_stdio  # noqa: PLC0415
    from api.middleware import is_loopback  # noqa: PLC0415

    reader = Reader.opened(base.path, layer.view, with_texts=with_texts or not http)
    if not http:
        over_stdio(reader)
        return
    with listening(host or _HOST, _PORT if port is None else port) as listener:
        address, taken = listener.getsockname()[:2]
        # Port 0 asks for any.
        if port != 0 and taken != (port or _PORT):
            say(f"le port {port or _PORT} est occupé : le {taken} est pris à sa place")
        names = (*(host_name or ()), *(() if with_texts else (address,)))
        reached = host_name[0] if host_name else "localhost" if is_loopback(address) else address
        shown = f"[{reached}]" if ":" in reached else reached
        if not (host_name or is_loopback(address)):
            say(f"{address} : nommez par --host-name les noms sous lesquels d'autres machines viennent")
        typer.echo(f"Arbitre répond aux assistants sur http://{shown}:{taken}{PATH} (Ctrl+C pour arrêter)")
        over_http(reader, listener, names)

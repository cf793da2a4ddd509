"""The command `mcp`: the tool server for assistants."""

from __future__ import annotations

import ipaddress
from typing import Annotated

import typer

from kb.cli.app import KbOption, LayerChoice, LayerOption, app, open_base, say
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
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host", metavar="NOM", help="Un nom sous lequel d'autres machines viennent ici (répétable)."
        ),
    ] = None,
    with_texts: Annotated[
        bool,
        typer.Option(
            "--with-texts", help="Par HTTP, servir aussi les textes des publications : pour un usage personnel."
        ),
    ] = False,
) -> None:
    """Sert les outils d'Arbitre à un assistant (Model Context Protocol) ; par HTTP, le précis seul, sauf avec --with-texts."""
    given = {"--host": host, "--port": port, "--allow-host": allow_host, "--with-texts": with_texts or None}
    for option, value in given.items():
        if value is not None and value != [] and not http:
            raise typer.BadParameter("ne sert qu'avec --http", param_hint=option)
    if http and layer is LayerChoice.TEXTE and not with_texts:
        raise typer.BadParameter("par HTTP, les textes ne sont servis qu'avec --with-texts", param_hint="--layer")
    base = open_base(kb)
    # The kit of the protocol takes longer to load than most commands to answer: they do without.
    from api.mcp.desk import Desk  # noqa: PLC0415
    from api.mcp.running import PATH, over_http, over_stdio  # noqa: PLC0415

    desk = Desk.opened(base.path, layer.view, with_texts=with_texts or not http)
    if not http:
        over_stdio(desk)
        return
    with listening(host or _HOST, _PORT if port is None else port) as listener:
        address, taken = listener.getsockname()[:2]
        # Port 0 asks for any.
        if port != 0 and taken != (port or _PORT):
            say(f"le port {port or _PORT} est occupé : le {taken} est pris à sa place")
        names = [*([] if _is_any(address) else [host or _HOST]), *(allow_host or [])]
        if not names:
            say(f"{address} : seules les requêtes pour localhost sont servies ; nommez les autres par --allow-host")
        reached = names[0] if names else "localhost"
        shown = f"[{reached}]" if ":" in reached else reached
        typer.echo(f"Arbitre répond aux assistants sur http://{shown}:{taken}{PATH} (Ctrl+C pour arrêter)")
        over_http(desk, listener, names)


def _is_any(address: str) -> bool:
    """True for the address that stands for all those of the machine."""
    return ipaddress.ip_address(address).is_unspecified

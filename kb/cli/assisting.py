"""The command `mcp`: the tool server for assistants."""

from __future__ import annotations

import ipaddress
from typing import Annotated

import typer

from kb.cli.app import KbOption, LayerChoice, LayerOption, app, open_base, say
from kb.cli.listening import listening

WithTextsOption = Annotated[
    bool,
    typer.Option("--with-texts", help="Par HTTP, servir aussi les textes des publications : pour un usage personnel."),
]


@app.command("mcp")
def mcp_command(
    kb: KbOption = None,
    layer: LayerOption = LayerChoice.BOTH,
    http: Annotated[
        bool, typer.Option("--http", help="Répondre par HTTP plutôt que sur l'entrée et la sortie standard.")
    ] = False,
    host: Annotated[str, typer.Option("--host", help="L'adresse où écouter.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Le port ; un autre est pris s'il est occupé.")
    ] = 8001,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host", metavar="NOM", help="Un nom sous lequel d'autres machines viennent ici (répétable)."
        ),
    ] = None,
    with_texts: WithTextsOption = False,
) -> None:
    """Sert les outils d'Arbitre à un assistant (Model Context Protocol). Par HTTP, le précis seul, sauf avec --with-texts."""
    # The kit of the protocol takes longer to load than most commands to answer: they do without.
    from api.mcp.desk import Desk  # noqa: PLC0415
    from api.mcp.running import PATH, http_app, over_stdio  # noqa: PLC0415
    from api.problems import RequestProblem  # noqa: PLC0415

    try:
        desk = Desk.opened(open_base(kb).path, layer.view, with_texts=with_texts or not http)
    except RequestProblem as fault:
        raise typer.BadParameter(f"{fault.detail} ; ajoutez --with-texts", param_hint="--layer") from fault
    if not http:
        over_stdio(desk)
        return
    import uvicorn  # noqa: PLC0415

    with listening(host, port) as listener:
        taken = listener.getsockname()[1]
        if taken != port:
            say(f"le port {port} est occupé : le {taken} est pris à sa place")
        if _is_any(host) and not allow_host:
            say(
                f"{host} : seules les requêtes pour localhost sont servies ; nommez par --allow-host ce qu'emploient les autres"
            )
        typer.echo(f"Arbitre répond aux assistants sur http://{host}:{taken}{PATH} (Ctrl+C pour arrêter)")
        names = [*(allow_host or []), *([] if _is_any(host) else [host])]
        config = uvicorn.Config(http_app(desk, names), log_level="warning", server_header=False)
        uvicorn.Server(config).run(sockets=[listener])


def _is_any(host: str) -> bool:
    """True for the address that stands for all those of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False

"""Start the tool server: on the standard streams of a process, or as an application over HTTP."""

import socket
from collections.abc import Iterable

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from api.mcp.server import create_server
from api.middleware import KnownHost
from api.session import Session

PATH = "/mcp"


def over_stdio(session: Session) -> None:
    """Serve whoever started this process, until they leave; nothing but the protocol is written on the standard output."""
    anyio.run(_stdio, session)


async def _stdio(session: Session) -> None:
    server = create_server(session)
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())


def over_http(session: Session, listener: socket.socket, hosts: Iterable[str]) -> None:
    """Serve whoever comes to a listening socket, until interrupted (see `http_app`)."""
    config = uvicorn.Config(http_app(session, hosts), log_level="warning", server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def http_app(session: Session, names: Iterable[str] = ()) -> ASGIApp:
    """The application over streamable HTTP, at `PATH`: no session is kept, so that any copy answers any request.

    A request whose `Host`, or page of origin, is neither this machine nor one of `names` is refused: a page of another site cannot
    reach the server through a name that it makes point here.
    """
    app = create_server(session).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return KnownHost(app, names)

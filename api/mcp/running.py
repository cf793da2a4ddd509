"""Start the tool server: on the standard streams of a process, or as a route of the application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from api.mcp.server import create_server
from api.reloading import SESSION
from api.session import Session


def over_stdio(session: Session) -> None:
    """Serve whoever started this process, until they leave; nothing but the protocol is written on the standard output."""
    anyio.run(_stdio, session)


async def _stdio(session: Session) -> None:
    server = create_server(session)
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())


class OverHttp:
    """The tools over streamable HTTP: no session is kept, so that any worker answers any request, from the base that the request has."""

    def __init__(self) -> None:
        """Prepare; nothing is answered before `run`."""
        server: Server[Any] = create_server(_session)
        self._manager = StreamableHTTPSessionManager(
            server,
            json_response=True,
            stateless=True,
            # Who may ask is seen to around the whole application.
            security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Answer for as long as this lasts."""
        async with self._manager.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self._manager.handle_request(scope, receive, send)


def _session(request: Request) -> Session:
    """The session that a request was given when it came."""
    session: Session = request.scope[SESSION]
    return session

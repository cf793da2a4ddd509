"""Start the tool server: on the standard streams of a process, or as a route of the application."""

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings

from api.mcp.refusals import StandardInput
from api.mcp.server import create_server
from api.session import Session


def over_stdio(session: Session) -> None:
    """Serve whoever started this process, until they leave; nothing but the protocol is written on the standard output."""
    anyio.run(_stdio, session)


async def _stdio(session: Session) -> None:
    server = create_server(session)
    async with stdio_server() as (received, sent):
        await server.run(StandardInput(received, sent), sent, server.create_initialization_options())


def over_http() -> StreamableHTTPSessionManager:
    """The tools over streamable HTTP: no session is kept, so that any worker answers any request, from the base that the request has."""
    return StreamableHTTPSessionManager(
        create_server(),
        json_response=True,
        stateless=True,
        # Who may ask is seen to around the whole application.
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )

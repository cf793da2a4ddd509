"""The server of the protocol: each call is answered in a thread, from a session; faults are French lines, never tracebacks."""

import logging
from functools import lru_cache
from inspect import getdoc
from typing import Any, get_type_hints

from anyio import to_thread
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from api import text
from api.mcp.describing import accepted, answered, facts
from api.mcp.refusals import in_french
from api.mcp.tools import TOOLS
from api.openapi import descriptions
from api.problems import parameter_faults
from api.reloading import SESSION
from api.render import json_of
from api.session import Session
from kb import __version__
from kb.errors import ArbitreError

_Context = ServerRequestContext[Any, Any]
_log = logging.getLogger(__name__)
_READING = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def create_server(session: Session | None = None) -> Server[Any]:
    """The server of a session, for any transport; or over HTTP, of the one that each request was given when it came."""

    def session_of(context: _Context) -> Session:
        request: Any = context.request
        return session or request.scope[SESSION]

    async def listed(context: _Context, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=await to_thread.run_sync(_listed, session_of(context)))

    async def called(context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return await to_thread.run_sync(_call, session_of(context), params)

    server = Server[Any](
        "arbitre",
        version=__version__,
        title="Arbitre",
        description="Les règles des jeux de figurines, en français : chercher, demander, trancher.",
        instructions=descriptions()["Outils"]["_"],
        on_list_tools=listed,
        on_call_tool=called,
    )
    server.middleware.append(in_french)
    return server


@lru_cache(maxsize=1)
def _listed(session: Session) -> list[types.Tool]:
    """The tools as they are listed."""
    known = facts(session)
    return [
        types.Tool(
            name=name,
            title=tool.title,
            description=getdoc(tool.answer),
            input_schema=accepted(tool.arguments, known),
            output_schema=answered(get_type_hints(tool.answer)["return"]),
            annotations=_READING,
        )
        for name, tool in TOOLS.items()
    ]


def _call(session: Session, params: types.CallToolRequestParams) -> types.CallToolResult:
    """The answer of a tool; a fault is an answer too, that its caller reads and mends.

    Raises:
        MCPError: there is no such tool.
    """
    tool = TOOLS.get(params.name)
    if tool is None:
        raise MCPError(types.INVALID_PARAMS, f"outil inconnu : « {params.name} » ; outils : {', '.join(TOOLS)}")
    try:
        value = tool.call(session, params.arguments or {})
        words = text.as_text(session, value)
    except Exception as fault:  # noqa: BLE001 - the last place where a fault becomes a line
        return types.CallToolResult(content=[types.TextContent(text=_line(fault))], is_error=True)
    return types.CallToolResult(content=[types.TextContent(text=words)], structured_content=json_of(value))


def _line(fault: Exception) -> str:
    """The line of a fault, then the candidates of an ambiguous name; what nobody foresaw stays in the log."""
    match fault:
        case ValidationError():
            parts = parameter_faults((dict(error), error["loc"]) for error in fault.errors())
            return " ; ".join(f"{part.parameter} {part.detail}" for part in parts)
        case ArbitreError():
            return "\n".join([str(fault), *fault.details])
        case _:
            _log.error("échec d'une requête", exc_info=fault)
            return "Arbitre a échoué sur cette requête ; l'erreur est dans son journal"

"""The server of the protocol: each request is answered in a thread, from a session; faults are French lines, never tracebacks."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from anyio import to_thread
from mcp import types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from api.mcp import prompts, resources
from api.mcp.describing import accepted, answered, facts
from api.mcp.tools import TOOLS
from api.problems import RequestProblem, parameter_fault
from api.render import json_of
from api.session import Session
from kb import __version__
from kb.errors import ArbitreError

P = TypeVar("P")
R = TypeVar("R")
_Context = ServerRequestContext[Any, Any]
_log = logging.getLogger(__name__)
# The base never changes while it is served: what a client has read holds for as long as it is connected.
_FRESH_MS = 3_600_000
_READING = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def create_server(session: Session) -> Server[Any]:
    """The server of a session, for any transport."""
    tools = _listed(session)
    fresh = CacheHint(_FRESH_MS, "private" if session.with_texts else "public")
    return Server(
        "arbitre",
        version=__version__,
        title="Arbitre",
        description="Les règles des jeux de figurines, en français : chercher, demander, trancher.",
        instructions=prompts.INSTRUCTIONS,
        cache_hints={
            "tools/list": fresh,
            "prompts/list": fresh,
            "resources/list": fresh,
            "resources/templates/list": fresh,
            "resources/read": fresh,
        },
        get_tool_input_schema=lambda name: tools[name].input_schema if name in tools else None,
        on_list_tools=_always(types.ListToolsResult(tools=list(tools.values()))),
        on_call_tool=_asking(session, _call),
        on_list_resources=_asking(session, resources.page),
        on_list_resource_templates=_always(types.ListResourceTemplatesResult(resource_templates=[resources.TEMPLATE])),
        on_read_resource=_asking(session, resources.read),
        on_list_prompts=_always(types.ListPromptsResult(prompts=list(prompts.PROMPTS))),
        on_get_prompt=_asking(session, prompts.written),
        on_completion=_asking(session, resources.completed),
    )


def _listed(session: Session) -> dict[str, types.Tool]:
    """The tools as they are listed, by name."""
    known = facts(session)
    return {
        name: types.Tool(
            name=name,
            title=tool.title,
            description=tool.description,
            input_schema=accepted(tool.arguments, known),
            output_schema=answered(tool.output),
            annotations=_READING,
        )
        for name, tool in TOOLS.items()
    }


def _always(result: R) -> Callable[[_Context, object], Awaitable[R]]:
    """What answers a kind of request that has one answer."""

    async def handled(_context: _Context, _params: object) -> R:
        return result

    return handled


def _asking(session: Session, answer: Callable[[Session, P], R]) -> Callable[[_Context, P], Awaitable[R]]:
    """What answers a kind of request by a function of its parameters, called in a thread; a fault of ours is the protocol's, in French."""

    async def handled(_context: _Context, params: P) -> R:
        try:
            return await to_thread.run_sync(answer, session, params)
        except (ArbitreError, RequestProblem) as fault:
            raise MCPError(types.INVALID_PARAMS, _line(fault)) from fault

    return handled


def _call(session: Session, params: types.CallToolRequestParams) -> types.CallToolResult:
    """The answer of a tool; a fault is an answer too, that its caller reads and mends.

    Raises:
        MCPError: there is no such tool.
    """
    tool = TOOLS.get(params.name)
    if tool is None:
        raise MCPError(types.INVALID_PARAMS, f"outil inconnu : « {params.name} » ; outils : {', '.join(TOOLS)}")
    try:
        value, words = tool.call(session, params.arguments or {})
    except Exception as fault:  # noqa: BLE001 - the last place where a fault becomes a line
        return types.CallToolResult(content=[types.TextContent(text=_line(fault))], is_error=True)
    return types.CallToolResult(content=[types.TextContent(text=words)], structured_content=json_of(value))


def _line(fault: Exception) -> str:
    """The line of a fault, then the candidates of an ambiguous name; what nobody foresaw stays in the log."""
    match fault:
        case ValidationError():
            parts = [parameter_fault(dict(error), error["loc"]) for error in fault.errors()]
            return " ; ".join(f"{part.parameter} {part.detail}" for part in parts)
        case RequestProblem():
            return "\n".join([fault.detail, *(f"- {link.id} : {link.title}" for link in fault.candidates or ())])
        case ArbitreError():
            return str(fault)
        case _:
            _log.error("échec d'une requête", exc_info=fault)
            return "Arbitre a échoué sur cette requête ; l'erreur est dans son journal"

"""The server of the protocol: each request is answered in a thread, from a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from anyio import to_thread
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from mcp.types import Tool as ListedTool

from api.mcp import completing, faults, prompts, resources
from api.mcp.describing import accepted, answered, facts
from api.mcp.tools import TOOLS
from api.problems import RequestProblem
from api.render import json_of
from api.session import Session
from kb import __version__
from kb.errors import ArbitreError

R = TypeVar("R")
_Context = ServerRequestContext[Any, Any]
# The base never changes while it is served: what a client has read holds for as long as it is connected.
_FRESH_MS = 3_600_000
_READING = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def create_server(session: Session) -> Server[Any]:
    """The server of a session, for any transport."""
    handlers = _Handlers(session)
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
        get_tool_input_schema=handlers.input_schema,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_completion=handlers.complete,
    )


class _Handlers:
    """The answers to each kind of request."""

    def __init__(self, session: Session) -> None:
        self.session = session
        known = facts(session)
        self.tools = {
            name: ListedTool(
                name=name,
                title=tool.title,
                description=tool.description,
                input_schema=accepted(tool.arguments, known),
                output_schema=answered(tool.output),
                annotations=_READING,
            )
            for name, tool in TOOLS.items()
        }

    def input_schema(self, name: str) -> dict[str, Any] | None:
        """What a tool accepts; nothing for a tool that is none of ours."""
        return self.tools[name].input_schema if name in self.tools else None

    async def list_tools(self, _context: _Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        """Every tool."""
        return ListToolsResult(tools=list(self.tools.values()))

    async def call_tool(self, _context: _Context, params: CallToolRequestParams) -> CallToolResult:
        """The answer of a tool; a fault is an answer too, that its caller reads and mends.

        Raises:
            MCPError: there is no such tool.
        """
        if params.name not in TOOLS:
            message = f"outil inconnu : « {params.name} » ; outils : {', '.join(TOOLS)}"
            raise MCPError(INVALID_PARAMS, message)
        try:
            call = TOOLS[params.name].call(self.session, params.arguments or {})
            value, words = await to_thread.run_sync(call)
        except Exception as fault:  # noqa: BLE001 - the last place where a fault becomes a line
            return CallToolResult(content=[_text(faults.line(fault))], is_error=True)
        return CallToolResult(content=[_text(words)], structured_content=json_of(value))

    async def list_resources(self, _context: _Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """A page of the rules."""
        cursor = params.cursor if params is not None else None
        return await _in_thread(lambda: resources.page(self.session, cursor))

    async def list_templates(
        self, _context: _Context, _params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """The one template."""
        return ListResourceTemplatesResult(resource_templates=[resources.template()])

    async def read_resource(self, _context: _Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """The text of a rule, or the parts of a game."""
        found = await _in_thread(lambda: resources.text(self.session, params.uri))
        contents = TextResourceContents(uri=params.uri, text=found, mime_type=resources.MEDIA_TYPE)
        return ReadResourceResult(contents=[contents])

    async def list_prompts(self, _context: _Context, _params: PaginatedRequestParams | None) -> ListPromptsResult:
        """Every prompt."""
        return ListPromptsResult(prompts=list(prompts.PROMPTS))

    async def get_prompt(self, _context: _Context, params: GetPromptRequestParams) -> GetPromptResult:
        """A prompt, written."""
        return await _in_thread(lambda: prompts.written(self.session, params.name, params.arguments or {}))

    async def complete(self, _context: _Context, params: CompleteRequestParams) -> CompleteResult:
        """The values that an argument may take."""
        others = (params.context.arguments if params.context is not None else None) or {}
        argument = params.argument
        found = await _in_thread(lambda: completing.completed(self.session, argument.name, argument.value, others))
        return CompleteResult(completion=found)


async def _in_thread(answer: Callable[[], R]) -> R:
    """What a function answers.

    Raises:
        MCPError: what was asked for cannot be had; its message is the French line.
    """
    try:
        return await to_thread.run_sync(answer)
    except (ArbitreError, RequestProblem) as fault:
        raise MCPError(INVALID_PARAMS, faults.line(fault)) from fault


def _text(words: str) -> TextContent:
    return TextContent(type="text", text=words)

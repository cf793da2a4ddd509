"""Ask a tool server, by the client of the protocol's own kit."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
from mcp import Client, StdioServerParameters
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, TextContent

T = TypeVar("T")
Place = Server[Any] | StdioServerParameters | str

# A call of each tool that answers.
REQUESTS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "cases" / "demandes.json").read_text(encoding="utf-8")
)
# Where the API answers the same; what is not named here stands at `/v1/{tool}`.
PLACES = {
    "rule": "/v1/rules/{id}",
    **dict.fromkeys(("timeline", "timing", "window", "situations"), "/v1/games/{game}/{tool}"),
    **dict.fromkeys(("order", "modify", "conflict"), "/v1/games/{game}/{tool}"),
}


def asked(place: Place, do: Callable[[Client], Awaitable[T]], mode: str = "auto") -> T:
    """What a client that is connected to a server gets.

    Raises:
        MCPError: the server refuses.
    """

    async def connected() -> T | MCPError:
        async with Client(place, mode=mode) as client:
            try:
                return await do(client)
            except MCPError as refused:
                # Raised in here, it would come out within the groups of the client's tasks.
                return refused

    found = anyio.run(connected)
    if isinstance(found, MCPError):
        raise found
    return found


def called(place: Place, tool: str, **arguments: object) -> CallToolResult:
    """The answer of a tool."""
    return asked(place, lambda client: client.call_tool(tool, arguments))


def words(answer: CallToolResult) -> str:
    """The text of an answer: one block."""
    (block,) = answer.content
    assert isinstance(block, TextContent)
    return block.text


def value(answer: CallToolResult) -> dict[str, Any]:
    """The value of an answer, beside its text."""
    found: dict[str, Any] | None = answer.structured_content
    assert found is not None
    return found

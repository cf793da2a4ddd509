"""What the kit of the protocol refuses by itself, in English: told in French, over HTTP and on the standard streams."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

import anyio
from mcp import types
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from pydantic import ValidationError
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import TEXTS, problem

if TYPE_CHECKING:
    from types import TracebackType

    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
    from mcp.shared._stream_protocols import ReadStream, WriteStream

_LEAST_REFUSED = 400


def _french(message: str, data: object = None) -> str:
    """A message as it is told in French, by its first words; what we word ourselves, or what is never seen, as it is."""
    known: dict[str, str] = TEXTS["outils"]
    return next((french.format(data) for begun, french in known.items() if message.startswith(begun)), message)


async def in_french(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Pass a call on, and tell its refusal in French.

    Raises:
        MCPError: it is refused.
    """
    try:
        return await call_next(ctx)
    except MCPError as fault:
        error = fault.error
        raise MCPError(error.code, _french(error.message, error.data), error.data) from fault
    except ValidationError as fault:
        raise MCPError(types.INVALID_PARAMS, _french("Invalid request parameters")) from fault


class InFrench:
    """What is refused over HTTP before any call of it is made."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the route of the tools."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is answered, and tell again what is refused, which comes in one piece."""
        status = 0

        async def send_refusal(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start" and message["status"] >= _LEAST_REFUSED:
                status = message["status"]
            elif status:
                await _refusal(status, message.get("body", b""), scope["path"])(scope, receive, send)
            else:
                await send(message)

        await self.app(scope, receive, send_refusal)


def _refusal(status: int, body: bytes, path: str) -> Response:
    """A refusal of the protocol with its words in French; one that is no message of it, as a problem."""
    try:
        refusal = json.loads(body)
    except ValueError:
        return problem(status, "requete-refusee", _french(body.decode()), path, {"Cache-Control": "no-store"})
    error = refusal["error"]
    return JSONResponse(
        {**refusal, "error": {**error, "message": _french(error["message"], error.get("data"))}}, status
    )


class StandardInput:
    """What is read on the standard input: a line that is no message is answered as JSON-RPC wants it, where the kit drops it."""

    def __init__(self, received: ReadStream[SessionMessage | Exception], sent: WriteStream[SessionMessage]) -> None:
        """Wrap what is received; refusals are sent by `sent`."""
        self._received, self._sent = received, sent

    async def receive(self) -> SessionMessage | Exception:
        """The next message."""
        while isinstance(found := await self._received.receive(), ValidationError):
            is_json = all(error["type"] != "json_invalid" for error in found.errors())
            code, words = (types.INVALID_REQUEST, "Validation") if is_json else (types.PARSE_ERROR, "Parse")
            error = types.ErrorData(code=code, message=_french(f"{words} error"))
            await self._sent.send(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=None, error=error)))
        return found

    async def aclose(self) -> None:
        """Read no more."""
        await self._received.aclose()

    def __aiter__(self) -> StandardInput:
        """Every message."""
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        """The next message.

        Raises:
            StopAsyncIteration: whoever sends has left.
        """
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        """Read."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Read no more."""
        await self.aclose()

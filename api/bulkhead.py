"""A bulkhead: what may cost much is computed by a process apart, which leaves the processors to those that answer what is small."""

from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

import httpx2
from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.admission import COMPUTED, too_long
from api.clients import client_of
from api.journal import REQUEST
from api.reloading import SESSION

# Bytes of a query and a body together, past which a request is computed apart; a question of three hundred letters is shorter.
_LARGE = 600
# What accompanies a request and its answer, from one process to the other.
_CLIENT, _IDENTITY, _ROUTE = "x-forwarded-for", "x-request-id", "x-route"
# What is said of a connection and not of a request, and what is said above.
_NOT_PASSED = frozenset({"connection", "content-length", "transfer-encoding", "date", _CLIENT, _IDENTITY, _ROUTE})
# Seconds past those given to an answer, after which none is awaited.
_MORE = 3.0
_FAILURE = 500


@dataclass(frozen=True, slots=True)
class Route:
    """What answered a request, as `api.observing` counts it."""

    path: str


class Bulkhead:
    """Pass on what is small; have what is large answered by the process apart, or here when that one fails."""

    def __init__(self, app: ASGIApp, apart: Path | None, answering: float) -> None:
        """Wrap an application; `apart` is the socket of the process apart, where there is one."""
        self.app, self.apart = app, apart
        transport = httpx2.AsyncHTTPTransport(uds=str(apart), limits=httpx2.Limits(max_connections=None))
        self.client = httpx2.AsyncClient(transport=transport)
        self.timeout = httpx2.Timeout(answering + _MORE).as_dict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, its body in one piece."""
        if self.apart is None or scope["type"] != "http" or not scope["path"].startswith(COMPUTED):
            await self.app(scope, receive, send)
            return
        read = [await receive()]
        body = read[0].get("body", b"")
        if len(scope["query_string"]) + len(body) > _LARGE and await self._answered(scope, body, receive, send):
            return

        async def receive_read() -> Message:
            return read.pop() if read else await receive()

        await self.app(scope, receive_read, send)

    async def _answered(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> bool:
        """True when the process apart has answered."""
        # A client that builds a request adds headers of its own to it.
        request = httpx2.Request(
            scope["method"],
            "http://apart",
            headers=[*_passed(Headers(scope=scope)), (_CLIENT, client_of(scope)), (_IDENTITY, REQUEST.get() or "")],
            content=body,
            extensions={"target": scope["raw_path"] + b"?" + scope["query_string"], "timeout": self.timeout},
        )
        try:
            # Also when who asks has left.
            async with aclosing(await self.client.send(request, stream=True)) as answer:
                content = b"".join([part async for part in answer.aiter_raw()])
        except httpx2.TimeoutException:
            await too_long(scope)(scope, receive, send)
            return True
        except httpx2.TransportError:
            return False
        if answer.status_code == _FAILURE:
            # Here the failure is reported as any other is.
            return False
        scope["route"] = Route(answer.headers.get(_ROUTE, "?"))
        headers = [(name.encode(), value.encode()) for name, value in _passed(answer.headers)]
        headers.append((b"content-length", str(len(content)).encode()))
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": content})
        return True


class Apart:
    """What the process apart runs: the application, from the bulkhead inwards."""

    def __init__(self, app: FastAPI) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what a worker passes on, with the base served at its arrival here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        REQUEST.set(Headers(scope=scope).get(_IDENTITY))
        scope["app"], scope[SESSION] = self.app, self.app.state.reloader.session

        async def send_routed(message: Message) -> None:
            if message["type"] == "http.response.start" and (route := scope.get("route")) is not None:
                MutableHeaders(scope=message)[_ROUTE] = route.path
            await send(message)

        await self._inward()(scope, receive, send_routed)

    def _inward(self) -> ASGIApp:
        stack = self.app.middleware_stack
        while not isinstance(stack, Bulkhead):
            stack = stack.app  # type: ignore[union-attr]  # each layer of it has the next
        return stack.app


def _passed(headers: Headers | httpx2.Headers) -> list[tuple[str, str]]:
    pairs = headers.items() if isinstance(headers, Headers) else headers.multi_items()
    return [(name, value) for name, value in pairs if name not in _NOT_PASSED]

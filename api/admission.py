"""What a worker takes on: so many requests at once, so many waiting, so long, so large; what is past it is refused at once."""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.metrics import Metrics
from api.problems import problem
from api.settings import Limits

# What watches over the service must see it when it is full.
EXEMPT = frozenset({"/healthz", "/metrics"})
_BODILESS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_RETRY = {"Retry-After": "1", "Cache-Control": "no-store"}


class Admission:
    """Compute a few requests at once, in the order of their coming; 429 when the queue is full or too slow.

    A request gives up its place as soon as its answer begins: a client that reads slowly holds up nobody.
    """

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.limits, self.metrics = app, limits, metrics
        self._running = 0
        self._queue: deque[asyncio.Future[bool]] = deque()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a place, then pass the request on."""
        if scope["type"] != "http" or scope["path"] in EXEMPT:
            await self.app(scope, receive, send)
            return
        if not await self._admitted():
            self.metrics.refused.labels("charge").inc()
            detail = "le service est trop demandé en ce moment ; réessayez dans une seconde"
            await problem(429, "trop-de-demandes", detail, scope["path"], _RETRY)(scope, receive, send)
            return
        held = True

        async def send_freeing(message: Message) -> None:
            nonlocal held
            if held:
                held = False
                self._leave()
            await send(message)

        try:
            await self.app(scope, receive, send_freeing)
        finally:
            if held:
                self._leave()

    async def _admitted(self) -> bool:
        """Take a place, at once or in turn; False when there is none to be had."""
        if self._running < self.limits.running:
            self._running += 1
            return True
        if len(self._queue) >= self.limits.waiting:
            return False
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        self._queue.append(turn)
        timer = loop.call_later(self.limits.patience, self._give_up, turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self._leave()
            raise
        finally:
            timer.cancel()

    def _give_up(self, turn: asyncio.Future[bool]) -> None:
        """Leave the queue without a place."""
        if not turn.done():
            self._queue.remove(turn)
            turn.set_result(False)

    def _leave(self) -> None:
        """Hand the place to who waits first."""
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(True)
                return
        self._running -= 1


class Deadline:
    """Answer 503 when the answer is not there in time; what comes after is dropped."""

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.limits, self.metrics = app, limits, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with an eye on the clock."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        loop, late = asyncio.get_running_loop(), list[asyncio.Task[None]]()

        async def send_in_time(message: Message) -> None:
            timer.cancel()
            if not late:
                await send(message)

        async def refuse() -> None:
            self.metrics.refused.labels("lenteur").inc()
            detail = "la réponse a pris trop de temps ; réessayez plus tard, ou demandez moins"
            await problem(503, "trop-long", detail, scope["path"], _RETRY)(scope, receive, send)

        timer = loop.call_later(self.limits.answering, lambda: late.append(loop.create_task(refuse())))
        try:
            await self.app(scope, receive, send_in_time)
        finally:
            timer.cancel()
            if late:
                await late[0]


class BoundedBody:
    """Read the body of a request whole before it takes a place; 413 when it is too large."""

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.limits, self.metrics = app, limits, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its body at hand."""
        if scope["type"] != "http" or scope["method"] in _BODILESS:
            await self.app(scope, receive, send)
            return
        try:
            body = await self._read(scope, receive)
        except ClientDisconnect:
            return
        if body is None:
            self.metrics.refused.labels("taille").inc()
            detail = f"le corps de la requête dépasse {self.limits.body // 1024} Kio ; demandez moins à la fois"
            headers = {"Connection": "close", "Cache-Control": "no-store"}
            await problem(413, "corps-trop-grand", detail, scope["path"], headers)(scope, receive, send)
            return
        pending = [body]

        async def receive_read() -> Message:
            if pending:
                return {"type": "http.request", "body": pending.pop(), "more_body": False}
            return await receive()

        await self.app(scope, receive_read, send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body; None when it is too large.

        Raises:
            ClientDisconnect: the client has left.
        """
        announced = Headers(scope=scope).get("Content-Length", "")
        if announced.isdecimal() and int(announced[:20]) > self.limits.body:
            return None
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
            if len(body) > self.limits.body:
                return None
            if not message.get("more_body", False):
                return bytes(body)

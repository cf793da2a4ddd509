"""Answers kept ready: the base never changes while it is served, so an address that has been answered has its answer."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.metrics import Metrics
from api.shelf import LIBRARY

# What tells how long it took, or is never asked twice alike.
_NEVER = ("/v1/search", "/v1/ask", "/v1/judge")
_LARGEST = 256 * 1024
# What an answer holds beside its body and its address, in bytes.
_OVERHEAD = 1024
_OK = 200


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it was sent."""

    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Remembered:
    """Give again what `/v1` answered to the same address, up to so many bytes of answers; the least recent goes first."""

    def __init__(self, app: ASGIApp, capacity: int, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.capacity = app, capacity
        self._found = metrics.remembered.labels("prête")
        self._missed = metrics.remembered.labels("calculée")
        self._base: object = None
        self._answers: OrderedDict[tuple[bytes, bytes, bool], Answered] = OrderedDict()
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from memory, or pass the request on and remember its answer."""
        path = scope["path"] if scope["type"] == "http" and scope["method"] == "GET" else ""
        if not path.startswith("/v1/") or path.startswith(_NEVER):
            await self.app(scope, receive, send)
            return
        zipped = "gzip" in Headers(scope=scope).get("Accept-Encoding", "")
        key = (scope.get("raw_path") or path.encode(), scope["query_string"], zipped)
        answered = self._recall(scope[LIBRARY], key)
        if answered is None:
            self._missed.inc()
            await self.app(scope, receive, _Recorder(self, scope[LIBRARY], key, send))
            return
        self._found.inc()
        await send({"type": "http.response.start", "status": _OK, "headers": list(answered.headers)})
        await send({"type": "http.response.body", "body": answered.body})

    def _recall(self, base: object, key: tuple[bytes, bytes, bool]) -> Answered | None:
        """The answer of this base."""
        if base is not self._base:
            self._base, self._held = base, 0
            self._answers.clear()
        answered = self._answers.get(key)
        if answered is not None:
            self._answers.move_to_end(key)
        return answered

    def remember(self, base: object, key: tuple[bytes, bytes, bool], answered: Answered) -> None:
        """Keep an answer, and drop the oldest ones past the capacity; one of a former base is not kept."""
        if base is not self._base or key in self._answers:
            return
        self._answers[key] = answered
        self._held += _size(key, answered)
        while self._held > self.capacity:
            self._held -= _size(*self._answers.popitem(last=False))


def _size(key: tuple[bytes, bytes, bool], answered: Answered) -> int:
    return _OVERHEAD + len(key[0]) + len(key[1]) + len(answered.body)


class _Recorder:
    """A `send` that remembers a whole answer, if it is a success and comes in one piece."""

    def __init__(self, memory: Remembered, base: object, key: tuple[bytes, bytes, bool], send: Send) -> None:
        self.memory, self.base, self.key, self.send = memory, base, key, send
        self.headers: tuple[tuple[bytes, bytes], ...] | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.headers = tuple(message["headers"]) if message["status"] == _OK else None
        elif self.headers is not None:
            body = message.get("body", b"")
            if not message.get("more_body", False) and len(body) <= _LARGEST:
                self.memory.remember(self.base, self.key, Answered(self.headers, bytes(body)))
            self.headers = None
        await self.send(message)

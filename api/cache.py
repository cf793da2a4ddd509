"""Answers kept ready: the base never changes while it is served, so an address that has been kept has its answer."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.metrics import Metrics
from api.reloading import SESSION

# What tells how long it took, or is never asked twice alike.
_NEVER = ("/v1/search", "/v1/ask", "/v1/judge")
_LARGEST = 256 * 1024
# What an answer holds beside its body and its address, in bytes.
_OVERHEAD = 1024
_OK = 200


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it was sent."""

    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Cache:
    """Give again what `/v1` kept to the same address, up to so many bytes of answers; the least recent goes first."""

    def __init__(self, app: ASGIApp, capacity: int, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.capacity = app, capacity
        self._found = metrics.remembered.labels("prête")
        self._missed = metrics.remembered.labels("calculée")
        self._base: object = None
        self._answers: OrderedDict[tuple[bytes, bytes, bool], Kept] = OrderedDict()
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer from the cache, or pass the request on and remember its answer."""
        path = scope["path"] if scope["type"] == "http" and scope["method"] == "GET" else ""
        if not path.startswith("/v1/") or path.startswith(_NEVER):
            await self.app(scope, receive, send)
            return
        zipped = "gzip" in Headers(scope=scope).get("Accept-Encoding", "")
        key = (scope.get("raw_path") or path.encode(), scope["query_string"], zipped)
        kept = self._kept(scope[SESSION], key)
        if kept is None:
            self._missed.inc()
            await self.app(scope, receive, _Recorder(self, scope[SESSION], key, send))
            return
        self._found.inc()
        await send({"type": "http.response.start", "status": _OK, "headers": list(kept.headers)})
        await send({"type": "http.response.body", "body": kept.body})

    def _kept(self, base: object, key: tuple[bytes, bytes, bool]) -> Kept | None:
        """The answer of this base."""
        if base is not self._base:
            self._base, self._held = base, 0
            self._answers.clear()
        kept = self._answers.get(key)
        if kept is not None:
            self._answers.move_to_end(key)
        return kept

    def keep(self, base: object, key: tuple[bytes, bytes, bool], kept: Kept) -> None:
        """Keep an answer, and drop the oldest ones past the capacity; one of a former base is not kept."""
        if base is not self._base or key in self._answers:
            return
        self._answers[key] = kept
        self._held += _size(key, kept)
        while self._held > self.capacity:
            self._held -= _size(*self._answers.popitem(last=False))


def _size(key: tuple[bytes, bytes, bool], kept: Kept) -> int:
    return _OVERHEAD + len(key[0]) + len(key[1]) + len(kept.body)


class _Recorder:
    """A `send` that keeps a whole answer, if it is a success and comes in one piece."""

    def __init__(self, cache: Cache, base: object, key: tuple[bytes, bytes, bool], send: Send) -> None:
        self.cache, self.base, self.key, self.send = cache, base, key, send
        self.headers: tuple[tuple[bytes, bytes], ...] | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.headers = tuple(message["headers"]) if message["status"] == _OK else None
        elif self.headers is not None:
            body = message.get("body", b"")
            if not message.get("more_body", False) and len(body) <= _LARGEST:
                self.cache.keep(self.base, self.key, Kept(self.headers, bytes(body)))
            self.headers = None
        await self.send(message)

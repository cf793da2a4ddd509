"""What is not done again: the base never changes while it is served, so an address names its answer."""

from __future__ import annotations

import hashlib
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.admission import address
from api.metrics import Metrics
from api.reloading import SESSION
from api.session import Session
from kb import __version__

# What tells how long it took, or is never asked twice alike: labelled, and not kept.
_NEVER = ("/v1/search", "/v1/ask", "/v1/judge")
_LARGEST = 256 * 1024
# What an answer holds beside its body, in bytes.
_OVERHEAD = 1024
_OK = 200


class Cache:
    """Weak ETags on what is read under `/v1`: 304 to who holds the answer already; else the answer, kept ready for who asks again.

    What is kept takes so many bytes at most: the least recent goes first.
    """

    def __init__(self, app: ASGIApp, capacity: int, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.capacity, self.remembered = app, capacity, metrics.remembered
        self._answers: OrderedDict[tuple[str, bool], tuple[list[tuple[bytes, bytes]], bytes]] = OrderedDict()
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with what is held here or there, or pass the request on and label its answer."""
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith("/v1/"):
            await self.app(scope, receive, send)
            return
        asked, shared = Headers(scope=scope), scope[SESSION]
        # A card is a page for a browser, and JSON for a program.
        card = scope["path"].endswith("/judge")
        etag = _etag(shared, address(scope) + (asked.get("Accept", "").encode() if card else b""))
        labels = {
            "ETag": etag,
            "Cache-Control": "private, no-cache" if shared.with_texts else "public, max-age=300",
            "Vary": "Accept-Encoding, Accept" if card else "Accept-Encoding",
        }
        if _holds(asked.getlist("If-None-Match"), etag):
            await Response(status_code=304, headers=labels)(scope, receive, send)
            return
        keeps = not scope["path"].startswith(_NEVER)
        key = (etag, "gzip" in asked.get("Accept-Encoding", ""))
        if key in self._answers:
            self.remembered.labels("prête").inc()
            self._answers.move_to_end(key)
            headers, body = self._answers[key]
            await send({"type": "http.response.start", "status": _OK, "headers": headers})
            await send({"type": "http.response.body", "body": body})
            return
        started: list[tuple[bytes, bytes]] = []

        async def send_labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = message["status"] == _OK
                added = labels if found else {"Vary": labels["Vary"], "Cache-Control": "no-store"}
                MutableHeaders(scope=message).update(added)
                started[:] = message["headers"] if found else ()
            elif keeps and started and not message.get("more_body", False):
                self._keep(key, [*started], bytes(message.get("body", b"")))
            else:
                started.clear()
            await send(message)

        if keeps:
            self.remembered.labels("calculée").inc()
        await self.app(scope, receive, send_labelled)

    def _keep(self, key: tuple[str, bool], headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        """Keep an answer that is not too large, and drop the oldest ones past the capacity."""
        if len(body) > _LARGEST or key in self._answers:
            return
        self._answers[key] = headers, body
        self._held += _OVERHEAD + len(body)
        while self._held > self.capacity:
            _key, (_headers, dropped) = self._answers.popitem(last=False)
            self._held -= _OVERHEAD + len(dropped)


def _etag(shared: Session, asked: bytes) -> str:
    """The label of what a base answers: also of the program, and of the layers that leave it."""
    seed = f"{__version__} {shared.base.meta['digest']} {shared.with_texts} ".encode()
    return f'W/"{hashlib.sha256(seed + asked).hexdigest()[:32]}"'


def _holds(conditions: list[str], etag: str) -> bool:
    """True when one of the tags of `If-None-Match` is this one, strong or weak."""
    held = {tag.strip().removeprefix("W/") for condition in conditions for tag in condition.split(",")}
    return etag.removeprefix("W/") in held

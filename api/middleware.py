"""What happens around every request: unreadable ones are refused, unchanged answers are not sent again."""

from __future__ import annotations

import hashlib
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import problem

_READING = frozenset({"GET", "HEAD"})


class ReadableOnly:
    """Refuse an address that is not UTF-8 or holds a null character."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 400 for such an address."""
        detail = _fault(_address(scope)) if scope["type"] == "http" else None
        if detail is None:
            await self.app(scope, receive, send)
            return
        refused = problem(400, "adresse-illisible", detail, scope["path"].encode("ascii", "replace").decode())
        await refused(scope, receive, send)


def _address(scope: Scope) -> bytes:
    """The path and query as received."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return path + b"?" + query


def _fault(address: bytes) -> str | None:
    decoded = unquote_to_bytes(address)
    if b"\0" in decoded:
        return "l'adresse contient un caractère nul (%00)"
    try:
        decoded.decode("utf-8")
    except UnicodeDecodeError:
        return "l'adresse n'est pas en UTF-8 ; encodez-la ainsi, en %XX"
    return None


class BodilessHead:
    """Answer HEAD as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass every other request on."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, send_head)


class Unchanged:
    """Weak ETags on what is read under `/v1`: the base never changes while it is served, so an address names its answer."""

    def __init__(self, app: ASGIApp, seed: str, cache_control: str) -> None:
        """Wrap an application; `seed` is what, beside the address, decides of an answer."""
        self.app, self.seed, self.cache_control = app, seed, cache_control

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 304 to who holds the answer already; else label it."""
        if scope["type"] != "http" or scope["method"] not in _READING or not scope["path"].startswith("/v1/"):
            await self.app(scope, receive, send)
            return
        # A card is a page for a browser, and JSON for a program.
        wanted = Headers(scope=scope).get("Accept", "").encode() if scope["path"].endswith("/judge") else b""
        vary = "Accept-Encoding, Accept" if scope["path"].endswith("/judge") else "Accept-Encoding"
        etag = f'W/"{hashlib.sha256(self.seed.encode() + _address(scope) + wanted).hexdigest()[:32]}"'
        labels = {"ETag": etag, "Cache-Control": self.cache_control, "Vary": vary}
        if _holds(Headers(scope=scope).getlist("If-None-Match"), etag):
            await Response(status_code=304, headers=labels)(scope, receive, send)
            return

        async def send_labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if message["status"] == 200:  # noqa: PLR2004 - OK
                    headers["ETag"] = etag
                headers.add_vary_header(vary)
                headers["Cache-Control"] = self.cache_control if message["status"] == 200 else "no-store"  # noqa: PLR2004
            await send(message)

        await self.app(scope, receive, send_labelled)


def _holds(conditions: list[str], etag: str) -> bool:
    """True when one of the tags of `If-None-Match` is this one, strong or weak."""
    held = {tag.strip().removeprefix("W/") for condition in conditions for tag in condition.split(",")}
    return etag.removeprefix("W/") in held

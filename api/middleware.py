"""What happens around every request: unchanged answers are not sent again, hosts are known, browsers told what to forbid."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.admission import address
from api.problems import problem
from api.reloading import SESSION
from api.session import Session
from kb import __version__

_READING = frozenset({"GET", "HEAD"})
_OK = 200
# What a page of ours may load, and an answer that is no page may not. A page holds a style, which its own policy alone can name.
_PAGE = (
    b"default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self';"
    b" worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_DATA = b"default-src 'none'; frame-ancestors 'none'"
_FORBIDDING = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
# Answers that a browser never shows as a page.
_DATA_TYPES = (b"application/json", b"application/problem+json", b"text/plain")


class Guarded:
    """Tell browsers what to forbid: guessing a type, framing, leaking the address read, loading from elsewhere."""

    def __init__(self, app: ASGIApp, *, with_texts: bool) -> None:
        """Wrap an application; texts are for the pages of their own origin alone, the précis for any page."""
        self.app = app
        readers = b"same-origin" if with_texts else b"cross-origin"
        self.headers = (*_FORBIDDING, (b"cross-origin-resource-policy", readers))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers to every answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given: list[tuple[bytes, bytes]] = list(message["headers"])
                kind = next((value for name, value in given if name == b"content-type"), b"")
                policy = _DATA if kind.startswith(_DATA_TYPES) else _PAGE
                message["headers"] = [*given, *self.headers, (b"content-security-policy", policy)]
            await send(message)

        await self.app(scope, receive, send_guarded)


class KnownHost:
    """Refuse a `Host`, or a page of origin, that is neither this machine nor one of its names.

    A proxy makes a service that listens here public, and a page of another site may give this machine a name of its own. A proxy that
    changes the `Host` most often tells the former one in `X-Forwarded-Host`.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        """Wrap an application; `names` are those that this machine has beside its own."""
        self.app = app
        self.names = frozenset(name.lower().strip("[]") for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 421 to a request meant for another."""
        if scope["type"] != "http" or self._known(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        detail = (
            "le service ne répond que sous les noms de cette machine ; pour un autre, lancez-le avec --host-name NOM"
        )
        await problem(421, "hote-inconnu", detail, scope["path"])(scope, receive, send)

    def _known(self, headers: Headers) -> bool:
        forwarded = [host for value in headers.getlist("X-Forwarded-Host") for host in value.split(",")]
        asked = [_host(f"//{given.strip()}") for given in (*(headers.getlist("Host") or [""]), *forwarded)]
        asked += [_host(origin) for origin in headers.getlist("Origin")]
        return all(host in self.names or is_loopback(host) for host in asked)


def _host(address: str) -> str:
    """The name or the address of a host, without its port; nothing for what is none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


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

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 304 to who holds the answer already; else label it."""
        if scope["type"] != "http" or scope["method"] not in _READING or not scope["path"].startswith("/v1/"):
            await self.app(scope, receive, send)
            return
        # A card is a page for a browser, and JSON for a program.
        wanted = Headers(scope=scope).get("Accept", "").encode() if scope["path"].endswith("/judge") else b""
        vary = "Accept-Encoding, Accept" if scope["path"].endswith("/judge") else "Accept-Encoding"
        shared: Session = scope[SESSION]
        etag = f'W/"{hashlib.sha256(_seed(shared) + address(scope) + wanted).hexdigest()[:32]}"'
        kept = "private, no-cache" if shared.with_texts else "public, max-age=300"
        labels = {"ETag": etag, "Cache-Control": kept, "Vary": vary}
        if _holds(Headers(scope=scope).getlist("If-None-Match"), etag):
            await Response(status_code=304, headers=labels)(scope, receive, send)
            return

        async def send_labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if message["status"] == _OK:
                    headers["ETag"] = etag
                headers["Vary"] = vary
                headers["Cache-Control"] = kept if message["status"] == _OK else "no-store"
            await send(message)

        await self.app(scope, receive, send_labelled)


def _seed(shared: Session) -> bytes:
    """What, beside the address, decides of an answer: the program, the base, and the layers that leave it."""
    return f"{__version__} {shared.base.meta['digest']} {shared.with_texts} ".encode()


def _holds(conditions: list[str], etag: str) -> bool:
    """True when one of the tags of `If-None-Match` is this one, strong or weak."""
    held = {tag.strip().removeprefix("W/") for condition in conditions for tag in condition.split(",")}
    return etag.removeprefix("W/") in held

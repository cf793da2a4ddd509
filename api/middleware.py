"""Who may ask, by the name that is used for this machine; and what browsers must forbid."""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems import problem

# What a page of ours may load, and an answer that is no page may not. A page holds a style, which its own policy alone can name.
_PAGE = (
    b"default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
    b" manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
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


def guards(given: Iterable[tuple[bytes, bytes]], *, with_texts: bool) -> tuple[tuple[bytes, bytes], ...]:
    """The headers that forbid, besides those given: guessing a type, framing, leaking the address read, loading from elsewhere.

    Texts are for the pages of their own origin alone, the précis for any page.
    """
    kind = next((value for name, value in given if name == b"content-type"), b"")
    readers = b"same-origin" if with_texts else b"cross-origin"
    policy = _DATA if kind.startswith(_DATA_TYPES) else _PAGE
    return (*_FORBIDDING, (b"cross-origin-resource-policy", readers), (b"content-security-policy", policy))


class KnownHost:
    """Refuse a `Host`, or a page of origin, that is neither this machine nor one of its names.

    A proxy makes a service that listens here public, and a page of another site may give this machine a name of its own. A proxy that
    changes the `Host` most often tells the former one in `X-Forwarded-Host`.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        """Wrap an application; `names` are those that this machine has besides its own."""
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

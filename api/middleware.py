"""Who may ask, how, by which name of this machine and which port; and what browsers must forbid."""

import ipaddress
import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems import TEXTS, problem
from api.settings import PROBES

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


_REFUSED = 400


class KnownHost:
    """Refuse a `Host`, or a page of origin, that is neither this machine nor one of its names.

    A proxy makes a service that listens here public, and a page of another site may give this machine a name of its own. A proxy that
    changes the `Host` most often tells the former one in `X-Forwarded-Host`.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], admin: int | None = None) -> None:
        """Wrap an application; `names` are those that this machine has besides its own; what comes to the port `admin` has no name."""
        self.app, self.admin = app, admin
        self.names = frozenset(name.lower().strip("[]") for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 421 to a request meant for another."""
        if _port(scope) == self.admin or self._known(Headers(scope=scope)):
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


class Addresses:
    """Refuse an address that nobody knows (404), and say how one may be asked: `Allow` to who asks for it (204) or asks otherwise (405).

    What comes to the port `admin` is told the state of the service, and nothing else.
    """

    def __init__(
        self, app: ASGIApp, routes: Sequence[tuple[re.Pattern[str], frozenset[str]]], admin: int | None
    ) -> None:
        """Wrap an application, whose addresses and their methods are given."""
        self.app, self.routes, self.admin = app, routes, admin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may be asked so."""
        allowed = self._allowed(scope)
        if scope["method"] in allowed:
            await self.app(scope, receive, send)
            return
        headers = {"Allow": ", ".join(sorted({*allowed, "OPTIONS"}))} if allowed else {"Cache-Control": "no-store"}
        if allowed and scope["method"] == "OPTIONS":
            await Response(status_code=204, headers=headers)(scope, receive, send)
            return
        status = 405 if allowed else 404
        code, detail = TEXTS["details"][str(status)]
        said = detail.format(allowed=" ou ".join(sorted(allowed)))
        await problem(status, code, said, scope["path"], headers)(scope, receive, send)

    def _allowed(self, scope: Scope) -> set[str]:
        path = scope["path"]
        if self.admin is not None and _port(scope) == self.admin and path not in PROBES:
            return set()
        found = {method for address, methods in self.routes if address.match(path) for method in methods}
        return {*found, "HEAD"} if "GET" in found else found


class OtherPages(CORSMiddleware):
    """Let pages of other origins ask; one whose browser asks first and may not is told so in French."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what a browser asks first for a page that may not ask so, else answer it or pass it on."""
        asked = Headers(scope=scope)
        first = scope["method"] == "OPTIONS" and {"origin", "access-control-request-method"} <= {*asked.keys()}
        if not first or self.preflight_response(asked).status_code < _REFUSED:
            await super().__call__(scope, receive, send)
            return
        methods, sent = ", ".join(self.allow_methods), ", ".join(self.allow_headers)
        detail = f"une page d'ailleurs ne peut demander ainsi ; méthodes admises : {methods} ; en-têtes admis : {sent}"
        await problem(_REFUSED, "page-refusee", detail, scope["path"], self.preflight_headers)(scope, receive, send)


def _port(scope: Scope) -> int | None:
    """The port that a request came to."""
    server = scope.get("server")
    return server[1] if server else None


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

"""Around every request: its id, its line in the journal, its counts, the base that it reads, and whatever failed."""

import logging
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.journal import REQUEST
from api.metrics import Metrics
from api.middleware import guards
from api.problems import problem
from api.reloading import SESSION, Reloader
from api.settings import MCP_PATH

_log = logging.getLogger(__name__)
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})
_FAILURE = 500
# No answer: the client left first. No status of the standard says so; this one is what other servers write down.
_LEFT = 499


class Observed:
    """Give a request its id and its base, count it, write it down, guard its answer; a failure of ours is answered as a problem."""

    def __init__(self, app: ASGIApp, reloader: Reloader, metrics: Metrics, *, with_texts: bool) -> None:
        """Wrap an application."""
        self.app, self.reloader, self.metrics, self.with_texts = app, reloader, metrics, with_texts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        scope[SESSION] = self.reloader.session
        identity = secrets.token_hex(8)
        REQUEST.set(identity)
        method, started, status, length = scope["method"], time.perf_counter(), _LEFT, 0

        async def send_observed(message: Message) -> None:
            nonlocal status, length
            if message["type"] == "http.response.start":
                status, given = message["status"], message["headers"]
                guarded = guards(given, with_texts=self.with_texts)
                message["headers"] = [*given, (b"x-request-id", identity.encode()), *guarded]
            elif method != "HEAD":
                length += len(message.get("body", b""))
            await send(message)

        self.metrics.running.inc()
        try:
            await self.app(scope, receive, send_observed)
        except Exception:
            _log.exception("échec sur une requête")
            if status != _LEFT:
                raise
            detail = "Arbitre a échoué sur cette requête ; l'erreur est dans son journal"
            refused = problem(_FAILURE, "erreur-interne", detail, scope["path"], {"Cache-Control": "no-store"})
            await refused(scope, receive, send_observed)
        finally:
            self.metrics.running.dec()
            self._record(
                method if method in _METHODS else "?", _route(scope), status, length, time.perf_counter() - started
            )

    def _record(self, method: str, route: str, status: int, length: int, seconds: float) -> None:
        """Count the request and write its line."""
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        level = logging.ERROR if status >= _FAILURE else logging.INFO
        if not _log.isEnabledFor(level):
            return
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 2), "bytes": length}
        _log.log(level, "requête", extra={"fields": fields})


def _route(scope: Scope) -> str:
    """The template of an address, so that what was asked is never said; `site` for a page, `?` for what is refused unread."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    if scope["path"] == MCP_PATH:
        return MCP_PATH
    return "?" if scope["path"].startswith("/v1") else "site"

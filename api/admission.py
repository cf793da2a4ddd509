"""What a worker takes on: so many requests at once, so long, so large; what is past it is refused at once."""

import asyncio
from urllib.parse import unquote_to_bytes

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.clients import client_of
from api.fairness import Places
from api.metrics import Metrics
from api.problems import problem, twice_there
from api.settings import MCP_PATH, Limits
from kb.system.json_text import repeated_key

# What two readers of one request would read otherwise, were it there twice.
_SINGLE = (b"host", b"origin", b"content-type", b"authorization")
_BODILESS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# What is computed for who asks; the rest is files, and what watches over the service.
COMPUTED = ("/v1", MCP_PATH)
_RETRY = {"Retry-After": "1", "Cache-Control": "no-store"}
_CLOSE = {"Connection": "close", "Cache-Control": "no-store"}
_REFUSALS: dict[str, tuple[int, str, str]] = {
    "charge": (429, "trop-de-demandes", "le service est trop demandé en ce moment ; réessayez dans une seconde"),
    "lenteur": (503, "trop-long", "la réponse a pris trop de temps ; réessayez plus tard, ou demandez moins"),
}


class Admission:
    """Compute what has a place (see `api.fairness`): 429 to what has none, 503 to what lasts too long.

    A file of the site needs none: nothing is computed for it, and a page whose question is being answered is not kept from its own style.
    A request gives up its place as soon as its answer begins: a client that reads slowly holds up nobody. One that is late keeps its place
    until it ends, for its thread goes on.
    """

    def __init__(self, app: ASGIApp, places: Places, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.places, self.metrics = app, places, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a place, then pass the request on, with an eye on the clock."""
        if not scope["path"].startswith(COMPUTED):
            await self.app(scope, receive, send)
            return
        reason = await self._passed_on(scope, receive, send)
        if reason:
            self.metrics.refused.labels(reason).inc()
            await refused(reason, scope)(scope, receive, send)

    async def _passed_on(self, scope: Scope, receive: Receive, send: Send) -> str:
        """Nothing when the request was answered, else why it was not."""
        place = await self.places.taken(client_of(scope))
        if place is None:
            return "charge"
        begun = late = False

        async def send_begun(message: Message) -> None:
            nonlocal begun
            if not late:
                begun = True
                place.close()
                await send(message)

        computing = asyncio.ensure_future(self.app(scope, receive, send_begun))
        computing.add_done_callback(lambda _done: place.close())
        try:
            await asyncio.wait([computing], timeout=self.places.limits.answering)
            late = not (begun or computing.done())
            if not late:
                await computing
        finally:
            # Of a computation that is late or left, what it may still raise is of no use to anybody.
            if not computing.done():
                computing.cancel()
                computing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return "lenteur" if late else ""


class Bounded:
    """Refuse what is unreadable, too long or too slow to come; read the body whole before the request takes a place."""

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.limits, self.metrics = app, limits, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its body at hand."""
        body, refusal = b"", _address_fault(scope, self.limits)
        if refusal is None and scope["method"] not in _BODILESS:
            try:
                async with asyncio.timeout(self.limits.arriving):
                    body = await self._read(Request(scope, receive))
            except ClientDisconnect:
                return
            except TimeoutError:
                refusal = 408, "trop-lent", "la requête n'est pas arrivée entière à temps"
            except ValueError as fault:
                self.metrics.refused.labels("taille").inc()
                refusal = 413, "corps-trop-grand", str(fault)
        if refusal is not None:
            where = scope["path"].encode("ascii", "replace").decode()
            await problem(*refusal, where, _CLOSE)(scope, receive, send)
            return
        whole = {"type": "http.request", "body": body, "more_body": False}
        # What asks for the head alone is answered whole; the server, which still reads HEAD, leaves the body out.
        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        try:
            await self.app(asked, once(whole, receive), send)
        finally:
            if "route" in asked:
                scope["route"] = asked["route"]

    async def _read(self, request: Request) -> bytes:
        """The whole body.

        Raises:
            ClientDisconnect: the client has left.
            ValueError: it is too large.
        """
        too_large = f"le corps de la requête dépasse {self.limits.body // 1024} Kio ; demandez moins à la fois"
        announced = request.headers.get("Content-Length", "")
        if announced.isdecimal() and int(announced[:20]) > self.limits.body:
            raise ValueError(too_large)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > self.limits.body:
                raise ValueError(too_large)
        return bytes(body)


class Unambiguous:
    """Refuse a body of which two readers would not read the same: within the place of its request, for that takes time."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application, given each body in one piece."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what has each key once."""
        if scope["method"] in _BODILESS:
            await self.app(scope, receive, send)
            return
        read = await receive()
        if (twice := repeated_key(read.get("body", b""))) is not None:
            await problem(400, *twice_there(twice), scope["path"], _CLOSE)(scope, receive, send)
        else:
            await self.app(scope, once(read, receive), send)


def once(read: Message, receive: Receive) -> Receive:
    """What gives again a message that was received, then those to come."""
    left = [read]

    async def received() -> Message:
        return left.pop() if left else await receive()

    return received


def refused(reason: str, scope: Scope) -> Response:
    """What is answered in place of an answer: there are too many requests (`charge`), or it lasts too long (`lenteur`)."""
    return problem(*_REFUSALS[reason], scope["path"], _RETRY)


def address(scope: Scope) -> bytes:
    """The path and query as received."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return path + b"?" + query


def _address_fault(scope: Scope, limits: Limits) -> tuple[int, str, str] | None:
    """The status, the code and the words of the refusal of an address, or of headers."""
    asked = address(scope)
    if len(asked) > limits.address:
        return 414, "adresse-trop-longue", "l'adresse est trop longue ; raccourcissez la question"
    if sum(len(name) + len(value) for name, value in scope["headers"]) > limits.head:
        return 431, "en-tetes-trop-longs", "les en-têtes sont trop longs"
    names = [name for name, _value in scope["headers"]]
    twice = next((name for name in _SINGLE if names.count(name) > 1), b"").decode()
    if twice:
        return 400, "en-tete-repete", f"l'en-tête {twice.title()} est là plusieurs fois ; donnez-le une fois"
    decoded = unquote_to_bytes(asked)
    if b"\0" in decoded:
        return 400, "adresse-illisible", "l'adresse contient un caractère nul (%00)"
    try:
        decoded.decode("utf-8")
    except UnicodeDecodeError:
        return 400, "adresse-illisible", "l'adresse n'est pas en UTF-8 ; encodez-la ainsi, en %XX"
    return None

"""What a worker takes on: so many requests at once, so many waiting, so long, so large; what is past it is refused at once."""

import asyncio
import contextlib
from urllib.parse import unquote_to_bytes

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.metrics import Metrics
from api.problems import problem
from api.settings import Limits

# What watches over the service must see it when it is full.
EXEMPT = frozenset({"/healthz", "/metrics"})
_BODILESS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_RETRY = {"Retry-After": "1", "Cache-Control": "no-store"}
_CLOSE = {"Connection": "close", "Cache-Control": "no-store"}
_REFUSALS = {
    "charge": (429, "trop-de-demandes", "le service est trop demandé en ce moment ; réessayez dans une seconde"),
    "lenteur": (503, "trop-long", "la réponse a pris trop de temps ; réessayez plus tard, ou demandez moins"),
}


class Admission:
    """Compute a few requests at once, in the order of their coming: 429 when the queue is full or too slow, 503 when the answer is.

    A request gives up its place as soon as its answer begins: a client that reads slowly holds up nobody.
    """

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.limits, self.metrics = app, limits, metrics
        self._places = asyncio.Semaphore(limits.running)
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a place, then pass the request on, with an eye on the clock."""
        if scope["type"] != "http" or scope["path"] in EXEMPT:
            await self.app(scope, receive, send)
            return
        clock, reason = asyncio.timeout(self.limits.answering), "charge"
        with contextlib.ExitStack() as place:

            async def send_begun(message: Message) -> None:
                clock.reschedule(None)
                place.close()
                await send(message)

            try:
                async with clock:
                    if await self._admitted():
                        place.callback(self._places.release)
                        await self.app(scope, receive, send_begun)
                        return
            except TimeoutError:
                if not clock.expired():
                    raise
                reason = "lenteur"
        self.metrics.refused.labels(reason).inc()
        await problem(*_REFUSALS[reason], scope["path"], _RETRY)(scope, receive, send)

    async def _admitted(self) -> bool:
        """Take a place, at once or in turn; False when there is none to be had."""
        if self._places.locked() and self._waiting >= self.limits.waiting:
            return False
        self._waiting += 1
        try:
            async with asyncio.timeout(self.limits.patience):
                return await self._places.acquire()
        except TimeoutError:
            return False
        finally:
            self._waiting -= 1


class Bounded:
    """Refuse what is unreadable, too long or too slow to come; read the body whole before the request takes a place."""

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        """Wrap an application."""
        self.app, self.limits, self.metrics = app, limits, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its body at hand."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
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
        pending = [body]

        async def receive_read() -> Message:
            if pending:
                return {"type": "http.request", "body": pending.pop(), "more_body": False}
            return await receive()

        if scope["method"] == "HEAD":
            # What asks for the head alone is answered whole: the server leaves the body out.
            scope["method"] = "GET"
        await self.app(scope, receive_read, send)

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
    decoded = unquote_to_bytes(asked)
    if b"\0" in decoded:
        return 400, "adresse-illisible", "l'adresse contient un caractère nul (%00)"
    try:
        decoded.decode("utf-8")
    except UnicodeDecodeError:
        return 400, "adresse-illisible", "l'adresse n'est pas en UTF-8 ; encodez-la ainsi, en %XX"
    return None

"""A connection that waits for nobody: what comes too slowly, too long or unreadable is told in French, then closed."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.problems import problem
from api.settings import Limits

_log = logging.getLogger(__name__)
# What the state of the application calls its limits (see `api.settings.Limits`).
LIMITS: Final = "limits"
# Seconds given to a client that is refused to hear it.
_LEAVING: Final = 2.0

_UNREADABLE = (400, "requete-illisible", "ce n'est pas une requête HTTP/1.1 lisible")
_SLOW = (408, "trop-lent", "la requête n'est pas arrivée entière à temps")
_LONG_ADDRESS = (414, "adresse-trop-longue", "l'adresse est trop longue ; raccourcissez la question")
_LONG_HEAD = (431, "en-tetes-trop-longs", "les en-têtes sont trop longs")
_CROWDED = (429, "trop-de-connexions", "trop de connexions sont ouvertes ; réessayez dans une seconde")
_PHRASES = {
    400: b"Bad Request",
    408: b"Request Timeout",
    414: b"URI Too Long",
    429: b"Too Many Requests",
    431: b"Request Header Fields Too Large",
}


class PatientConnection(HttpToolsProtocol):
    """A connection of uvicorn with a clock on what comes and what goes, and a measure of what comes before a body."""

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 - passed on to uvicorn
        """Take what uvicorn gives."""
        super().__init__(*given, **named)
        self.limits: Limits = self.app_state.get(LIMITS) or Limits()
        self._clock: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        # Bytes received before the end of the headers, then those of the headers read.
        self._head = 0
        self._headers = 0
        self._heading = True
        self._refused = False
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock; a connection too many is told so."""
        super().connection_made(transport)
        self._wind()
        if len(self.connections) > self.limits.connections:
            self._refuse(_CROWDED)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks; no answer under way is worth writing any more."""
        self._stop()
        self._forsake()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; what follows a refusal is dropped."""
        if self._refused:
            return
        if self._clock is None:
            self._wind()
        if self._heading:
            self._head += len(data)
        super().data_received(data)
        if self._heading and self._head > self.limits.head and not self._refused:
            self._refuse(_LONG_HEAD)

    def on_message_begin(self) -> None:
        """A request comes, maybe behind another."""
        super().on_message_begin()
        self._heading, self._head, self._headers = True, max(self._head, 1), 0
        if self._clock is None:
            self._wind()

    def on_url(self, url: bytes) -> None:
        """Part of the address; once it is too long the rest is left unread."""
        super().on_url(url)
        if len(self.url) > self.limits.address:
            self._refuse(_LONG_ADDRESS)
            raise ValueError(_LONG_ADDRESS[1])

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more header; past the measure the rest is left unread."""
        self._headers += len(name) + len(value)
        if self._headers > self.limits.head:
            self._refuse(_LONG_HEAD)
            raise ValueError(_LONG_HEAD[1])
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The body comes next."""
        self._heading, self._head = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole: what follows is our own time."""
        self._stop()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - said in French
        """Tell that a request cannot be read."""
        self._refuse(_UNREADABLE)

    def pause_writing(self) -> None:
        """The client is slow to take its answer."""
        super().pause_writing()
        if self._taking is None:
            self._taking = self.loop.call_later(self.limits.taking, self._drop)

    def resume_writing(self) -> None:
        """The client takes its answer."""
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked; what was not taken by now never will be."""
        if self.transport.get_write_buffer_size():
            self._drop()
        else:
            super().timeout_keep_alive_handler()

    def _wind(self) -> None:
        """Give the request its time to come."""
        self._clock = self.loop.call_later(self.limits.arriving, self._too_slow)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Know which of the requests that came one behind another is being answered."""
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _under_way(self) -> RequestResponseCycle | None:
        """The request being answered."""
        return None if self._answering is None or self._answering.response_complete else self._answering

    def _forsake(self) -> None:
        """Let the application know that nobody waits for its answer, and answer nothing more."""
        self.pipeline.clear()
        cycle = self._under_way()
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()

    def _drop(self) -> None:
        """Close at once, whatever was left to write."""
        self._forsake()
        self.transport.abort()

    def _too_slow(self) -> None:
        """Part of a request came and not the rest: say so, unless an answer is on its way already."""
        self._clock = None
        cycle = self._under_way()
        if (cycle is not None and cycle.response_started) or not (self._head or not self._heading):
            self.transport.close()
        else:
            self._refuse(_SLOW)

    def _refuse(self, refusal: tuple[int, str, str]) -> None:
        """Tell a problem, close our side, and leave the other a moment to hear it."""
        if self._refused or self.transport.is_closing():
            return
        self._refused = True
        self._stop()
        self._forsake()
        _log.info("connexion refusée", extra={"fields": {"status": refusal[0], "code": refusal[1]}})
        self.transport.write(_told(*refusal))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(_LEAVING, self._drop)


def _told(status: int, code: str, detail: str) -> bytes:
    """The whole response."""
    headers = {"Connection": "close", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    if code == _CROWDED[1]:
        headers["Retry-After"] = "1"
    response = problem(status, code, detail, "", headers)
    lines = b"".join(b"%s: %s\r\n" % pair for pair in response.raw_headers)
    return b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (status, _PHRASES[status], lines, bytes(response.body))

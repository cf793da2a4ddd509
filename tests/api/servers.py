"""Real servers for the tests: in a thread, on a free port of this machine, with their journal in memory."""

import contextlib
import io
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import uvicorn

from api.app import application
from api.journal import LOGGERS, JsonLines
from api.serving import configuration
from api.settings import Service

PATIENCE = 15.0
CLIENT = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back on a connection: all of it, until the server closed it or said all that it had to say."""

    raw: bytes

    @property
    def status(self) -> int:
        """The first status, 0 when the server closed without a word."""
        return int(self.raw[9:12] or 0)

    @property
    def head(self) -> str:
        return self.raw.partition(b"\r\n\r\n")[0].decode("latin-1").lower()

    @property
    def body(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[2]

    def problem(self) -> dict[str, Any]:
        """The body, as a problem told in French."""
        assert "content-type: application/problem+json" in self.head, self.raw[:400]
        told: dict[str, Any] = json.loads(self.body)
        assert told["status"] == self.status
        assert told["detail"]
        assert told["code"]
        return told


@dataclass(frozen=True, slots=True)
class Server:
    """A server in a thread: where it answers, and what its journal says."""

    port: int
    journal: io.StringIO

    def at(self, port: int) -> "Server":
        """The same, at another port."""
        return replace(self, port=port)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connected(self, client: str = CLIENT) -> socket.socket:
        """A connection, from one of the addresses that this machine has for itself: each is a client."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE, source_address=(client, 0))

    def sent(self, *parts: bytes, pause: float = 0.0, client: str = CLIENT) -> Answer:
        """Send some bytes, and read until the server closes."""
        with self.connected(client) as connection:
            with contextlib.suppress(OSError):
                for part in parts:
                    connection.sendall(part)
                    time.sleep(pause)
            return Answer(received(connection))

    def asked(
        self, target: str, method: str = "GET", headers: str = "", body: bytes = b"", client: str = CLIENT
    ) -> Answer:
        """One well-formed request."""
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        head = f"{method} {target} HTTP/1.1\r\nHost: essai\r\nConnection: close\r\n{length}{headers}\r\n"
        return self.sent(head.encode("latin-1") + body, client=client)


def until(true: Callable[[], bool]) -> None:
    """Wait until something holds."""
    limit = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < limit, "in vain"
        time.sleep(0.01)


def received(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


@contextlib.contextmanager
def running(service: Service, admin: int | None = None) -> Iterator[Server]:
    """A server for as long as the block lasts; it listens on a port of its own, and on another if it is given one."""
    listener = socket.create_server(("127.0.0.1", 0))
    listeners = [listener, *([] if admin is None else [socket.create_server(("127.0.0.1", admin))])]
    server = uvicorn.Server(configuration(service, application(service)))
    with journal() as written:
        thread = threading.Thread(target=server.run, kwargs={"sockets": listeners}, daemon=True)
        thread.start()
        limit = time.monotonic() + 60
        while not server.started:
            assert time.monotonic() < limit, "the server does not start"
            time.sleep(0.01)
        try:
            yield Server(listener.getsockname()[1], written)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            for one in listeners:
                one.close()
            assert not thread.is_alive()


@contextlib.contextmanager
def journal() -> Iterator[io.StringIO]:
    """What the service would write on its error output."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield written
    finally:
        for logger in loggers:
            logger.removeHandler(handler)

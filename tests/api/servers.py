"""Real servers for the tests: in a thread, on a free port of this machine, with their journal in memory; and those who ask them."""

import contextlib
import http.client
import io
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import psutil
import uvicorn

from api.app import application
from api.journal import LOGGERS, JsonLines
from api.serving import configuration
from api.settings import Service

T = TypeVar("T")
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

    def sent(self, *parts: bytes, client: str = CLIENT) -> Answer:
        """Send some bytes, and read until the server closes."""
        with self.connected(client) as connection:
            with contextlib.suppress(OSError):
                for part in parts:
                    connection.sendall(part)
            return Answer(received(connection))

    def asked(
        self, target: str, method: str = "GET", headers: str = "", body: bytes = b"", client: str = CLIENT
    ) -> Answer:
        """One well-formed request."""
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        head = f"{method} {target} HTTP/1.1\r\nHost: essai\r\nConnection: close\r\n{length}{headers}\r\n"
        return self.sent(head.encode("latin-1") + body, client=client)


class Reply(NamedTuple):
    """A status and a text; 0 and the reason when there was no whole answer."""

    status: int
    text: str


def fetched(address: str, headers: Mapping[str, str] | None = None, body: bytes = b"", client: str = CLIENT) -> Reply:
    """What an address answers to one of the addresses that this machine has for itself."""
    _scheme, place, *_rest = urlsplit(address)
    connection = http.client.HTTPConnection(place, timeout=60, source_address=(client, 0))
    with contextlib.closing(connection):
        try:
            connection.request("POST" if body else "GET", address.partition(place)[2], body or None, headers or {})
            response = connection.getresponse()
            return Reply(response.status, response.read().decode())
        except (OSError, http.client.HTTPException) as fault:
            return Reply(0, repr(fault))


@contextlib.contextmanager
def asking(ask: Callable[[], T], askers: int) -> Iterator[list[T]]:
    """What so many who ask without a pause are told, for as long as the block lasts."""
    over, told = threading.Event(), list[T]()

    def go_on() -> None:
        while not over.is_set():
            told.append(ask())

    with ThreadPoolExecutor(askers) as pool:
        going = [pool.submit(go_on) for _one in range(askers)]
        try:
            yield told
        finally:
            over.set()
    for one in going:
        one.result()


def workers_of(supervisor: int) -> list[int]:
    """The processes that answer: those of the supervisor that do as it does, and are not dead."""
    process, found = psutil.Process(supervisor), list[int]()
    for child in process.children():
        with contextlib.suppress(psutil.NoSuchProcess):
            if child.status() != psutil.STATUS_ZOMBIE and child.cmdline() == process.cmdline():
                found.append(child.pid)
    return found


def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until something holds."""
    limit = time.monotonic() + patience
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

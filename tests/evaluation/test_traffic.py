"""What asks a service tells what it met: rates, latencies from the hour due, errors."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.bench.service import ask

pytestmark = pytest.mark.slow


@contextmanager
def serving(delay: float) -> Iterator[tuple[str, list[str]]]:
    """A server that thinks for `delay` seconds and fails on `/non`, and what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            asked.append(self.path)
            time.sleep(delay)
            self.send_response(503 if self.path == "/non" else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_a_pace_is_kept_and_targets_are_asked_in_turn() -> None:
    with serving(0.001) as (address, asked):
        found = asyncio.run(ask(address, ["/a", "/b"], requests=50, rate=50))
    assert (found.requests, found.errors) == (50, 0)
    assert found.rate == pytest.approx(50, rel=0.3)
    assert asked.count("/a") == asked.count("/b") == 25


def test_a_service_that_falls_behind_shows_it() -> None:
    with serving(0.05) as (address, _asked):
        found = asyncio.run(ask(address, ["/a"], requests=50, connections=1, rate=50))
    # The last is asked 1.5 s after its hour: 50 take 2.5 s, one after another.
    assert found.p99 > 1000


def test_what_is_not_answered_by_200_is_an_error() -> None:
    with serving(0.0) as (address, _asked):
        assert asyncio.run(ask(address, ["/a", "/non"], requests=10)).errors == 5
    assert asyncio.run(ask("http://127.0.0.1:9", ["/a"], requests=3)).errors == 3

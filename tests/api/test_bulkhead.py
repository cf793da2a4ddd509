"""What is large is computed by a process apart, which yields to the workers; it is answered as if a worker had."""

import contextlib
import gzip
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import psutil
import pytest

from api.settings import Service
from tests.api.servers import Answer, Server, journal, running, until, workers_of
from tests.commands import serving

pytestmark = pytest.mark.slow

SMALL = "/v1/ask?q=qui+tient+un+pont&game=exemple"
LONG = {"q": "qui tient un pont ? " * 40, "game": "exemple"}
ITEMS = [{"label": f"{number}" * 20, "owner": "A"} for number in range(30)]
POSTED = "Content-Type: application/json\r\n"
# Each is past what a worker computes itself: an address, headers, a body.
LARGE = {
    "a long question": (f"/v1/ask?{urlencode(LONG)}", "", b""),
    "compressed": (f"/v1/search?{urlencode(LONG)}", "Accept-Encoding: gzip\r\n", b""),
    "too long a question": (f"/v1/ask?q={'a' * 1200}", "", b""),
    "a request for the engine": (
        "/v1/games/exemple/order",
        POSTED,
        json.dumps({"situation": "initiative", "items": ITEMS}).encode(),
    ),
    "a key twice": ("/v1/games/exemple/order", POSTED, b'{"items": [], "items": ["' + b"a" * 700 + b'"]}'),
    "no route": (f"/v1/nulle-part?{urlencode(LONG)}", "", b""),
    "a call of a tool": (
        "/mcp",
        POSTED + "Accept: application/json, text/event-stream\r\n",
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "search", "arguments": LONG},
            }
        ).encode(),
    ),
}


@dataclass(frozen=True)
class Served:
    """A service with one worker and the process apart."""

    server: Server
    supervisor: int

    def apart(self) -> psutil.Process:
        """The process apart, once it is there."""
        until(lambda: len(self._yielding()) == 1)
        return self._yielding()[0]

    def _yielding(self) -> list[psutil.Process]:
        found, usual = list[psutil.Process](), psutil.Process(self.supervisor).nice()
        for pid in workers_of(self.supervisor):
            with contextlib.suppress(psutil.NoSuchProcess):
                found += [process] if (process := psutil.Process(pid)).nice() > usual else []
        return found


@pytest.fixture(scope="module")
def served(base_path: Path) -> Iterator[Served]:
    with serving("serve", "--kb", base_path, "--port", "0") as (process, address), journal() as written:
        found = Served(Server(urlsplit(address).port or 0, written), process.pid)
        until(lambda: len(workers_of(process.pid)) == 2 and found.server.asked(SMALL).status == 200, 60)
        yield found


@pytest.fixture(scope="module")
def alone(base_path: Path) -> Iterator[Server]:
    """A service in one process."""
    with running(Service(base_path)) as server:
        yield server


def said(answer: Answer) -> tuple[int, list[str], object]:
    """A status, the headers, the body, without what is another each time."""
    varying = ("date:", "x-request-id:", "content-length:")
    headers = sorted(line for line in answer.head.split("\r\n")[1:] if not line.startswith(varying))
    if answer.body[:2] == b"\x1f\x8b":
        return answer.status, headers, len(gzip.decompress(answer.body)) > 0
    return answer.status, headers, re.sub(rb'\\?"took_ms\\?":[\d.]+', b"", answer.body)


@pytest.mark.parametrize("name", LARGE)
def test_the_answer_is_the_one_of_a_worker(name: str, served: Served, alone: Server) -> None:
    place, headers, body = LARGE[name]
    method = "POST" if body else "GET"
    assert said(served.server.asked(place, method, headers, body)) == said(alone.asked(place, method, headers, body))


def test_the_process_apart_yields_and_the_small_does_not_wait_for_it(served: Served) -> None:
    apart = served.apart()
    until(lambda: served.server.asked(LARGE["a long question"][0]).status == 200)
    computed = apart.cpu_times().user
    for _again in range(50):
        assert served.server.asked(LARGE["a long question"][0]).status == 200
    assert apart.cpu_times().user > computed


def test_what_is_large_is_answered_when_the_process_apart_dies_or_stops(served: Served) -> None:
    for harm in (signal.SIGKILL, signal.SIGSTOP):
        apart = served.apart()
        assert served.server.asked(LARGE["a long question"][0]).status == 200
        os.kill(apart.pid, harm)
        began = time.monotonic()
        assert served.server.asked(SMALL).status == 200
        assert time.monotonic() - began < 0.5
        assert served.server.asked(LARGE["a long question"][0]).status == 200
        assert time.monotonic() - began < 1.5
        until(lambda gone=apart.pid: gone not in (living := workers_of(served.supervisor)) and len(living) == 2)  # type: ignore[misc]

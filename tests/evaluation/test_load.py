"""The load generator tells what it met: rates, latencies from the hour due, statuses, lost connections, memory."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.bench.load import Load, asks, closed_loop, open_loop
from tests.bench.memory import family, resident

ROOT = Path(__file__).parents[2]
SETS = [ROOT / "tests" / "questions" / "dev" / f"{work}.jsonl" for work in ("aos", "wap")]
Asked = Callable[[str], Awaitable[Load]]


def against(delay: float, measure: Asked, *, failing: int = 0, breaking: int = 0) -> Load:
    """Measure a server that thinks for `delay` seconds; each `failing`-th answer is 503, each `breaking`-th is none."""
    count = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal count
        while await reader.readuntil(b"\r\n\r\n"):
            place = count = count + 1
            await asyncio.sleep(delay)
            if breaking and place % breaking == 0:
                break
            status = b"503 Non" if failing and place % failing == 0 else b"200 OK"
            writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 5\r\n\r\n12345")

    served = set[asyncio.Task[None] | None]()

    async def quiet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.add(asyncio.current_task())
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionResetError):
            await serve(reader, writer)
        writer.close()
        with contextlib.suppress(ConnectionResetError):
            await writer.wait_closed()

    async def run() -> Load:
        server = await asyncio.start_server(quiet, "127.0.0.1", 0)
        async with server:
            found = await measure(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        await asyncio.gather(*filter(None, served))
        return found

    return asyncio.run(run())


def test_an_open_loop_keeps_its_rate_and_sees_all() -> None:
    found = against(0.001, lambda address: open_loop(address, ["/a", "/b"], rate=50, connections=5, seconds=1))
    assert (found.loop, found.requests, found.errors, found.statuses) == ("open", 50, 0, {"200": 50})
    assert found.seconds >= 0.98


def test_a_service_that_falls_behind_cannot_hide_it() -> None:
    """One connection, 50 ms an answer, 40 questions a second: the last ones are answered a second late."""
    found = against(0.05, lambda address: open_loop(address, ["/"], rate=40, connections=1, seconds=1))
    assert found.requests == 40
    assert found.max_ms > 900
    assert found.p50_ms > 300


def test_a_closed_loop_asks_when_it_is_answered() -> None:
    found = against(0.02, lambda address: closed_loop(address, ["/"], connections=4, requests=40, seconds=30))
    assert (found.loop, found.requests, found.errors) == ("closed", 40, 0)
    assert found.p50_ms >= 20


def test_what_fails_is_counted() -> None:
    failing = against(0, lambda address: closed_loop(address, ["/"], connections=2, requests=40, seconds=30), failing=4)
    assert (failing.errors, failing.statuses["503"]) == (10, 10)
    broken = against(0, lambda address: closed_loop(address, ["/"], connections=1, requests=20, seconds=30), breaking=5)
    assert (broken.errors, broken.statuses["0"]) == (4, 4)


def test_nobody_there_is_told_as_such() -> None:
    found = asyncio.run(closed_loop("http://127.0.0.1:9", ["/"], connections=2, requests=6, seconds=5))
    assert (found.errors, found.statuses) == (6, {"0": 6})


def test_questions_are_distinct_and_of_each_game_in_turn() -> None:
    targets = asks(SETS)
    assert len(set(targets)) == len(targets) > 150
    assert [target.rpartition("game=")[2] for target in targets[:4]] == ["aos", "wap", "aos", "wap"]


def test_the_memory_of_a_process_holds_that_of_its_children() -> None:
    command = [sys.executable, "-c", "import sys; print(flush=True); sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert child.pid in family(os.getpid())
        alone, together = resident(child.pid), resident(os.getpid())
        child.communicate()
    assert alone is not None
    assert together is not None
    assert 0 < alone < together
    assert resident(None) is None


def test_the_command_prints_one_object() -> None:
    command = [sys.executable, "-m", "tests.bench.load", "ask", "http://127.0.0.1:9", str(SETS[0]), "--requests", "3"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=120)
    assert json.loads(told.stdout)["errors"] == 3

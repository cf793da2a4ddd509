"""Requests to a service: a steady pace of our own, and wrk without a pause."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx2

from kb.errors import UnusableFileError
from tests.bench.speed import quantiles

_OK = 200
_TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class Traffic:
    """What some requests met: how many, how many not answered by 200, a second, and latencies in milliseconds."""

    requests: int
    errors: int
    rate: float
    p50: float
    p99: float


async def ask(address: str, targets: Sequence[str], requests: int, connections: int = 10, rate: float = 0.0) -> Traffic:
    """Ask targets over and over, so many requests in all.

    With a rate, requests leave at their hour, and a latency counts from that hour: a service that falls behind cannot hide it. Without,
    each connection asks as soon as it is answered.
    """
    left = enumerate(itertools.islice(itertools.cycle(targets), requests))
    spent: list[float] = []
    statuses: Counter[int] = Counter()
    started = time.perf_counter()

    async def work(client: httpx2.AsyncClient) -> None:
        for place, target in left:
            due = started + place / rate if rate else time.perf_counter()
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                status = (await client.get(target)).status_code
            except httpx2.HTTPError:
                status = 0
            spent.append((time.perf_counter() - due) * 1000)
            statuses[status] += 1

    async with httpx2.AsyncClient(base_url=address, timeout=_TIMEOUT) as client:
        await asyncio.gather(*(work(client) for _ in range(connections)))
    lasted = time.perf_counter() - started
    return Traffic(requests, requests - statuses[_OK], requests / lasted, *quantiles(spent))


def flood(address: str, targets: Sequence[str], connections: int, seconds: float, folder: Path) -> Traffic:
    """Ask without a pause on every connection, for a while.

    Raises:
        UnusableFileError: wrk is not installed, or failed.
    """
    program = shutil.which("wrk")
    if program is None:
        raise UnusableFileError("wrk n'est pas installé (Debian, Ubuntu : apt install wrk)")
    listed = folder / "cibles.txt"
    listed.write_text("\n".join(targets), encoding="utf-8")
    script = Path(__file__).with_name("wrk.lua")
    command: list[str | Path] = [
        program,
        "-t1",
        f"-c{connections}",
        f"-d{seconds:.0f}s",
        "-s",
        script,
        address,
        "--",
        listed,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnusableFileError(f"wrk a échoué : {done.stderr.strip().rpartition(chr(10))[2]}")
    found = json.loads(done.stdout.splitlines()[-1])
    return Traffic(found["requests"], found["errors"], found["requests"] / found["seconds"], found["p50"], found["p99"])

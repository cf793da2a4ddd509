"""The service under a growing number of connections: the base served as `arbitre serve` does, asked from beside it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from kb.errors import UnusableFileError
from tests.bench.load import Load, asks, closed_loop, open_loop, rules
from tests.bench.running import arbitre

_ADDRESS = re.compile(r"http://\S+")
# Seconds given to the workers to open the base.
_PATIENCE = 60


@dataclass(frozen=True, slots=True)
class Served:
    """What a service of some workers met: for each address asked, a load by number of connections.

    `steady` is `/v1/ask` at a steady rate; `lasting` as many questions as an hour brings at that rate, asked without a pause.
    """

    workers: int
    seconds: float
    ask: tuple[Load, ...]
    rules: tuple[Load, ...]
    steady: Load
    lasting: Load


@dataclass(frozen=True, slots=True)
class Pace:
    """A steady load: questions a second, over how many connections, for how long (seconds); how many are asked for memory."""

    rate: float = 150.0
    connections: int = 50
    seconds: float = 60.0
    lasting: int = 150 * 3600


def measure_service(
    base: Path, questions: Sequence[Path], connections: Sequence[int], seconds: float, workers: int, pace: Pace
) -> Served:
    """Ask `/v1/ask`, then `/v1/rules/{id}`, without a pause on every connection; then `/v1/ask` at a steady pace, and for long.

    Raises:
        UnusableFileError: the service does not start.
    """
    asking = asks(questions)
    with _serving(base, workers) as (address, pid):
        asked, read = (
            tuple(asyncio.run(closed_loop(address, targets, count, 0, seconds, pid)) for count in connections)
            for targets in (asking, rules(base))
        )
        # Once every worker has started: the first to answer does not wait for the others.
        steady = asyncio.run(open_loop(address, asking, pace.rate, pace.connections, pace.seconds))
    # Anew: what the first minute leaves in memory is to be told apart.
    with _serving(base, workers) as (address, pid):
        lasting = asyncio.run(closed_loop(address, asking, pace.connections, pace.lasting, inf, pid))
    return Served(workers, seconds, asked, read, steady, lasting)


@contextlib.contextmanager
def _serving(base: Path, workers: int) -> Iterator[tuple[str, int]]:
    """The address of a service and its process, stopped at the end."""
    command = arbitre("serve", "--kb", base, "--port", "0", "--with-texts", "--workers", str(workers))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            told = process.stdout.readline() if process.stdout else ""
            address = _ADDRESS.search(told)
            if address is None:
                raise UnusableFileError("le service n'a pas démarré ; lancez « arbitre serve » pour savoir pourquoi")
            _await(address[0])
            yield address[0], process.pid
        finally:
            process.terminate()


def _await(address: str) -> None:
    """Wait until the service answers.

    Raises:
        UnusableFileError: it does not within a minute.
    """
    limit = time.monotonic() + _PATIENCE
    while time.monotonic() < limit:
        with contextlib.suppress(URLError, OSError), urlopen(f"{address}/healthz", timeout=5):  # noqa: S310 - our own
            return
        time.sleep(0.1)
    raise UnusableFileError("le service ne répond pas après une minute ; lancez « arbitre serve » pour savoir pourquoi")

"""What a served base bears: `python -m tests.bench.load ask ADDRESS QUESTIONS.jsonl…`, `… rules ADDRESS BASE`.

`ask` is an open loop: questions leave at their hour whether or not the former ones are answered, and a latency counts from that hour, so
that a service that falls behind cannot hide it. `rules` is a closed loop: each connection asks as soon as it is answered. One JSON
object is printed; `--pid` adds what the memory of the service's processes became.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

import numpy as np

from kb.evaluation.questions import read_questions
from kb.store import KnowledgeBase
from tests.bench.http import Connection
from tests.bench.memory import resident

_OK = 200


@dataclass(frozen=True, slots=True)
class Load:
    """What some requests met: rates a second, latencies in milliseconds, statuses (0: no answer), resident memory in bytes."""

    loop: str
    seconds: float
    connections: int
    requests: int
    rate: float
    p50_ms: float
    p90_ms: float
    p99_ms: float
    max_ms: float
    statuses: dict[str, int]
    errors: int
    memory_early: int | None = None
    memory_end: int | None = None


class _Tally:
    """Latencies and statuses as they come."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.statuses: Counter[int] = Counter()

    def add(self, since: float, status: int) -> None:
        self.latencies.append(time.perf_counter() - since)
        self.statuses[status] += 1

    def load(self, loop: str, seconds: float, connections: int, memory: tuple[int | None, int | None]) -> Load:
        spent = np.array(self.latencies or [0.0]) * 1000
        p50, p90, p99 = (round(float(part), 2) for part in np.percentile(spent, (50, 90, 99)))
        done, good = len(self.latencies), self.statuses[_OK]
        statuses = {str(status): count for status, count in sorted(self.statuses.items())}
        return Load(
            loop, round(seconds, 2), connections, done, round(done / seconds, 1),
            p50, p90, p99, round(float(spent.max()), 2), statuses, done - good, *memory,
        )  # fmt: skip


async def open_loop(
    address: str, targets: Sequence[str], rate: float, connections: int, seconds: float, pid: int | None = None
) -> Load:
    """Ask at a steady rate over some connections; a request that finds none free waits for one, and its latency tells."""
    tally, idle = _Tally(), asyncio.Queue[Connection]()
    for connection in _connections(address, connections):
        idle.put_nowait(connection)

    async def ask(target: str, due: float) -> None:
        connection = await idle.get()
        status = await connection.get(target)
        idle.put_nowait(connection)
        tally.add(due, status)

    started, asked = time.perf_counter(), set[asyncio.Task[None]]()
    early: int | None = None
    for place, target in zip(range(int(rate * seconds)), itertools.cycle(targets), strict=False):
        due = started + place / rate
        if (left := due - time.perf_counter()) > 0:
            await asyncio.sleep(left)
        task = asyncio.create_task(ask(target, due))
        asked.add(task)
        task.add_done_callback(asked.discard)
        if early is None and due - started >= seconds / 60:
            early = resident(pid)
    await asyncio.gather(*asked)
    spent = time.perf_counter() - started
    while not idle.empty():
        idle.get_nowait().close()
    return tally.load("open", spent, connections, (early, resident(pid)))


async def closed_loop(
    address: str, targets: Sequence[str], connections: int, requests: int, seconds: float, pid: int | None = None
) -> Load:
    """Ask without a pause on every connection, until so many requests (0: no end) or seconds have gone by."""
    tally, waiting = _Tally(), _targets(targets, requests)
    started = time.perf_counter()
    early: int | None = None

    async def work(connection: Connection) -> None:
        nonlocal early
        for target in waiting:
            since = time.perf_counter()
            if since - started > seconds:
                break
            tally.add(since, await connection.get(target))
            if early is None and len(tally.latencies) >= requests / 60:
                early = resident(pid)
        connection.close()

    await asyncio.gather(*map(work, _connections(address, connections)))
    return tally.load("closed", time.perf_counter() - started, connections, (early, resident(pid)))


def _targets(targets: Sequence[str], requests: int) -> Iterator[str]:
    """The targets over and over."""
    return itertools.islice(itertools.cycle(targets), requests or None)


def _connections(address: str, count: int) -> list[Connection]:
    parts = urlsplit(address)
    return [Connection(parts.hostname or "127.0.0.1", parts.port or 80) for _ in range(count)]


def asks(paths: Sequence[Path]) -> list[str]:
    """The targets of questions, those of each game in turn.

    Raises:
        UnusableFileError: a file is missing or is no question set.
    """
    sets = [read_questions([path]) for path in paths]
    mixed = [question for group in itertools.zip_longest(*sets) for question in group if question is not None]
    return [f"/v1/ask?{urlencode({'q': question.text, 'game': question.game})}" for question in mixed]


def rules(path: Path) -> list[str]:
    """The targets of every rule of a base.

    Raises:
        UnusableBaseError: the base is missing or of another version.
    """
    base = KnowledgeBase(path)
    found = [identifier for info in base.works() for identifier in base.all_ids(info.work, "precis")]
    return [f"/v1/rules/{quote(identifier)}" for identifier in found]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description="Mesure un service en marche.")
    parser.add_argument("what", choices=("ask", "rules"), help="les questions, ou les règles")
    parser.add_argument("address", help="où le service répond : http://127.0.0.1:8000")
    parser.add_argument("files", nargs="+", type=Path, help="des jeux de questions, ou la base servie")
    parser.add_argument("--rate", type=float, default=0.0, help="requêtes par seconde (0 : en boucle fermée)")
    parser.add_argument("--connections", type=int, default=50, help="connexions ouvertes à la fois")
    parser.add_argument("--seconds", type=float, default=60.0, help="durée")
    parser.add_argument("--requests", type=int, default=0, help="en boucle fermée, s'arrêter après tant de requêtes")
    parser.add_argument("--pid", type=int, help="le processus du service, dont on lit la mémoire")
    return parser


def main(arguments: Sequence[str]) -> None:
    """Measure, and print one JSON object."""
    given = _parser().parse_args(arguments)
    targets = asks(given.files) if given.what == "ask" else rules(given.files[0])
    if given.rate:
        measured = open_loop(given.address, targets, given.rate, given.connections, given.seconds, given.pid)
    else:
        measured = closed_loop(given.address, targets, given.connections, given.requests, given.seconds, given.pid)
    found = asyncio.run(measured)
    sys.stdout.write(f"{json.dumps(asdict(found))}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

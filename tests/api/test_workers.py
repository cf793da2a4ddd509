"""Several workers on one read-only file: swapped under traffic with no failed request, counted together."""

import asyncio
import json
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.api.servers import fetched, until, workers_of
from tests.api.test_swap import NEW, rebuilt
from tests.bench.machine import resident_mb
from tests.bench.service import ask
from tests.commands import serving

pytestmark = pytest.mark.slow

PATIENCE = 90.0
TARGETS = [
    "/v1/ask?q=qui+tient+un+pont&game=exemple",
    "/v1/rules/exemple/1.2",
    "/v1/search?q=lueur+faible&game=exemple",
    "/v1/ask?q=combien+de+lanternes&game=exemple",
    "/v1/rules/essai/1.3",
]


@dataclass(frozen=True, slots=True)
class Workers:
    """A running command: where it answers, its process, the base that it serves, what it wrote."""

    address: str
    pid: int
    base: Path
    errors: Path

    def get(self, place: str) -> str:
        return fetched(f"{self.address}{place}").text

    def digests(self) -> set[str]:
        """What the workers say that they serve, asked until each must have been heard."""
        return {json.loads(self.get("/healthz"))["digest"] for _ in range(20)}


@pytest.fixture(scope="module")
def workers(base_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    folder = tmp_path_factory.mktemp("ouvriers")
    base = Path(shutil.copy(base_path, folder / "servie.sqlite"))
    errors = folder / "journal"
    words = ("serve", "--kb", base, "--port", "0", "--workers", "2", "--log", "requetes")
    with errors.open("w", encoding="utf-8") as written, serving(*words, errors=written) as (process, address):
        found = Workers(address, process.pid, base, errors)
        until(lambda: answers(found), PATIENCE)
        yield found
    assert process.returncode == 0


def answers(workers: Workers) -> bool:
    """True once both workers and the process apart are there."""
    return len(workers_of(workers.pid)) == 3 and fetched(f"{workers.address}/healthz").status == 200


@pytest.mark.parametrize("requests", [300, pytest.param(2000, marks=pytest.mark.proof)])
def test_the_same_requests_again_take_no_more_memory(workers: Workers, requests: int) -> None:
    # Twice, so that neither worker is yet to be asked for the first time.
    for _again in range(2):
        asyncio.run(ask(workers.address, TARGETS, requests=requests, connections=20))
    early = resident_mb(workers.pid)
    asyncio.run(ask(workers.address, TARGETS, requests=requests, connections=20))
    late = resident_mb(workers.pid)
    assert late < early * 1.05


def test_a_base_is_swapped_under_traffic_with_no_failed_request(workers: Workers) -> None:
    assert workers.digests() == {"ab" * 32}
    swapping = threading.Timer(0.5, rebuilt, [workers.base])
    swapping.start()
    found = asyncio.run(ask(workers.address, TARGETS, requests=160, rate=40))
    swapping.join()
    assert (found.requests, found.errors) == (160, 0), found
    until(lambda: workers.digests() == {NEW})


def test_the_counts_are_those_of_all_workers(workers: Workers) -> None:
    def counted() -> float:
        lines = re.findall(r'arbitre_requests_total\{.*route="/v1/works".*\} (\S+)', workers.get("/metrics"))
        return sum(map(float, lines))

    before = counted()
    for _ in range(30):
        workers.get("/v1/works")
    # A request is answered an instant before it is over, and counted.
    until(lambda: counted() == before + 30)
    until(lambda: "arbitre_running_requests 1.0" in workers.get("/metrics"))


def test_the_journal_is_one_object_a_line_without_a_word_of_what_was_asked(workers: Workers) -> None:
    workers.get(TARGETS[-2])
    until(lambda: "/v1/ask" in workers.errors.read_text(encoding="utf-8"))
    written = workers.errors.read_text(encoding="utf-8")
    # The bars of the site, drawn before anything is served, leave an empty line.
    lines = [json.loads(line) for line in written.splitlines() if line.strip()]
    asked = [line for line in lines if line.get("route") == "/v1/ask"]
    assert asked
    assert all(line["status"] == 200 and line["ms"] > 0 and line["request_id"] for line in asked)
    assert "lanternes" not in written
    assert "127.0.0.1" not in written

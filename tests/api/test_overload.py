"""What is past the measure of a worker is refused at once, and what watches over it is always answered."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api.session import Session
from api.settings import Limits, Service
from tests.api.servers import PATIENCE, Answer, Server, running

RUNNING, WAITING = 2, 3
LIMITS = Limits(running=RUNNING, waiting=WAITING, patience=0.4, answering=1.0, connections=30)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Until this is set, no question is answered."""
    opened = threading.Event()
    real = Session.check

    def held(self: Session, *given: object) -> None:
        opened.wait(PATIENCE)
        real(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "check", held)
    yield opened
    opened.set()


@pytest.fixture
def server(base_path: Path, gate: threading.Event) -> Iterator[Server]:
    with running(Service(base_path, limits=LIMITS)) as served:
        try:
            yield served
        finally:
            gate.set()


def answers(server: Server, count: int) -> list[Answer]:
    """Ask as many questions at once."""
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda number: server.asked(f"/v1/search?q=lueur+{number}"), range(count)))


def test_past_the_queue_the_answer_is_429_and_says_when_to_come_back(server: Server) -> None:
    found = answers(server, 12)
    told = Counter(answer.status for answer in found)
    assert told[429] == 12 - RUNNING, "those that wait give up in time"
    assert told[503] == RUNNING, "those that were begun are answered late, and so"
    refusal = next(answer for answer in found if answer.status == 429)
    assert "retry-after: 1" in refusal.head
    assert "cache-control: no-store" in refusal.head
    assert refusal.problem()["code"] == "trop-de-demandes"
    counted = server.asked("/metrics").body.decode()
    assert f'arbitre_refused_total{{reason="charge"}} {12.0 - RUNNING}' in counted
    assert f'arbitre_refused_total{{reason="lenteur"}} {float(RUNNING)}' in counted


def test_a_full_service_still_tells_how_it_is(server: Server, gate: threading.Event) -> None:
    with ThreadPoolExecutor(RUNNING + WAITING) as pool:
        asked = [pool.submit(server.asked, "/v1/search?q=lueur") for _ in range(RUNNING + WAITING)]
        assert server.asked("/healthz").status == 200
        assert server.asked("/metrics").status == 200
        gate.set()
        assert [future.result().status for future in asked] == [200] * (RUNNING + WAITING)


def test_a_service_that_was_full_recovers_whole(server: Server, gate: threading.Event) -> None:
    answers(server, 12)
    gate.set()
    limit = time.monotonic() + PATIENCE
    while "arbitre_running_requests 1.0" not in server.asked("/metrics").body.decode():
        assert time.monotonic() < limit, "a request that is over still counts as running"
    assert {answer.status for answer in answers(server, RUNNING + WAITING)} == {200}


def test_past_the_connections_the_answer_is_503(server: Server) -> None:
    held = [server.connected() for _ in range(LIMITS.connections)]
    answer = server.asked("/healthz")
    for connection in held:
        connection.close()
    assert answer.status == 503

"""What is past the measure of a worker is refused at once, and what watches over it is always answered."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from api import admission
from api.settings import PROBES, Limits, Service
from tests.api.servers import PATIENCE, Answer, Server, received, running, until

pytestmark = pytest.mark.slow

RUNNING, WAITING = 2, 3
LIMITS = Limits(running=RUNNING, turn=0.0, waiting=WAITING, patience=0.4, answering=1.0, connections=30)
# A client each.
CLIENTS = [f"127.0.1.{number}" for number in range(1, 13)]


@pytest.fixture
def server(base_path: Path, site: Path, gate: threading.Event) -> Iterator[Server]:
    with running(Service(base_path, site, limits=LIMITS)) as served:
        try:
            yield served
        finally:
            gate.set()


def answers(server: Server, count: int) -> list[Answer]:
    """Ask as many questions at once, each from a client of its own."""
    with ThreadPoolExecutor(count) as pool:
        asked = (f"/v1/search?q=lueur+{number}" for number in range(count))
        return list(pool.map(lambda place, client: server.asked(place, client=client), asked, CLIENTS))


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


def test_a_full_service_still_tells_how_it_is_and_gives_its_pages_their_files(
    server: Server, gate: threading.Event
) -> None:
    full = RUNNING + WAITING
    with ThreadPoolExecutor(full) as pool:
        asked = [pool.submit(server.asked, "/v1/search?q=lueur", client=one) for one in CLIENTS[:full]]
        until(lambda: f"arbitre_running_requests {full + 1.0}" in server.asked("/metrics").body.decode())
        assert [server.asked(place).status for place in sorted(PROBES)] == [200, 200, 200]
        assert server.asked("/index.html", client=CLIENTS[0]).status == 200
        gate.set()
        assert [future.result().status for future in asked] == [200] * full


def test_a_body_is_not_looked_into_before_its_request_has_a_place(
    server: Server, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[bytes] = []
    monkeypatch.setattr(admission, "repeated_key", looked.append)
    with ThreadPoolExecutor(RUNNING) as pool:
        asked = [pool.submit(server.asked, "/v1/search?q=lueur", client=one) for one in CLIENTS[:RUNNING]]
        until(lambda: f"arbitre_running_requests {RUNNING + 1}.0" in server.asked("/metrics").body.decode())
        late = server.asked("/v1/games/exemple/order", "POST", "Content-Type: application/json\r\n", b"{}")
        assert (late.status, looked) == (429, [])
        assert {future.result().status for future in asked} == {503}
    gate.set()
    assert server.asked("/v1/games/exemple/order", "POST", "Content-Type: application/json\r\n", b"{}").status == 422
    assert looked == [b"{}"]


def test_a_service_that_was_full_recovers_whole(server: Server, gate: threading.Event) -> None:
    answers(server, 12)
    gate.set()
    until(lambda: "arbitre_running_requests 1.0" in server.asked("/metrics").body.decode())
    assert {answer.status for answer in answers(server, RUNNING + WAITING)} == {200}


def test_past_the_connections_the_client_that_has_most_loses_its_oldest(server: Server, gate: threading.Event) -> None:
    gate.set()
    others = [server.connected(client) for client in CLIENTS[:3]]
    held = [server.connected("127.0.2.1") for _ in range(3 * LIMITS.connections)]
    assert server.asked("/v1/works", client=CLIENTS[4]).status == 200
    for connection in others:
        connection.sendall(b"GET /v1/works HTTP/1.1\r\nHost: essai\r\nConnection: close\r\n\r\n")
        assert received(connection).startswith(b"HTTP/1.1 200"), "who holds little loses nothing"
    held[0].settimeout(PATIENCE)
    assert received(held[0]) == b""
    for connection in (*others, *held):
        connection.close()


def test_who_asks_too_much_is_the_one_refused(server: Server, gate: threading.Event) -> None:
    greedy, modest = "127.0.2.1", CLIENTS[0]
    with ThreadPoolExecutor(12) as pool:
        flood = [pool.submit(server.asked, f"/v1/search?q=lueur+{one}", client=greedy) for one in range(8)]
        until(lambda: sum(future.done() for future in flood) == 8 - 1 - WAITING)
        asked = pool.submit(server.asked, "/v1/search?q=lueur", client=modest)
        until(lambda: sum(future.done() for future in flood) >= 8 - WAITING)
        gate.set()
        assert asked.result().status == 200
        refusals = [future.result() for future in flood if future.result().status != 200]
    assert {answer.status for answer in refusals} == {429}
    assert refusals[0].problem()["code"] == "trop-de-demandes"


def test_a_proxy_that_is_known_is_believed_and_no_other(base_path: Path, gate: threading.Event) -> None:
    limits = Limits(running=RUNNING, turn=0.0, patience=0.2)
    proxied = [f"X-Forwarded-For: 203.0.113.{number}\r\n" for number in (7, 8)]
    with running(Service(base_path, proxies=("127.0.3.0/24",), limits=limits)) as server, ThreadPoolExecutor(4) as pool:
        for proxy, statuses in (("127.0.3.1", [200, 200]), ("127.0.4.1", [200, 429])):
            gate.clear()
            asked = [pool.submit(server.asked, "/v1/search?q=lueur", headers=one, client=proxy) for one in proxied]
            time.sleep(0.3)
            gate.set()
            assert sorted(future.result().status for future in asked) == statuses

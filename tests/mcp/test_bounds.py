"""Over HTTP, the tools are under the rules of the API: its bounds, its clock, its counts, its base."""

import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.settings import Limits, Service
from tests.api.servers import Server, running, until
from tests.api.test_swap import NEW, rebuilt, served
from tests.mcp.asking import asked, words

__all__ = ["served"]

HEADERS = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
SEARCH = {"name": "search", "arguments": {"q": "lueur"}}
CALL = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": SEARCH}).encode()


@pytest.fixture
def server(served: Path) -> Iterator[Server]:
    with running(Service(served, limits=Limits(answering=1.5, watch=0.1))) as found:
        yield found


def test_a_call_is_counted_and_written_down_as_a_request(server: Server) -> None:
    assert server.asked("/mcp", "POST", HEADERS, CALL).status == 200
    until(lambda: 'arbitre_requests_total{method="POST",route="/mcp",status="200"} 1.0' in counted(server))


def test_a_call_too_large_is_refused(server: Server) -> None:
    answer = server.asked("/mcp", "POST", HEADERS, b'"' + b"z" * 70_000 + b'"')
    assert (answer.status, answer.problem()["code"]) == (413, "corps-trop-grand")


@pytest.mark.slow
def test_a_call_too_long_is_given_up(server: Server, gate: threading.Event) -> None:
    answer = server.asked("/mcp", "POST", HEADERS, CALL)
    gate.set()
    assert (answer.status, answer.problem()["code"]) == (503, "trop-long")


def test_a_client_that_leaves_leaves_no_trace(
    server: Server, gate: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    with server.connected() as connection:
        head = f"POST /mcp HTTP/1.1\r\nHost: essai\r\nContent-Length: {len(CALL)}\r\n{HEADERS}\r\n"
        connection.sendall(head.encode() + CALL)
        until(lambda: "arbitre_running_requests 2.0" in counted(server))
    gate.set()
    until(lambda: "arbitre_running_requests 1.0" in counted(server))
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_base_that_is_swapped_is_the_one_that_tools_read(server: Server, served: Path) -> None:
    def digest() -> str:
        return str(json.loads(server.asked("/readyz").body)["digest"])

    place = f"{server.address}/mcp"
    assert "essai" in words(asked(place, lambda client: client.call_tool("works", {})))
    rebuilt(served)
    until(lambda: digest() == NEW)
    answer = asked(place, lambda client: client.call_tool("ask", {"q": "qui tient un pont", "game": "exemple"}))
    assert answer.structured_content["kb"]["digest"] == NEW


def counted(server: Server) -> str:
    return server.asked("/metrics").body.decode()

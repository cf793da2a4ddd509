"""One real server, on a free port of this machine."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from api.app import create_app

PATIENCE = 10.0


@pytest.fixture
def address(base_path: Path, site: Path) -> Iterator[str]:
    """Where a server answers, for as long as the test lasts."""
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(base_path, site, with_texts=True)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", server_header=False, timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    limit = time.monotonic() + PATIENCE
    while not server.started:
        assert time.monotonic() < limit, "the server does not start"
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE)
    listener.close()
    assert not thread.is_alive()


def fetched(url: str) -> tuple[int, str, bytes]:
    """Status, media type and body."""
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as response:  # noqa: S310 - our own server
            return response.status, response.headers["content-type"], response.read()
    except urllib.error.HTTPError as fault:
        with fault:
            return fault.code, fault.headers["content-type"], fault.read()


def test_a_real_server_answers(address: str) -> None:
    status, _kind, body = fetched(f"{address}/healthz")
    assert (status, json.loads(body)["status"]) == (200, "ok")
    status, _kind, body = fetched(f"{address}/v1/rules/exemple/1.2%232")
    assert (status, json.loads(body)["id"]) == (200, "exemple/1.2#2")
    status, _kind, body = fetched(f"{address}/v1/ask?q=qui+tient+un+pont&game=exemple")
    assert json.loads(body)["answerable"]
    assert fetched(f"{address}/")[2] == b"<h1>Accueil</h1>"


@pytest.mark.parametrize(
    ("place", "status"), [("rules/exemple/99", 404), ("search", 422), ("search?q=%FF", 400), ("search?q=%00", 400)]
)
def test_a_real_server_tells_its_problems(address: str, place: str, status: int) -> None:
    code, kind, body = fetched(f"{address}/v1/{place}")
    assert (code, kind) == (status, "application/problem+json")
    assert json.loads(body)["detail"]

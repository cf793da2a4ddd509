"""Behind the proxies that the page of the service gives the settings of: nginx and Caddy, each as it stands there."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from api.settings import Limits, Service
from tests.api.conftest import PRINTED, secrets_in
from tests.api.servers import asking, fetched, received, running, until, workers_of
from tests.commands import ROOT, serving

pytestmark = pytest.mark.slow

NAME = "arbitre.example.org"
SHOWN = "/v1/rules/exemple/1.1?layer=both"
QUESTION = "/v1/ask?q=qui+tient+un+pont&game=exemple"
README = (ROOT / "api" / "README.md").read_text(encoding="utf-8")
# The rest of a file of settings of nginx, which runs here as any user.
NGINX = """daemon off; pid {folder}/pid; error_log stderr crit;
events {{}}
http {{ access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
{settings}
}}
"""
CADDY = "{\n    admin off\n    auto_https off\n"


@dataclass(frozen=True)
class Front:
    """A proxy before a service: its address, and the process that has its workers."""

    address: str
    supervisor: int


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def settings(language: str, port: int, behind: int) -> str:
    """What the page gives, at these ports."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    # A body is waited for less long than there: the tests wait for it too.
    brief = re.sub(r"(client_body_timeout|read_body) 10s", r"\1 1s", found[1])
    return brief.replace("8080", str(port)).replace("8000", str(behind))


def command(program: str, folder: Path, port: int, behind: int) -> list[str]:
    """How a proxy is started on the settings of the page."""
    path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    if path is None:
        pytest.skip(f"{program} n'est pas installé (voir .ci/proxies)")
    file = folder / program
    if program == "nginx":
        file.write_text(NGINX.format(folder=folder, settings=settings("nginx", port, behind)), encoding="utf-8")
        return [path, "-e", "stderr", "-c", str(file)]
    file.write_text(settings("caddy", port, behind).replace("{\n", CADDY, 1), encoding="utf-8")
    return [path, "run", "--adapter", "caddyfile", "--config", str(file)]


@contextlib.contextmanager
def proxied(program: str, behind: int, folder: Path) -> Iterator[str]:
    """The address of a proxy before what answers at a port."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    started = command(program, folder, port, behind)
    with subprocess.Popen(started, env={**os.environ, "HOME": str(folder)}, stderr=subprocess.DEVNULL) as proxy:
        try:
            until(lambda: fetched(f"{address}/readyz").status == 200, 60)
            yield address
        finally:
            proxy.terminate()


@contextlib.contextmanager
def fronted(program: str, base: Path, folder: Path, *words: str) -> Iterator[Front]:
    """A service and a proxy before it."""
    with (
        serving("serve", "--kb", base, "--port", "0", "--proxy", "127.0.0.1", *words) as (process, address),
        proxied(program, urlsplit(address).port or 0, folder) as proxy,
    ):
        yield Front(proxy, process.pid)


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def program(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def front(program: str, base_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with fronted(program, base_path, tmp_path_factory.mktemp(program), "--workers", "2") as found:
        yield found


def test_without_being_asked_to_no_text_leaves(front: Front) -> None:
    for name in ("localhost", NAME):
        told = fetched(f"{front.address}{SHOWN}", {"Host": name})
        assert (told.status, secrets_in(told.text)) == (200, [])


def test_with_texts_the_name_that_is_asked_for_is_the_one_looked_at(
    program: str, base_path: Path, tmp_path: Path
) -> None:
    with fronted(program, base_path, tmp_path, "--with-texts") as front:
        assert fetched(f"{front.address}{SHOWN}", {"Host": NAME}).status == 421
        assert PRINTED in fetched(f"{front.address}{SHOWN}").text


def test_a_worker_that_is_killed_costs_nothing_to_who_reads(front: Front) -> None:
    with asking(lambda: fetched(f"{front.address}{QUESTION}"), 4) as answers:
        for _again in range(5):
            time.sleep(0.5)
            os.kill(workers_of(front.supervisor)[0], signal.SIGKILL)
        time.sleep(0.5)
    assert [answer for answer in answers if answer.status != 200] == []
    assert len(answers) > 20


def test_who_says_nothing_holds_nothing_behind(front: Front) -> None:
    place = "127.0.0.1", urlsplit(front.address).port
    held = [socket.create_connection(place) for _one in range(200)]
    for connection in held:
        connection.sendall(b"GET /v1/works HTTP/1.1\r\nHost: loc")
    service = psutil.Process(front.supervisor).children()
    connections = sum(len(one.net_connections()) for one in service)
    assert fetched(f"{front.address}/v1/works").status == 200
    assert connections < 100
    for connection in held:
        connection.close()


def test_nobody_gives_itself_the_share_of_another(
    program: str, base_path: Path, tmp_path: Path, gate: threading.Event
) -> None:
    """Of two questions at once, a client has one computed; however it says that it is another each time."""
    limits = Limits(running=2, turn=0.0, patience=0.2)
    forged = [dict.fromkeys(("X-Forwarded-For", "X-Real-IP", "Forwarded"), f"203.0.113.{n}") for n in (7, 8)]
    gate.set()
    with (
        running(Service(base_path, proxies=("127.0.0.1",), limits=limits)) as server,
        proxied(program, server.port, tmp_path) as proxy,
        ThreadPoolExecutor(2) as pool,
    ):
        for clients, statuses in ((("127.0.5.1", "127.0.5.1"), [200, 429]), (("127.0.5.1", "127.0.5.2"), [200, 200])):
            gate.clear()
            told = [
                pool.submit(fetched, f"{proxy}/v1/search?q=lueur", headers, client=client)
                for client, headers in zip(clients, forged, strict=True)
            ]
            time.sleep(0.3)
            gate.set()
            assert sorted(future.result().status for future in told) == statuses


def test_who_sends_or_reads_slowly_holds_up_nobody(program: str, base_path: Path, tmp_path: Path) -> None:
    body = b"POST /v1/games/exemple/order HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{"
    limits = Limits(arriving=1.0)
    with (
        running(Service(base_path, proxies=("127.0.0.1",), limits=limits)) as server,
        proxied(program, server.port, tmp_path) as proxy,
        contextlib.ExitStack() as held,
    ):
        place = "127.0.0.1", urlsplit(proxy).port
        senders, readers = (
            [held.enter_context(socket.create_connection(place, timeout=20)) for _one in range(100)]
            for _kind in ("senders", "readers")
        )
        for sender, reader in zip(senders, readers, strict=True):
            sender.sendall(body)
            reader.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5)
        began = time.monotonic()
        assert fetched(f"{proxy}{QUESTION}", client="127.0.5.1").status == 200
        # Held up, it would come after them, in twenty seconds; a slow machine takes two or three.
        assert time.monotonic() - began < 8
        # What does not come is not waited for for ever: nginx closes without a word, Caddy after an empty answer of its own.
        assert {received(sender).partition(b"\r\n\r\n")[2] for sender in senders} == {b""}

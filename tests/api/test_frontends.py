"""Behind the proxies that the page of the service gives the settings of: nginx and Caddy, each as it stands there."""

import contextlib
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from tests.api.conftest import PRINTED, secrets_in
from tests.api.servers import until
from tests.commands import ROOT, serving

pytestmark = pytest.mark.slow

NAME = "arbitre.example.org"
SHOWN = "/v1/rules/exemple/1.1?layer=both"
README = (ROOT / "api" / "README.md").read_text(encoding="utf-8")
# The rest of a file of settings of nginx, which runs here as any user.
NGINX = """daemon off; pid {folder}/pid; error_log stderr crit;
events {{}}
http {{ access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
{settings}
}}
"""
CADDY = "{{\n    admin off\n    auto_https off\n}}\n{settings}\n"


@dataclass(frozen=True)
class Front:
    """A proxy before a service: its port, that of the service, and the process that has its workers."""

    port: int
    behind: int
    supervisor: int


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def settings(language: str, port: int, behind: int) -> str:
    """What the page gives, at these ports."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1].replace("8080", str(port)).replace("8000", str(behind))


def command(program: str, folder: Path, port: int, behind: int) -> list[str]:
    """How a proxy is started on the settings of the page."""
    path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
    if path is None:
        pytest.skip(f"{program} n'est pas installé (voir .ci/proxies)")
    file = folder / program
    if program == "nginx":
        file.write_text(NGINX.format(folder=folder, settings=settings("nginx", port, behind)), encoding="utf-8")
        return [path, "-e", "stderr", "-c", str(file)]
    file.write_text(CADDY.format(settings=settings("caddy", port, behind)), encoding="utf-8")
    return [path, "run", "--adapter", "caddyfile", "--config", str(file)]


@contextlib.contextmanager
def fronted(program: str, base: Path, folder: Path, *words: str) -> Iterator[Front]:
    """A service and a proxy before it."""
    port = free_port()
    with serving("serve", "--kb", base, "--port", "0", "--proxy", "127.0.0.1", *words) as (process, address):
        behind = urlsplit(address).port or 0
        started = command(program, folder, port, behind)
        with subprocess.Popen(started, env={**os.environ, "HOME": str(folder)}, stderr=subprocess.DEVNULL) as proxy:
            try:
                until(lambda: asked(port, "/readyz")[0] == 200)
                yield Front(port, behind, process.pid)
            finally:
                proxy.terminate()


def asked(port: int, place: str, name: str = "localhost", client: str = "127.0.0.1") -> tuple[int, str]:
    """A status and a text; 0 and the reason when there is no whole answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(client, 0))
    with contextlib.closing(connection):
        try:
            connection.request("GET", place, headers={"Host": name})
            response = connection.getresponse()
            return response.status, response.read().decode()
        except (OSError, http.client.HTTPException) as fault:
            return 0, repr(fault)


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def program(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def front(program: str, base_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with fronted(program, base_path, tmp_path_factory.mktemp(program), "--workers", "2") as found:
        yield found


def test_without_being_asked_to_no_text_leaves(front: Front) -> None:
    for name in ("localhost", NAME):
        status, text = asked(front.port, SHOWN, name)
        assert (status, secrets_in(text)) == (200, [])


def test_with_texts_the_name_that_is_asked_for_is_the_one_looked_at(
    program: str, base_path: Path, tmp_path: Path
) -> None:
    with fronted(program, base_path, tmp_path, "--with-texts") as front:
        assert asked(front.port, SHOWN, NAME)[0] == 421
        assert PRINTED in asked(front.port, SHOWN, "localhost")[1]


def test_a_worker_that_is_killed_costs_nothing_to_who_reads(front: Front) -> None:
    answers: list[tuple[int, str]] = []
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            answers.append(asked(front.port, "/v1/ask?q=qui+tient+un+pont&game=exemple"))

    threads = [threading.Thread(target=ask) for _one in range(4)]
    for thread in threads:
        thread.start()
    for _again in range(5):
        time.sleep(0.5)
        supervisor = psutil.Process(front.supervisor)
        workers = [one for one in supervisor.children() if one.cmdline() == supervisor.cmdline()]
        os.kill(workers[0].pid, signal.SIGKILL)
    time.sleep(0.5)
    over.set()
    for thread in threads:
        thread.join()
    assert [answer for answer in answers if answer[0] != 200] == []
    assert len(answers) > 20


def test_who_says_nothing_holds_nothing_behind(front: Front) -> None:
    held = [socket.create_connection(("127.0.0.1", front.port)) for _one in range(200)]
    for connection in held:
        connection.sendall(b"GET /v1/works HTTP/1.1\r\nHost: loc")
    service = psutil.Process(front.supervisor).children()
    connections = sum(len(one.net_connections()) for one in service)
    assert asked(front.port, "/v1/works")[0] == 200
    assert connections < 100
    for connection in held:
        connection.close()

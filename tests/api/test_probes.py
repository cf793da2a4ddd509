"""What is told of the service to who watches over it, on its own port too."""

import socket
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import application
from api.settings import PROBES, Service
from tests.api.servers import running
from tests.api.test_swap import served

__all__ = ["served"]


def test_a_base_that_is_read_no_more_is_not_ready_and_yet_alive(served: Path) -> None:
    with TestClient(application(Service(served))) as client:
        assert client.get("/readyz").status_code == 200
        served.write_bytes(b"\0" * served.stat().st_size)
        # Another passage is read each time: what is kept of the file may still be read.
        answers = [client.get("/readyz") for _again in range(40)]
        refused = [answer for answer in answers if answer.status_code == 503]
        assert {answer.json()["code"] for answer in refused} == {"base-indisponible"}
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("with_texts", [False, True])
def test_a_port_of_its_own_tells_the_state_and_nothing_else(base_path: Path, *, with_texts: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(Service(base_path, with_texts=with_texts, hosts=("ailleurs",), admin=port), admin=port) as server:
        assert [server.at(port).asked(place).status for place in sorted(PROBES)] == [200, 200, 200]
        refused = server.at(port).asked("/v1/works")
        assert (refused.status, refused.problem()["code"]) == (404, "adresse-inconnue")
        assert server.asked("/healthz").status == 421, "elsewhere, the name that is asked for is looked at"

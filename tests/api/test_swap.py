"""A base rebuilt while it is served takes the place of the former one, and no request fails meanwhile."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import application
from api.reloading import Reloader
from api.settings import Limits, Service
from kb.store.assembling import seal
from tests.api.servers import until

NEW = "cd" * 32


@pytest.fixture
def served(base_path: Path, tmp_path: Path) -> Path:
    """A copy of the base, free to be replaced."""
    return Path(shutil.copy(base_path, tmp_path / "servie.sqlite"))


def rebuilt(served: Path) -> None:
    """Put another base in its place, at once, as a build does."""
    aside = Path(shutil.copy(served, served.with_suffix(".neuve")))
    with sqlite3.connect(aside) as connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'digest'", (NEW,))
    connection.close()
    seal(aside)
    aside.replace(served)


def opened(served: Path) -> TestClient:
    """The service, which looks at its file only when the test says so."""
    return TestClient(application(Service(served, limits=Limits(watch=3600))))


def reloader(client: TestClient) -> Reloader:
    found: Reloader = client.app.state.reloader  # type: ignore[attr-defined]
    return found


def digest(client: TestClient) -> str:
    return str(client.get("/healthz").json()["digest"])


def test_the_new_base_takes_over_with_its_own_labels(served: Path) -> None:
    client = opened(served)
    before, etag = digest(client), client.get("/v1/rules/exemple/1.2").headers["etag"]
    rebuilt(served)
    assert digest(client) == before, "nobody looked yet: the former base goes on"
    assert reloader(client).changed()
    assert reloader(client).reload()
    assert digest(client) == NEW != before
    again = client.get("/v1/rules/exemple/1.2", headers={"If-None-Match": etag})
    assert again.status_code == 200, "an answer of the former base is no longer the one to keep"
    assert not reloader(client).changed()


def test_a_faulty_new_base_is_left_aside(served: Path) -> None:
    client = opened(served)
    before = digest(client)
    aside = served.with_suffix(".fausse")
    aside.write_text("rien d'une base", encoding="utf-8")
    aside.replace(served)
    assert reloader(client).changed()
    assert not reloader(client).reload()
    assert digest(client) == before
    assert client.get("/v1/search?q=lueur").status_code == 200
    assert 'arbitre_base_swaps_total{outcome="refusée"} 1.0' in client.get("/metrics").text


def test_a_base_replaced_twice_is_seen_each_time(served: Path, base_path: Path) -> None:
    """The memory of a former base is freed long after; the next base does not wait for that."""
    soon = Limits(watch=0.1)
    with TestClient(application(Service(served, limits=soon))) as client:
        before = digest(client)
        rebuilt(served)
        until(lambda: digest(client) == NEW)
        Path(shutil.copy(base_path, served.with_suffix(".neuve"))).replace(served)
        until(lambda: digest(client) == before, soon.answering / 2)


def test_a_base_taken_away_leaves_the_former_one(served: Path) -> None:
    client = opened(served)
    served.unlink()
    assert not reloader(client).changed()
    assert client.get("/v1/search?q=lueur").status_code == 200

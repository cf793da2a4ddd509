"""Tool servers on the base that the API is tested on: in this process, as a command on its streams, as a command over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from mcp import StdioServerParameters
from mcp.server.lowlevel import Server

from api.app import create_app
from api.mcp.server import create_server
from api.session import Session
from tests.api.conftest import base_path

__all__ = ["base_path"]

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}


def command(*words: str) -> list[str]:
    """The command `arbitre mcp`, as typed."""
    return [sys.executable, "-m", "kb.cli", "mcp", *words]


@pytest.fixture(scope="session")
def session(base_path: Path) -> Session:
    """Both layers, as on the streams of a process."""
    return Session.opened(base_path, with_texts=True)


@pytest.fixture(scope="session")
def server(session: Session) -> Server[Any]:
    """The server of that session."""
    return create_server(session)


@pytest.fixture(scope="session")
def api(base_path: Path) -> Iterator[TestClient]:
    """The API over the same base."""
    with TestClient(create_app(base_path, None, with_texts=True), "http://localhost") as opened:
        yield opened


@pytest.fixture(scope="session")
def on_streams(base_path: Path) -> StdioServerParameters:
    """How an assistant starts the command."""
    first, *words = command("--kb", str(base_path))
    return StdioServerParameters(command=first, args=words, env=ENVIRONMENT, cwd=ROOT)


@pytest.fixture(scope="session")
def at_http(base_path: Path) -> Iterator[str]:
    """The address of a command that listens on a free port, the texts not asked for."""
    started = command("--kb", str(base_path), "--http", "--port", "0")
    with subprocess.Popen(started, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=ROOT) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            yield next(word for word in said.split() if word.startswith("http://"))
        finally:
            process.terminate()
            process.wait(10)

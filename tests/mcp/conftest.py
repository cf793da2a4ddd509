"""Tool servers on the base that the API is tested on: in this process, as a command on its streams, as a command over HTTP."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.server.lowlevel import Server

from api.mcp.server import create_server
from api.session import Session
from tests.api.conftest import base_path, client, gate, site
from tests.commands import PROGRAM, ROOT, serving, surroundings

__all__ = ["base_path", "client", "gate", "site"]


@pytest.fixture(scope="session")
def session(base_path: Path) -> Session:
    """Both layers, as on the streams of a process."""
    return Session.opened(base_path, with_texts=True)


@pytest.fixture(scope="session")
def server(session: Session) -> Server[Any]:
    """The server of that session."""
    return create_server(session)


@pytest.fixture(scope="session")
def on_streams(base_path: Path) -> StdioServerParameters:
    """How an assistant starts the command."""
    first, *words = PROGRAM
    arguments = [*words, "mcp", "--kb", str(base_path)]
    return StdioServerParameters(command=first, args=arguments, env=surroundings(), cwd=ROOT)


@pytest.fixture(scope="session")
def at_http(base_path: Path) -> Iterator[str]:
    """The address of a command that listens on a free port, the texts not asked for."""
    with serving("mcp", "--kb", base_path, "--http", "--port", "0") as (_process, address):
        yield address

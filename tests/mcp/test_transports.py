"""The command itself: a process on its streams, a server over HTTP; what each lets out, and how fast it is there."""

import json
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests.api.conftest import secrets_in
from tests.commands import PROGRAM, ROOT, serving, surroundings
from tests.mcp.asking import REQUESTS, asked, words

pytestmark = pytest.mark.slow

SEARCHES: list[tuple[str, dict[str, Any]]] = [
    ("search", {"q": "zibeline lanterne", "game": "exemple", "limit": 50}),
    ("search", {"q": "orage", "game": "exemple", "limit": 50}),
    ("ask", {"q": "combien de lanternes porte une compagnie"}),
    ("rule", {"id": "exemple/1.1", "expand": ["children", "links", "cited_by"]}),
    ("rule", {"id": "exemple/livret", "expand": ["children"]}),
    ("rule", {"id": "exemple/orage/1.1"}),
    ("rule", {"id": "essai/1.2"}),
    *REQUESTS.items(),
]


async def everything(client: Client) -> str:
    """All that a server says of its tools, and by them."""
    said = [(await client.list_tools()).model_dump_json()]
    said += [(await client.call_tool(tool, arguments)).model_dump_json() for tool, arguments in SEARCHES]
    return "\n".join(said)


def leaks(said: str) -> list[str]:
    return [*secrets_in(said), *(["texte de la publication"] if "texte de la publication" in said else [])]


def test_on_its_streams_every_tool_answers_with_the_texts(on_streams: StdioServerParameters) -> None:
    said = asked(on_streams, everything)
    assert len(leaks(said)) == 4


def test_over_http_no_text_of_a_publication_leaves(at_http: str) -> None:
    said = asked(at_http, everything)
    assert leaks(said) == []
    assert '"layer":"precis"' in said


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("transport", ["on_streams", "at_http"])
def test_a_client_of_either_age_of_the_protocol_is_served(
    request: pytest.FixtureRequest, transport: str, mode: str
) -> None:
    place: StdioServerParameters | str = request.getfixturevalue(transport)
    answer = asked(place, lambda client: client.call_tool("works", {}), mode)
    assert "essai : Essai" in words(answer)


def test_nothing_but_the_protocol_is_on_the_output(base_path: Path) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "essai", "version": "1"}}
    lines: list[dict[str, object]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "works", "arguments": {}}},
    ]
    with subprocess.Popen(
        [*PROGRAM, "mcp", "--kb", str(base_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=surroundings(),
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told = []
        for line in lines:
            process.stdin.write(f"{json.dumps(line)}\n")
            process.stdin.flush()
            told += [json.loads(process.stdout.readline())] if "id" in line else []
        process.stdin.close()
        assert process.stdout.read() == ""
    assert [answer["id"] for answer in told] == [1, 2]
    assert "judge" in told[0]["result"]["instructions"]
    assert process.returncode == 0


def test_a_busy_port_is_left_to_its_owner(base_path: Path, tmp_path: Path) -> None:
    errors = tmp_path / "erreurs"
    with socket.create_server(("127.0.0.1", 0)) as busy, errors.open("w") as written:
        port = busy.getsockname()[1]
        words = ("mcp", "--kb", base_path, "--http", "--port", str(port))
        with serving(*words, errors=written) as (_process, address):
            assert f":{port}/" not in address
    assert f"le port {port} est occupé" in errors.read_text(encoding="utf-8")

"""The command itself: a process on its streams, a server over HTTP; what each lets out, and how fast it is there."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from mcp import Client, StdioServerParameters

from api.mcp.running import PATH, http_app
from api.session import Session
from tests.api.conftest import PRINTED
from tests.mcp.asking import REQUESTS, asked, words
from tests.mcp.conftest import ENVIRONMENT, ROOT, command

pytestmark = pytest.mark.slow

# Seconds of processor until a client can ask, about three times what was measured.
SOON = 6.0
# What the text layer alone holds: words of its own, and an ability that the précis lack.
SECRETS = (PRINTED, "sort/trombe")
SEARCHES: list[tuple[str, dict[str, Any]]] = [
    ("search", {"q": "zibeline lanterne", "game": "exemple", "limit": 50}),
    ("search", {"q": "orage", "game": "exemple", "limit": 50}),
    ("ask", {"q": "combien de lanternes porte une compagnie"}),
    ("rule", {"id": "exemple/1.1", "expand": ["children", "links", "cited_by"]}),
    ("rule", {"id": "exemple/livret", "expand": ["children"]}),
    ("rule", {"id": "exemple/orage/1.1"}),
    ("rule", {"id": "essai/1.2"}),
    *((tool, arguments) for tool, (arguments, _address) in REQUESTS.items()),
]


async def everything(client: Client) -> str:
    """All that a server says: every tool, every resource of its list and a few beside."""
    said = [(await client.list_tools()).model_dump_json(), (await client.list_prompts()).model_dump_json()]
    said += [(await client.call_tool(tool, arguments)).model_dump_json() for tool, arguments in SEARCHES]
    listed = (await client.list_resources()).resources
    uris = [*(found.uri for found in listed), "regle://exemple", "regle://exemple/1.1", "regle://exemple/1.2%231"]
    said += [(await client.read_resource(uri)).model_dump_json() for uri in uris]
    return "\n".join(said)


def leaks(said: str) -> list[str]:
    return [secret for secret in (*SECRETS, '"layer":"texte"', "texte de la publication") if secret in said]


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


def test_a_client_is_served_soon(on_streams: StdioServerParameters) -> None:
    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = spent()
    asked(on_streams, lambda client: client.list_tools())
    assert spent() - before < SOON


def test_nothing_but_the_protocol_is_on_the_output(base_path: Path) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "essai", "version": "1"}}
    lines: list[dict[str, object]] = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "works", "arguments": {}}},
    ]
    with subprocess.Popen(
        command("--kb", str(base_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
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


@pytest.mark.parametrize(
    ("headers", "served"),
    [
        ({"Host": "127.0.0.1:8001"}, True),
        ({"Host": "[::1]:8001"}, True),
        ({"Host": "regles.example"}, True),
        ({"Host": "regles.example:8001", "Origin": "https://regles.example"}, True),
        ({"Host": "pirate.example"}, False),
        ({"Host": "regles.example.pirate.example"}, False),
        ({"Host": "localhost", "Origin": "http://pirate.example"}, False),
    ],
)
def test_a_page_of_another_site_does_not_reach_the_server(
    session: Session,
    headers: dict[str, str],
    served: bool,  # noqa: FBT001
) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    accepted = {"Accept": "application/json, text/event-stream"}
    with TestClient(http_app(session, ["regles.example"])) as client:
        response = client.post(PATH, json=message, headers={**accepted, **headers})
    assert (response.status_code == 200) is served
    assert ("lanterne" in response.text or "judge" in response.text) is served


def test_a_busy_port_is_left_to_its_owner(base_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        started = command("--kb", str(base_path), "--http", "--port", str(port))
        with subprocess.Popen(
            started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=ROOT
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert f":{port}/" not in process.stdout.readline()
            process.terminate()
            assert f"le port {port} est occupé" in process.stderr.read()


@pytest.mark.parametrize(
    ("options", "status", "line"),
    [
        (("--kb", "nulle-part.sqlite"), 1, "nulle-part.sqlite : aucune base ici"),
        (("--port", "9000"), 2, "--port : ne sert qu'avec --http"),
        (("--with-texts",), 2, "--with-texts : ne sert qu'avec --http"),
        (("--http", "--layer", "texte"), 2, "--layer : par HTTP, les textes ne sont servis qu'avec --with-texts"),
        (("--http", "--host", "192.0.2.1"), 1, "192.0.2.1 : impossible d'écouter sur cette adresse"),
    ],
)
def test_wrong_usage_is_told_in_one_line(base_path: Path, options: tuple[str, ...], status: int, line: str) -> None:
    known = () if "--kb" in options else ("--kb", str(base_path))
    told = subprocess.run(
        command(*known, *options), capture_output=True, text=True, env=ENVIRONMENT, cwd=ROOT, check=False, timeout=60
    )
    assert told.returncode == status
    assert told.stdout == ""
    assert told.stderr.startswith(f"arbitre : {line}")
    assert told.stderr.count("\n") == 1


def test_other_commands_do_not_load_the_kit_of_the_protocol() -> None:
    program = (
        "import sys, kb.cli\nsys.argv = ['arbitre', '--help']\n"
        "try:\n    kb.cli.main()\nexcept SystemExit:\n    print('mcp' in sys.modules or 'mcp_types' in sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert told.stdout.splitlines()[-1] == "False"
    assert " mcp " in told.stdout

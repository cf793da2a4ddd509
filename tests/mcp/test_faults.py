"""What goes wrong is told in one French line, as an answer of the tool, never as a traceback."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from api.mcp import tools
from api.mcp.refusals import StandardInput
from api.mcp.server import create_server
from api.session import Session
from tests.mcp.asking import called, words
from tests.rows import rows_of

AMBIGUOUS = (
    "« 1.1 » désigne 2 passages : précisez le jeu (game), ou demandez l'un d'eux par son id\n"
    "- autre/1.1 : Charge\n- essai/1.1 : Charge"
)
FAULTS = [
    *rows_of(Path(__file__).parent / "cases" / "fautes.tsv"),
    ("ask", json.dumps({"q": "x" * 1001}), "q dépasse 1000 caractères"),
    ("rule", '{"id": "1.1"}', AMBIGUOUS),
    (
        "order",
        json.dumps({"game": "exemple", "situation": "bousculade", "items": [{}] * 101}),
        "items : la liste tient 101",
    ),
]


@pytest.mark.parametrize(("tool", "arguments", "line"), FAULTS)
def test_a_fault_is_an_answer(server: Server[Any], tool: str, arguments: str, line: str) -> None:
    answer = called(server, tool, **json.loads(arguments))
    assert answer.is_error
    assert answer.structured_content is None
    assert words(answer).startswith(line)
    assert "rror" not in words(answer)


def test_an_unknown_tool_is_refused(server: Server[Any]) -> None:
    with pytest.raises(MCPError, match="outil inconnu : « juge » ; outils : works, ask"):
        called(server, "juge")


def test_what_nobody_foresaw_stays_in_the_log(
    server: Server[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_reader: Session) -> str:
        raise RuntimeError("secret")

    monkeypatch.setitem(tools.TOOLS, "works", replace(tools.TOOLS["works"], answer=broken))
    answer = called(server, "works")
    assert answer.is_error
    assert words(answer) == "Arbitre a échoué sur cette requête ; l'erreur est dans son journal"
    assert "secret" in caplog.text


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
POSTED = {"Content-Type": "application/json", "Accept": "application/json"}


@pytest.mark.parametrize(
    ("body", "headers", "status", "words"),
    [
        ("{bad", {}, 400, "le message n'est pas du JSON"),
        ("[]", {}, 400, "ce n'est pas un message JSON-RPC 2.0"),
        ("{}", {"Content-Type": "text/plain"}, 400, "l'en-tête Content-Type doit être application/json"),
        (json.dumps(PING), {"Accept": "text/html"}, 406, "l'en-tête Accept doit admettre application/json"),
        (json.dumps({**PING, "method": "lire/tout"}), {}, 200, "méthode inconnue : « lire/tout »"),
        (json.dumps({**PING, "method": "tools/call", "params": {}}), {}, 200, "les paramètres ne sont pas ceux que"),
        ("{bad", {"MCP-Protocol-Version": "2026-07-28"}, 400, "le message n'est pas du JSON"),
        (json.dumps(PING), {"MCP-Protocol-Version": "2026-07-28"}, 400, "params._meta ne tient pas les clefs"),
    ],
)
def test_what_the_protocol_itself_refuses_is_told_in_french(
    client: TestClient, body: str, headers: dict[str, str], status: int, words: str
) -> None:
    answer = client.post("/mcp", content=body, headers={**POSTED, **headers})
    told = answer.json()
    assert answer.status_code == status, told
    assert (told["error"]["message"] if "error" in told else told["detail"]).startswith(words)


def test_a_line_that_is_no_message_is_answered(session: Session) -> None:
    """On the standard streams as over HTTP."""
    lines = ["{bad", "[]"]

    async def told() -> list[types.JSONRPCMessage]:
        heard, said = anyio.wrap_file(io.StringIO("\n".join(lines))), io.StringIO()
        server = create_server(session)
        async with stdio_server(heard, anyio.wrap_file(said)) as (received, sent):
            await server.run(StandardInput(received, sent), sent, server.create_initialization_options())
        return [types.jsonrpc_message_adapter.validate_json(line) for line in said.getvalue().splitlines()]

    refusals = [one for one in anyio.run(told) if isinstance(one, types.JSONRPCError)]
    assert [(one.id, one.error.code) for one in refusals] == [(None, -32700), (None, -32600)]

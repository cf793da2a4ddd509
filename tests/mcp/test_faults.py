"""What goes wrong is told in one French line, as an answer of the tool, never as a traceback."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from api.mcp import tools
from api.session import Session
from tests.mcp.asking import called, words
from tests.rows import rows_of

AMBIGUOUS = (
    "« 1.1 » désigne 2 passages : précisez le jeu (game=), ou demandez l'un d'eux par son id\n"
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

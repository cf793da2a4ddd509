"""What goes wrong is told in one French line, as an answer of the tool, never as a traceback."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from api.mcp import tools
from api.session import Session
from tests.mcp.asking import called, words

AMBIGUOUS = (
    "« 1.1 » désigne 2 passages : précisez le jeu (game=), ou demandez l'un d'eux par son id\n"
    "- autre/1.1 : Charge\n- essai/1.1 : Charge"
)
FAULTS = [
    ("ask", {"q": "lanterne", "game": "belote"}, "jeu inconnu : « belote » ; jeux connus : autre, essai"),
    ("ask", {"q": "lanterne", "mode": "nuit"}, "mode inconnu : « nuit » ; modes connus : base"),
    ("ask", {"q": "  "}, "q est vide"),
    ("ask", {}, "q manque"),
    ("ask", {"q": 3}, "q n'est pas un texte"),
    ("ask", {"q": "lanterne", "limit": 0}, "limit doit valoir au moins 1"),
    ("ask", {"q": "lanterne", "jeu": "essai"}, "jeu n'est pas un paramètre d'ici"),
    ("ask", {"q": "x" * 1001}, "q dépasse 1000 caractères"),
    ("search", {"q": "lanterne", "kind": "regle"}, "kind doit être "),
    ("rule", {"id": "essai/2.11"}, "identifiant inconnu : « essai/2.11 » ; voulez-vous dire « essai/2.1 » ?"),
    ("rule", {"id": "1.1"}, AMBIGUOUS),
    ("rule", {"id": "1.1", "game": "essai", "expand": ["tout"]}, "expand doit être "),
    ("timeline", {"game": "autre"}, "« autre » n'a pas de chronologie"),
    ("timeline", {"game": "exemple", "moment": "Phase de pêche"}, "moment inconnu : « Phase de pêche »"),
    ("timing", {"game": "exemple", "a": "Phase de pêche", "b": "Souffler"}, "moment inconnu : « Phase de pêche »"),
    ("window", {"game": "exemple", "at": "Souffler", "player": "moi"}, "player doit être "),
    ("window", {"game": "exemple", "at": "Souffler", "mode": "nuit"}, "mode inconnu : « nuit » ; modes connus : base, orage"),
    ("order", {"game": "exemple", "mode": "nuit"}, "mode inconnu : « nuit » ; modes connus : base, orage"),
    ("situations", {"game": "autre"}, "« autre » n'a pas de règles de préséance"),
    ("order", {"game": "exemple", "items": []}, "situation : cet attribut manque ; accepté : bousculade"),
    ("order", {"game": "exemple", "situation": "bouscule", "items": [{"label": "x"}]}, "situation : « bouscule » n'est pas accepté"),
    ("order", {"situation": "bousculade"}, "game manque"),
    ("modify", {"game": "exemple", "quantity": "pas", "base": "deux"}, "base : « deux » n'est pas un nombre"),
    ("conflict", {"game": "exemple"}, "a : "),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "line"), FAULTS)
def test_a_fault_is_an_answer(server: Server[Any], tool: str, arguments: dict[str, object], line: str) -> None:
    answer = called(server, tool, **arguments)
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
    def broken(_reader: Session) -> tuple[str, str]:
        raise RuntimeError("secret")

    monkeypatch.setitem(tools.TOOLS, "works", replace(tools.TOOLS["works"], answer=broken))
    answer = called(server, "works")
    assert answer.is_error
    assert words(answer) == "Arbitre a échoué sur cette requête ; l'erreur est dans son journal"
    assert "secret" in caplog.text

"""A fault in a text that a reader made is told on the line of the file that the user gave."""

from __future__ import annotations

from dataclasses import replace

from kb.model import Layer
from kb.parsing import parse_work
from tests.canon import HEAD, canonical


def test_findings_carry_source_lines() -> None:
    text = canonical(HEAD + "# Livret\n\n## {#vide}\n\n- a\nb\n\n[^1] : seule\n", "publication.txt", Layer.TEXTE)
    moved = tuple((line + 100,) if line >= 8 else () for line in range(1, len(text.line_map) + 1))
    found = parse_work([replace(text, line_map=moved)]).diagnostics
    assert [(finding.code, finding.line) for finding in found] == [
        ("TITRE-VIDE", 110),
        ("PUCE", 113),
        ("NOTE-SANS-TABLEAU", 115),
    ]

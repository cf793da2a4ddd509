"""A row of a table is linked to the notes that its cells call; a call that no note answers is an error."""

from __future__ import annotations

from kb.model import EdgeType
from tests.canon import linked

TABLE = """# Livret

Tableau : Marches {#marches}
| Allure | Plaine | Colline |
| --- | --- | --- |
| Pas[^1] | 4 | 2[^2] |
| Course | 8[^2] | 4[^3] |

[^1] : jamais la nuit.

[^2] : sans bagage.
"""


def test_a_row_is_linked_to_the_notes_that_it_calls_and_a_call_without_note_is_an_error_at_its_line() -> None:
    work = linked(TABLE)
    assert {(edge.source, edge.target, edge.printed) for edge in work.book.edges if edge.type is EdgeType.CITES} == {
        ("essai/marches#1", "essai/marches#note-1-1", ""),
        ("essai/marches#1", "essai/marches#note-2-1", "Colline"),
        ("essai/marches#2", "essai/marches#note-2-1", "Plaine"),
    }
    (finding,) = work.diagnostics
    assert (finding.code, finding.severity, finding.id) == ("NOTE-ABSENTE", "error", "essai/marches#2")
    assert "« 3 »" in finding.message

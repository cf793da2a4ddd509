"""The notes of tables in a proof."""

import re

import pytest

from kb.answer import Answerer
from kb.answer.table.notes import noted
from kb.answer.values import Clause
from kb.store import KnowledgeBase

_CALL = re.compile(r"\[\^([^\]]+)\]")


def _clause(base: KnowledgeBase, identifier: str) -> Clause:
    return Clause(identifier, "decides", base.passage(identifier).text)


def test_every_call_of_every_row_has_its_note(base: KnowledgeBase) -> None:
    found = 0
    for work in base.work_ids(unlisted=True):
        for row in base.passages(base.all_ids(work, units=True)):
            if row.kind == "row":
                calls = set(_CALL.findall(row.markdown))
                assert {note.call for note in base.notes(row)} == calls, row.id
                found += bool(calls)
    assert found > 25


@pytest.mark.parametrize(
    ("quoted", "called"),
    [
        ("wap/mouvement#5", [("note-1-1", None), ("note-2-1", None)]),
        ("wap/mouvement#5.2", [("note-1-1", None)]),
        ("wap/mouvement#5.3", []),
        ("wap/sauvegardes/modificateurs", [("note-1-1", "Modificateur")]),
        ("wap/sauvegardes#7", [("note-2-1", None)]),
    ],
)
def test_a_clause_brings_its_notes(base: KnowledgeBase, quoted: str, called: list[tuple[str, str | None]]) -> None:
    """A row those of all its cells, a cell its own, a whole table those of its rows, with the rows that call them."""
    first, *notes = noted(base, [_clause(base, quoted)], "both")
    assert (first.id, first.role) == (quoted, "decides")
    assert [(note.id.partition("#")[2], note.lead) for note in notes] == called
    assert {note.role for note in notes} <= {"note"}


def test_a_note_is_quoted_once_and_none_of_a_row_read_in_a_cell(base: KnowledgeBase) -> None:
    rows = [_clause(base, f"wap/mouvement#{place}") for place in (5, 6)]
    assert [clause.id.partition("#")[2] for clause in noted(base, rows, "both")] == ["5", "note-1-1", "note-2-1", "6"]
    assert [clause.id for clause in noted(base, rows[:1], "both", [rows[0].id])] == [rows[0].id]


def test_a_table_quoted_whole_says_which_rows_call_its_notes(answerer: Answerer) -> None:
    because = answerer.ask("règles spéciales des types de troupes", "wap").answer.because
    assert because[0].id == "wap/types-de-troupes"
    notes = [clause for clause in because if clause.role == "note"]
    assert notes
    assert (
        notes[0].heading
        == "Note 1 (Cavalerie (CA) : Attaque de soutien ; Cavalerie monstrueuse (CM) : Attaque de soutien)"
    )

"""The notes of tables in a proof."""

import re

import pytest

from kb.answer import Answerer
from kb.answer.table.notes import noted
from kb.answer.values import Clause, headed
from kb.model.clauses import note_call
from kb.store import KnowledgeBase, View

_CALL = re.compile(r"\[\^([^\]]+)\]")
_SHOWN = re.compile(r" \[note (\w+)\]")


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
        ("wap/mouvement#5", [("note-1-1", "Normal"), ("note-2-1", "Rapide + M≥7")]),
        ("wap/mouvement#5.2", [("note-1-1", "Normal")]),
        ("wap/mouvement#5.3", []),
        ("wap/sauvegardes/modificateurs", [("note-1-1", "Modificateur")]),
        ("wap/sauvegardes#7", [("note-2-1", "Jet de sauvegarde, Règles spéciales")]),
    ],
)
def test_a_clause_brings_its_notes(base: KnowledgeBase, quoted: str, called: list[tuple[str, str | None]]) -> None:
    """A row those of all its cells, a cell its own, a whole table those of its rows, each with the cells that call it."""
    first, *notes = noted(base, [_clause(base, quoted)], "both")
    assert (first.id, first.role) == (quoted, "decides")
    assert [(note.id.partition("#")[2], note.lead) for note in notes] == called
    assert {note.role for note in notes} <= {"note"}


def test_a_note_is_quoted_once_and_none_of_a_row_read_in_a_cell(base: KnowledgeBase) -> None:
    rows = [_clause(base, f"wap/mouvement#{place}") for place in (5, 6)]
    assert [clause.id.partition("#")[2] for clause in noted(base, rows, "both")] == ["5", "note-1-1", "note-2-1", "6"]
    assert [clause.id for clause in noted(base, rows[:1], "both", [rows[0].id])] == [rows[0].id]


def test_what_leads_a_list_is_said_once_and_what_calls_each_note_above_it() -> None:
    clauses = [
        Clause("exemple/1#1.1", "defines", "Le premier cas.", "Deux cas :"),
        Clause("exemple/1#1.2", "defines", "Le second cas.", "Deux cas :"),
        Clause("exemple/1#2", "exception", "Sauf ceci :"),
        Clause("exemple/1#2.1", "exception", "Un autre cas.", "Sauf ceci :"),
        Clause("exemple/2#note-1-1", "note", "Une fois.", "Règles"),
        Clause("exemple/2#note-2-1", "note", "Deux fois.", "Règles"),
    ]
    found = [heading for heading, _clause in headed(clauses)]
    assert found == ["Deux cas :", None, None, None, "Note 1 (Règles)", "Note 2 (Règles)"]


def test_a_table_quoted_whole_says_which_rows_call_its_notes(answerer: Answerer) -> None:
    because = answerer.ask("règles spéciales des types de troupes", "wap").answer.because
    assert because[0].id == "wap/types-de-troupes"
    notes = [clause for clause in because if clause.role == "note"]
    assert notes
    assert (
        notes[0].heading
        == "Note 1 (Cavalerie (CA) : Attaque de soutien ; Cavalerie monstrueuse (CM) : Attaque de soutien)"
    )


def _marks_each_call(base: KnowledgeBase, view: View) -> int:
    """How many rows of a view call notes: the marks are those of the row as it is written, and nothing else is added to its words."""
    found = 0
    for work in base.work_ids(unlisted=True, view=view):
        listed = base.passages(base.all_ids(work, view, units=True), view)
        for row in [one for one in listed if one.kind == "row"]:
            calls = _CALL.findall(row.markdown)
            shown = base.marked(row, row.text)
            assert _SHOWN.findall(shown) == calls, row.id
            assert _SHOWN.sub("", shown) == row.text
            # The word before each call is the one before it where the row is written.
            before = [plain.rstrip(" \\").rpartition(" ")[2] for plain in _CALL.split(row.markdown)[:-1:2]]
            said = [plain.rpartition(" ")[2] for plain in _SHOWN.split(shown)[:-1:2]]
            assert [one.replace("\\", "") for one in before] == said, row.id
            found += bool(calls)
    return found


def test_a_row_shows_each_call_of_its_notes_where_the_rule_prints_it(base: KnowledgeBase) -> None:
    assert _marks_each_call(base, "precis") > 25


@pytest.mark.publication
def test_a_row_of_a_publication_shows_them_too(text_base: KnowledgeBase) -> None:
    assert _marks_each_call(text_base, "texte") > 25


@pytest.mark.parametrize(
    ("quoted", "marked"),
    [
        ("wap/mouvement#5.2", "Normal : 2D6 [note 1]"),
        ("wap/mouvement#5.3", None),
        ("wap/armes/corps-a-corps#6.4", "[note 1], +3 Initiative [note 1]"),
        ("wap/sauvegardes", "Parade (6+) [note 2]\n"),
    ],
)
def test_a_cell_and_a_table_show_their_calls_too(base: KnowledgeBase, quoted: str, marked: str | None) -> None:
    text = base.passage(quoted).text
    shown = base.marked(base.passage(quoted), text)
    assert shown == text if marked is None else marked in f"{shown}\n"


def test_a_note_that_two_rows_call_says_which_cells_of_both(base: KnowledgeBase) -> None:
    rows = [_clause(base, f"wap/sauvegardes#{place}") for place in (6, 7)]
    notes = [clause for clause in noted(base, rows, "both") if clause.role == "note"]
    assert [note.lead for note in notes] == [
        "Jet de sauvegarde",
        "Bouclier : Règles spéciales ; Rondache : Jet de sauvegarde, Règles spéciales",
    ]


@pytest.mark.parametrize("question", ["règles spéciales du bouclier", "arc long", "lance de cavalerie", "piques"])
@pytest.mark.parametrize("view", ["both", "precis"])
def test_an_answer_tells_which_cell_calls_which_note(answerer: Answerer, question: str, view: View) -> None:
    """The words stay those of the row, and the value alone that of the cell; beside them stand those that show the calls."""
    answer = answerer.ask(question, "wap", view=view)
    called = [clause for clause in answer.answer.because if clause.marked]
    notes = [clause for clause in answer.answer.because if note_call(clause.id)]
    assert called
    assert notes
    assert all(note.lead and note.heading for note in notes)
    assert all(_SHOWN.sub("", clause.marked or "") == clause.text for clause in called)
    assert all(clause.marked in clause.shown for clause in called if clause.marked)
    assert [quote.marked for quote in answer.answer.quotes] == [clause.marked for clause in answer.answer.because]
    assert answer.cell is None or "note" not in answer.cell.value

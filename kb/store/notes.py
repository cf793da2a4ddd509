"""Read the notes that the rows of a table call, with where they are called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from kb.model import Kind
from kb.model.clauses import clause_id, note_call, unit_of
from kb.store.opening import OpenedBase
from kb.store.passages import children, passages
from kb.store.values import Passage, TableNote

# What is printed of an edge is the title of the column where the note is called, nothing for the first cell.
_CALLS = """
    SELECT e.target, e.source, e.printed FROM edges e JOIN nodes n ON n.id = e.target AND n.layer = e.layer
    WHERE e.source IN (SELECT value FROM json_each(:ids)) AND e.type = 'cites' AND e.layer = :layer AND n.kind = 'note'
    ORDER BY e.rowid
"""
# A row whose first cell is longer is named by its first words.
_NAME = 40


def notes(base: OpenedBase, shown: Passage, columns: Collection[str] | None = None) -> tuple[TableNote, ...]:
    """The notes called by the rows of a table, as they stand below it, or by a row or a cell of one, as it calls them.

    Those called below some `columns` alone, where they are given; that of the first cells is empty.
    """
    rows = _rows(base, shown)
    if not rows:
        return ()
    calls: dict[str, dict[str, list[str]]] = {}
    for note, row, column in base.rows(_CALLS, ids=list(rows), layer=shown.layer):
        if note_call(note) is not None and _holds(shown, column) and (columns is None or column in columns):
            calls.setdefault(note, {}).setdefault(row, []).append(column)
    whole = shown.kind is not Kind.ROW
    found = passages(base, list(calls), shown.layer)
    return tuple(
        TableNote(note.id, note_call(note.id) or "", note.text, tuple(called), _where(rows, called, whole=whole))
        for note in (sorted(found, key=lambda note: note.place) if whole else found)
        for called in (calls[note.id],)
    )


def without_notes(text: str, told: Iterable[TableNote]) -> str:
    """A text without the lines of some notes, which are shown with what calls them."""
    lines = {note.text for note in told}
    return "\n".join(line for line in text.split("\n") if line not in lines)


def _rows(base: OpenedBase, shown: Passage) -> dict[str, Passage]:
    """The rows of what is shown, in its layer: those below it, or the one that it is or stands in."""
    if shown.kind is Kind.ROW:
        found = passages(base, [unit_of(shown.id)], shown.layer)
    else:
        below = () if shown.is_unit else children(base, shown.id, shown.layer, units=True)
        found = [unit for unit in below if unit.kind is Kind.ROW]
    return {row.id: row for row in found}


def _holds(shown: Passage, column: str) -> bool:
    """True when what is shown holds the cell of a column: of a row, a clause is one cell."""
    cell = clause_id(shown.id)
    if cell is None:
        return True
    return shown.text.startswith(f"{column} : ") if column else cell[1] == 1


def _where(rows: Mapping[str, Passage], called: Mapping[str, Sequence[str]], *, whole: bool) -> str:
    """The cells that call a note: the column, and the row too where the `whole` table is shown."""
    told = (_cells(_name(rows[row]), columns, whole=whole) for row, columns in called.items())
    return " ; ".join(told)


def _cells(name: str, columns: Iterable[str], *, whole: bool) -> str:
    below = ", ".join(column for column in columns if column)
    return f"{name} : {below}" if whole and below else below or name


def _name(row: Passage) -> str:
    """What a row goes by: its first cell that says something, as far as it is short."""
    said = next((cell for _title, cell in row.fields if any(map(str.isalnum, cell))), row.text)
    return said if len(said) <= _NAME else f"{said[:_NAME].rpartition(' ')[0].rstrip(' ,:;(')}…"

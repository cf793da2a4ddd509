"""The notes of tables: which cells call each, and the words of a row with what calls them, which its text leaves out."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from kb.model import Kind
from kb.model.clauses import CALL, clause_id, note_call, row_cells, unit_of
from kb.store.opening import OpenedBase
from kb.store.passages import children, passages
from kb.store.records import Passage, TableNote

# What is printed of an edge is the title of the column where the note is called, nothing for the first cell.
_CALLS = """
    SELECT e.target, e.source, e.printed FROM edges e JOIN nodes n ON n.id = e.target AND n.layer = e.layer
    WHERE e.source IN (SELECT value FROM json_each(:ids)) AND e.type = 'cites' AND e.layer = :layer AND n.kind = 'note'
    ORDER BY e.rowid
"""
# What calls a note in a cell; an escaped sign.
_CALL, _ESCAPED = re.compile(r"\[\^([^\]\s]+)\]"), re.compile(r"\\(?=[^\w\s])")
# A row whose first cell is longer is named by its first words.
_NAME = 40


def notes(
    base: OpenedBase, shown: Passage, columns: Collection[str] | None = None, *, named: bool = False
) -> tuple[TableNote, ...]:
    """The notes called by the rows of a table, as they stand below it, or by a row or a cell of one, as it calls them.

    Those called below some `columns` alone, where they are given; that of the first cells is empty. With `named`, where a row calls them
    says its name too, as that of a table does.
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
        TableNote(
            note.id, note_call(note.id) or "", note.text, tuple(called), _where(rows, called, whole=whole or named)
        )
        for note in (sorted(found, key=lambda note: note.place) if whole else found)
        for called in (calls[note.id],)
    )


def without_notes(text: str, notes: Iterable[TableNote]) -> str:
    """A text without the lines of some notes, which are shown with what calls them."""
    lines = {note.text for note in notes}
    return "\n".join(line for line in text.split("\n") if line not in lines)


def marked(base: OpenedBase, shown: Passage, text: str) -> str:
    """Some words of a table, of a row or of a cell, with what calls the notes of the table where it stands: `+1/6+ [note 1]`."""
    for row in _rows(base, shown).values():
        calls, at = [*_calls(row)], text.find(row.text)
        if calls and at >= 0:
            text = text[:at] + _called(row.text, calls) + text[at + len(row.text) :]
        elif calls and (start := row.text.find(text)) >= 0:
            return _called(text, [(place - start, sign) for place, sign in calls if start < place <= start + len(text)])
    return text


def _called(text: str, calls: Sequence[tuple[int, str]]) -> str:
    for place, sign in reversed(calls):
        text = f"{text[:place]} {CALL.format(sign)}{text[place:]}"
    return text


def _calls(row: Passage) -> Iterator[tuple[int, str]]:
    """What calls notes in a row, in order, each with its place in the text of the row."""
    cursor = 0
    for (title, value), cell in zip(row.fields, row_cells(row.markdown), strict=False):
        start = max(row.text.find(value, row.text.find(f"{title} : ", cursor) if title else cursor), cursor)
        cursor = start + len(value)
        for call in _CALL.finditer(cell):
            before = _ESCAPED.sub("", _CALL.sub("", cell[: call.start()])).strip()
            # Emphasis and links are left out of the text: where there are some, the call stands behind the whole cell.
            yield start + len(before) if value.startswith(before) else cursor, call[1]


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
    said = []
    for row, columns in called.items():
        name, below = _name(rows[row]), ", ".join(filter(None, columns))
        said.append(f"{name} : {below}" if whole and below else below or name)
    return " ; ".join(said)


def _name(row: Passage) -> str:
    """What a row goes by: its first cell that says something, as far as it is short."""
    said = next((cell for _title, cell in row.fields if any(map(str.isalnum, cell))), row.text)
    return said if len(said) <= _NAME else f"{said[:_NAME].rpartition(' ')[0].rstrip(' ,:;(')}…"

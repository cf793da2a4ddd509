"""The notes of tables in a proof: what quotes a row quotes the notes that it calls."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from kb.answer.values import Clause
from kb.model import Kind
from kb.model.clauses import note_call, unit_of
from kb.store import KnowledgeBase, Passage, View


def noted(base: KnowledgeBase, quotes: Iterable[Clause], view: View, read: Collection[str] = ()) -> tuple[Clause, ...]:
    """Some clauses, each followed by the notes that it calls and that nothing else quotes; the rows `read` have theirs already.

    What leads a note is where it is called, in all that is quoted.
    """
    clauses = tuple(quotes)
    quoted = {clause.id for clause in clauses}
    found: list[Clause] = []
    for clause in clauses:
        called = _called(base, clause, view) if clause.id not in read else ()
        found += [clause, *(note for note in called if note.id not in quoted)]
        quoted |= {note.id for note in found}
    return tuple(_placed(base, found, view))


def _called(base: KnowledgeBase, clause: Clause, view: View) -> Iterator[Clause]:
    """The notes of a clause."""
    for held in _calling(base, clause, view):
        yield from (Clause(note.id, "note", note.text) for note in base.notes(held))


def _placed(base: KnowledgeBase, quotes: Sequence[Clause], view: View) -> Iterator[Clause]:
    """Some clauses, the notes of tables led by the cells that call them: their columns, and their rows where several are quoted."""
    calling = [held for clause in quotes for held in _calling(base, clause, view)]
    for clause in quotes:
        if note_call(clause.id) is None:
            yield clause
            continue
        rows = [held for held in calling if any(note.id == clause.id for note in base.notes(held))]
        where = [note.where for row in rows for note in base.notes(row, named=len(rows) > 1) if note.id == clause.id]
        yield replace(clause, lead=" ; ".join(dict.fromkeys(where)) or None)


def _calling(base: KnowledgeBase, clause: Clause, view: View) -> list[Passage]:
    """The row, the cell or the table that a clause quotes, whose notes are quoted with it."""
    return [held for held in base.passages([clause.id], view) if _is_quoted(held, clause)]


def _is_quoted(held: Passage, clause: Clause) -> bool:
    """True for a row or a cell, and for a table whose text is quoted whole."""
    return held.kind is Kind.ROW or (unit_of(held.id) == held.id and held.text == clause.text)

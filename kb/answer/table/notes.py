"""The notes of tables in a proof: what quotes a row quotes the notes that it calls."""

from collections.abc import Collection, Iterable, Iterator

from kb.answer.values import Clause
from kb.model import Kind
from kb.model.clauses import unit_of
from kb.store import KnowledgeBase, Passage, View


def noted(base: KnowledgeBase, quotes: Iterable[Clause], view: View, read: Collection[str] = ()) -> tuple[Clause, ...]:
    """Some clauses, each followed by the notes that it calls and that nothing else quotes; the rows `read` have theirs already."""
    clauses = tuple(quotes)
    quoted = {clause.id for clause in clauses}
    found: list[Clause] = []
    for clause in clauses:
        called = _called(base, clause, view) if clause.id not in read else ()
        found += [clause, *(note for note in called if note.id not in quoted)]
        quoted |= {note.id for note in found}
    return tuple(found)


def _called(base: KnowledgeBase, clause: Clause, view: View) -> Iterator[Clause]:
    """The notes of a clause; those of a whole table tell which of its rows call them."""
    for held in base.passages([clause.id], view):
        whole = held.kind is not Kind.ROW
        notes = base.notes(held) if _is_quoted(held, clause) else ()
        yield from (Clause(note.id, "note", note.text, note.where if whole else None) for note in notes)


def _is_quoted(held: Passage, clause: Clause) -> bool:
    """True for a row or a cell, and for a table whose text is quoted whole."""
    return held.kind is Kind.ROW or (unit_of(held.id) == held.id and held.text == clause.text)

"""Which words of a layer are our own notes on what its source has lost: they are served with it, and are no words of its publication."""

from collections.abc import Sequence
from dataclasses import replace

from kb.model.clauses import provision_of, unit_of
from kb.store.opening import OpenedBase, remembered
from kb.store.passages import children, passages
from kb.store.records import Passage, View

_OURS = """
    SELECT id FROM nodes WHERE layer = :layer AND subkind = 'absent'
    UNION SELECT n.id FROM departures d JOIN nodes n ON n.id = d.id AND n.layer = 'texte'
    WHERE :layer = 'texte' AND d.origin = 'absence' AND d.first = 0 AND d.last = length(n.text)
"""


def printed(base: OpenedBase, passage: Passage) -> str:
    """The text of a passage as far as the first of our notes on what its source has lost; nothing of such a note."""
    starts = (passage.text.find(note) for note in lost(base, passage))
    end = min((start for start in starts if start >= 0), default=None)
    return passage.text if end is None else passage.text[:end].rpartition("\n")[0].strip()


def is_ours(base: OpenedBase, passage: Passage, words: str = "") -> bool:
    """True when some words of a passage, or all that it says, are those of such a note."""
    notes = lost(base, passage)
    if words:
        return any(note in words or words in note for note in notes)
    return bool(notes) and not printed(base, passage)


def leads(
    base: OpenedBase, identifiers: Sequence[str], view: View = "both", *, rows: bool = False, lost: bool = False
) -> dict[str, str]:
    """What those of some provisions that are in force say before their units; the text's words where there is one.

    The rows of tables are left out unless `rows`. Our notes on what is lost are no part of it, unless there is nothing else and they are
    asked for (`lost`).
    """
    query = """
        SELECT id, coalesce(nullif(own, ''), text) FROM nodes
        WHERE id IN (SELECT value FROM json_each(:ids)) AND :view IN ('both', layer)
        AND status != 'superseded' AND (:rows OR kind != 'row') ORDER BY layer
    """
    found = dict(base.rows(query, ids=list(identifiers), view=view, rows=rows))
    for held in passages(base, [one for one in found if _may_hold(base, one)], view):
        words = printed(base, replace(held, text=found[held.id]))
        if words or not lost:
            found[held.id] = words
    return found


def _may_hold(base: OpenedBase, identifier: str) -> bool:
    """True for what holds such a note, or is one, in any layer."""
    return any(identifier in held(base, layer) for layer in ("precis", "texte") for held in (_notes, _holders))


def lost(base: OpenedBase, passage: Passage) -> tuple[str, ...]:
    """The words of our notes on what is lost of a passage, in order; of such a note, its own."""
    notes = _notes(base, passage.layer)
    if unit_of(passage.id) in notes:
        return (passage.text,)
    held = passage.id in _holders(base, passage.layer)
    units = children(base, passage.id, passage.layer, units=True) if held else ()
    return tuple(unit.text for unit in units if unit.layer == passage.layer and unit.id in notes)


@remembered
def _notes(base: OpenedBase, layer: str) -> frozenset[str]:
    return frozenset(base.column(_OURS, layer=layer))


@remembered
def _holders(base: OpenedBase, layer: str) -> frozenset[str]:
    return frozenset(provision_of(note) for note in _notes(base, layer))

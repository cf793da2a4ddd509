"""The windows of a provision: the timing line of an ability, every clause that says when."""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import Diagnostic
from kb.model import Kind, Provision, Window, WindowRole
from kb.parsing.readings import PieceReader

# As much of a timing phrase as a window shows.
_SHOWN = 200
# What restates no rule: a list of places, and what the source no longer has.
_UNREAD = frozenset({"index", "absent"})


def windows_of(pieces: Sequence[Provision], reader: PieceReader) -> tuple[list[Window], list[Diagnostic]]:
    """The windows of a provision and of its units, in order; a finding for each place that says when and is not read."""
    whole, *units = pieces
    line = dict(whole.fields).get("timing", "") if whole.kind is Kind.ABILITY else ""
    windows: list[Window] = []
    findings: list[Diagnostic] = []
    if phrase := reader.timings[line] if line else None:
        usable = WindowRole.USABLE
        windows.append(Window(whole.id, phrase, line[:_SHOWN], whole.layer, whole.id, 1, usable, whole.spans))
    elif line:
        place = next((unit for unit in units if line in unit.text), whole)
        findings.append(place.finding("MOMENT", printed=line))
    for piece in pieces:
        own = dict(piece.fields or whole.fields).get("timing", "") if whole.kind is Kind.ABILITY else ""
        for found in reader.occurrences[piece.own] if piece.subkind not in _UNREAD else ():
            if own and found.start == piece.own.find(own):
                continue
            if found.phrase is None:
                findings.append(piece.finding("TEMPS", printed=found.printed))
                continue
            nth = 1 + sum(window.unit == piece.id for window in windows)
            printed, role = found.printed[:_SHOWN], WindowRole.CLAUSE
            windows.append(Window(whole.id, found.phrase, printed, piece.layer, piece.id, nth, role, piece.spans))
    return windows, findings

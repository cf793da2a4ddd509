"""When a provision applies: the timing line of an ability, and every clause of its text that says when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.errors import Diagnostic, Severity
from kb.model import CanonicalText, Kind, Provision, Window, WindowRole
from kb.parsing.drafts import Draft
from kb.parsing.timing import occurrences, timing

_LONGEST = 200
# What restates no rule: a list of places, and what the source no longer has.
_UNREAD = frozenset({"index", "absent"})


def windows_of(pieces: Sequence[Provision]) -> tuple[list[Window], list[Diagnostic]]:
    """The windows of a provision and of its units, in order; a notice for each place that says when and is not read."""
    whole = pieces[0]
    windows = list(_usable(whole))
    notices: list[Diagnostic] = []
    for piece in pieces:
        if piece.subkind in _UNREAD:
            continue
        line = dict(piece.fields or whole.fields).get("timing", "") if whole.kind is Kind.ABILITY else ""
        for found in occurrences(piece.own):
            if line and found.start == piece.own.find(line):
                continue
            if found.phrase is None:
                notices.append(_notice(piece, found.printed))
                continue
            place = 1 + sum(window.unit == piece.id for window in windows)
            windows.append(
                Window(
                    whole.id,
                    found.phrase,
                    found.printed[:_LONGEST],
                    piece.layer,
                    piece.id,
                    place,
                    WindowRole.CLAUSE,
                    piece.spans,
                )
            )
    return windows, notices


def _usable(whole: Provision) -> Iterator[Window]:
    """The timing line of an ability."""
    line = dict(whole.fields).get("timing") if whole.kind is Kind.ABILITY else None
    phrase = timing(line) if line else None
    if line and phrase:
        yield Window(whole.id, phrase, line[:_LONGEST], whole.layer, whole.id, 1, WindowRole.USABLE, whole.spans)


def _notice(piece: Provision, printed: str) -> Diagnostic:
    """A place that says when, in words that the grammar does not read."""
    return Diagnostic(
        "TEMPS",
        Severity.INFO,
        f"« {printed} » dit quand, d'une façon qui n'est pas lue",
        "voyez grammar/timing.lark ; si ces mots ne disent pas quand, ajoutez un faux à grammar/timing.toml",
        piece.source,
        piece.spans[0].start if piece.spans else 0,
        id=piece.id,
    )


def unread_lines(draft: Draft, file: CanonicalText) -> list[Diagnostic]:
    """A warning for each timing line of an ability that its grammar does not read."""
    hint = "voyez grammar/timing.lark : « Votre Phase de Charge », « Réaction : quand… », « Une Fois Par Tour (Armée) »"
    return [
        Diagnostic(
            "MOMENT",
            Severity.WARNING,
            f"le moment « {value} » n'est pas lu",
            hint,
            file.source.document,
            next((unit.text.first for unit in draft.units if value in unit.words), draft.lines[0][0]),
            1,
        )
        for name, value in draft.fields
        if name == "timing" and timing(value) is None
    ]

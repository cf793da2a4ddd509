"""Orders and moments in French sentences: for a terminal, and for an assistant."""

from __future__ import annotations

from collections.abc import Iterator

from kb.precedence import Ordered
from kb.timing import Comparison

_RELATIONS = {
    "before": "avant",
    "after": "après",
    "same": "au même moment que",
    "simultaneous": "en même temps que",
    "alternate": "à tour de rôle avec",
    "unordered": "sans ordre fixé avec",
}
_MODES = {
    "single": "",
    "free": "{chooser}dans l'ordre de son choix",
    "alternate": "à tour de rôle{first}",
    "simultaneous": "en même temps",
    "by-player": "{chooser}qui dit quel joueur commence",
    None: "aucune règle ne dit l'ordre",
}


def relation(found: Comparison) -> str:
    """How two moments stand, in one line."""
    return f"« {found.a.title} » vient {_RELATIONS[found.relation]} « {found.b.title} »"


def order_lines(found: Ordered) -> Iterator[str]:
    """An order, a line each step, then what is kept out, undecided, or was not understood."""
    for place, step in enumerate(found.steps, 1):
        named = f"le joueur {step.chooser}" if step.chooser else ""
        how = _MODES[step.mode].format(
            chooser=f"{named}, " if named else "", first=f", {named} d'abord" if named else ""
        )
        yield f"{place}. {', '.join(step.labels)}{f' — {how}' if how else ''}  [{', '.join(step.decided_by)}]"
    for kept in found.excluded:
        yield f"écarté : {kept.label}  [{', '.join(kept.decided_by)}]"
    for group in found.undecided:
        yield f"aucune règle ne tranche entre : {', '.join(group)}"
    for name in found.ignored:
        yield f"attribut inconnu, laissé de côté : {name}"

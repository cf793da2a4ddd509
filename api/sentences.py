"""What an answer and a ruling say in French sentences: for a terminal, and for an assistant."""

from __future__ import annotations

from collections.abc import Iterator

from kb.answer import Engine
from kb.answer.values import Reply
from kb.precedence import Modified, Ordered, Prevailing
from kb.timing import Comparison, Opening

RELATIONS = {
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

# Why a card is left open, where nothing more is known.
OPEN = "les règles citées laissent le cas ouvert"
PLAYERS = {"active": "le joueur dont c'est le tour", "opponent": "l'autre joueur"}


def understood(corrected: str | None) -> list[str]:
    """The question as it was understood, where a word of it was corrected."""
    return [f"Compris : « {corrected} »"] if corrected else []


def concluded(reply: Reply) -> list[str]:
    """The conclusion, and the written question that led to it; a cell is written with its column, elsewhere."""
    if reply.conclusion is None or reply.conclusion.kind == "row":
        return []
    led = f" (d'après « {reply.nearest.question} » : {reply.nearest.said})" if reply.nearest is not None else ""
    return [f"{reply.conclusion.text}{led}"]


def ruled(found: Engine | None) -> list[str]:
    """What the engine said beside an answer or on a card, without its proofs."""
    match found:
        case Ordered():
            return list(order_lines(found))
        case Prevailing():
            return [found.reason.capitalize()]
        case Comparison():
            return [relation(found)]
        case None:
            return []


def relation(found: Comparison) -> str:
    """How two moments stand, in one line."""
    return f"« {found.a.title} » vient {RELATIONS[found.relation]} « {found.b.title} »"


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
    yield from (f"attribut inconnu, laissé de côté : {name}" for name in found.ignored)


def value_lines(found: Modified) -> Iterator[str]:
    """How a value came: a line each step and each limit, then what was not understood."""
    yield from (f"{step.label} : {step.before} → {step.after}  [{', '.join(step.decided_by)}]" for step in found.steps)
    yield from (f"borne : {limit.value}  [{', '.join(limit.decided_by)}]" for limit in found.limits)
    yield from (f"attribut inconnu, laissé de côté : {name}" for name in found.ignored)


def usable_lines(found: Opening) -> Iterator[str]:
    """What a player may use at a moment, a line each."""
    for usable in found.usable:
        often = f" ({usable.frequency})" if usable.frequency else ""
        step = f" — {usable.step}" if usable.step else ""
        yield f"- {usable.title}{often} : {usable.timing}{step}  [{usable.id}]"
    if not found.usable:
        yield "aucune règle ne donne rien à utiliser à ce moment"

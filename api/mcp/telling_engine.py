"""Time and precedence in a few French lines: orders, values, conflicts and moments, each with the rules that decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api import wire_precedence, wire_timing
from api.mcp.desk import Desk
from api.mcp.telling import beginning, unsettled
from api.wording import order_lines, relation

_PLAYERS = {"active": "le joueur dont c'est le tour", "opponent": "l'autre joueur"}
_WHO = {"active": "", "opponent": " — l'autre joueur", "both": " — les deux joueurs", "alternate": " — à tour de rôle"}
_OF = {"request": "de la requête", "item": "de chaque élément", "context": "de context"}


def timeline(told: wire_timing.Moment, *, whole: bool) -> str:
    """A moment and those in it, indented, each with the rules that place it there; what is left out is said."""
    cut = [] if whole else ["(le détail est laissé de côté : donnez un moment, ou une plus grande depth)"]
    return "\n".join([*_moment(told, 0), *cut])


def _moment(told: wire_timing.Moment, depth: int) -> Iterator[str]:
    order = f"{told.order}. " if depth else ""
    often = f" ({told.repeat})" if told.repeat else ""
    free = " — sans ordre imposé" if told.free else ""
    yield f"{'  ' * depth}{order}{told.title}{often}{_WHO[told.who]}{free}  [{', '.join(told.cites)}]"
    for child in told.children:
        yield from _moment(child, depth + 1)


def comparison(desk: Desk, told: wire_timing.Comparison) -> str:
    """How two moments stand, and the rules that say so."""
    unordered = [unsettled("rien n'ordonne ces deux moments")] if told.relation == "unordered" else []
    return "\n".join([f"{relation(told)}.", *unordered, *_proofs(desk, told.decided_by)])


def opening(desk: Desk, told: wire_timing.Opening, player: str) -> str:
    """What a player may use at a moment, a line each, and the beginning of the other rules that decide."""
    lines = [f"{' › '.join((*told.moment.path, told.moment.title))} : ce que peut utiliser {_PLAYERS[player]}"]
    for usable in told.usable:
        often = f" ({usable.frequency})" if usable.frequency else ""
        step = f" — {usable.step}" if usable.step else ""
        lines.append(f"- {usable.title}{often} : {usable.timing}{step} [{usable.id}]")
    nothing = [] if told.usable else ["Aucune règle ne donne rien à utiliser à ce moment."]
    # The rules usable are named: what they say is a reading away, and would be most of the answer.
    named = {_rule(usable.id) for usable in told.usable}
    others = (proof for proof in told.decided_by if _rule(proof.id) not in named)
    proofs = [f"« {beginning(proof.quote)} »\n— {desk.source(proof.id)}" for proof in others]
    return "\n".join([*lines, *nothing, *proofs])


def _rule(identifier: str) -> str:
    return identifier.partition("#")[0]


def situations(told: wire_precedence.Situations) -> str:
    """What can be put in order or worked out in a game, and what a request must give."""
    lines = ["À mettre dans l'ordre (order, « situation ») :", *_situations(told.situations)]
    lines += ["À calculer (modify, « quantity ») :", *_situations(told.quantities)]
    return "\n".join([*lines, f"À départager (conflict, « layer ») : {', '.join(told.layers)}"])


def _situations(parts: Iterable[wire_precedence.Situation]) -> Iterator[str]:
    for part in parts:
        yield f"- {part.id} : {part.title} [{', '.join(part.cites)}]"
        for attribute in part.attributes:
            need = "" if attribute.required else ", facultatif"
            yield f"    {attribute.name} ({_OF[attribute.of]}{need} ; {', '.join(attribute.accepted)}) : {attribute.meaning}"


def ordered(desk: Desk, told: wire_precedence.Ordered) -> str:
    """The steps, who chooses, what no rule decides, and the rules."""
    undecided = [unsettled("une partie de l'ordre est laissée ouverte")] if told.undecided else []
    return "\n".join([*undecided, *order_lines(told), *_proofs(desk, told.decided_by)])


def modified(desk: Desk, told: wire_precedence.Modified) -> str:
    """The value or the roll needed, how it came, and the rules."""
    found = told.needed if told.needed is not None else told.value
    lines = ["Impossible." if told.impossible else unsettled() if found is None else f"Résultat : {found}"]
    lines += [f"{step.label} : {step.before} → {step.after} [{', '.join(step.decided_by)}]" for step in told.steps]
    lines += [f"borne : {limit.value} [{', '.join(limit.decided_by)}]" for limit in told.limits]
    lines += [f"attribut inconnu, laissé de côté : {name}" for name in told.ignored]
    return "\n".join([*lines, *_proofs(desk, told.decided_by)])


def prevailing(desk: Desk, told: wire_precedence.Prevailing) -> str:
    """Which rule prevails, and why."""
    lines = [f"{told.prevails} : {told.reason}" if told.prevails else unsettled(told.reason)]
    return "\n".join([*lines, *_proofs(desk, told.decided_by)])


def _proofs(desk: Desk, proofs: Iterable[wire_timing.Proof]) -> Iterator[str]:
    for proof in proofs:
        yield f"« {proof.quote} »\n— {desk.source(proof.id)}"

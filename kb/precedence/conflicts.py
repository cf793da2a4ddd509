"""Conflict: the first clause of the game that gives a winner decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kb.policy import Clause, Policy
from kb.precedence.ordering import resolve
from kb.precedence.requests import ConflictRequest, Item, OrderRequest
from kb.precedence.values import Side

_Pairs = tuple[tuple[Side, Item, Item], ...]


def prevailing(policy: Policy, request: ConflictRequest) -> tuple[Side | None, str, tuple[str, ...]]:
    """The side that prevails, why, and the rules that say so; nobody when no rule of the game decides, or when one leaves the choice."""
    pairs: _Pairs = (("a", request.a, request.b), ("b", request.b, request.a))
    for clause in policy.conflict.clauses:
        if clause.genre == "dernier":
            winner, chooser, proofs = _latest(clause, pairs, request.active, policy)
        else:
            wins, chooser, proofs = _PREVAILS[clause.genre], None, ()
            winner = next((side for side, mine, its in pairs if wins(clause, mine, its, request.waives == side)), None)
        if winner is not None:
            label = (request.a if winner == "a" else request.b).label
            return winner, f"« {label} » l'emporte : {clause.reason}", (*clause.cites, *proofs)
        if chooser is not None:
            return None, f"le joueur {chooser} choisit", (*clause.cites, *proofs)
    return None, "aucune règle de ce jeu ne dit laquelle l'emporte", ()


# Whether a side prevails over the other, by what each says; the last argument is whether it lifts the other's restriction.
_PREVAILS: dict[str, Callable[[Clause, Item, Item, bool], bool]] = {
    "rang": lambda clause, mine, its, _lifts: (
        mine.attributes["layer"] == clause.above and its.attributes["layer"] in clause.below
    ),
    "lever": lambda clause, _mine, its, lifts: lifts and its.attributes["says"] in clause.below,
    "dire": lambda clause, mine, its, _lifts: (
        mine.attributes["says"] == clause.above
        and its.attributes["says"] in clause.below
        and clause.when.holds(mine.attributes.get)
    ),
}


def _latest(
    clause: Clause, pairs: _Pairs, active: str | None, policy: Policy
) -> tuple[Side | None, str | None, tuple[str, ...]]:
    """The side alone in the last step of the situation's order, or the player who orders both in one, and the rules of that."""
    situation = next(part for part in policy.situations if part.id == clause.situation)
    items = tuple(replace(mine, label=side) for side, mine, _its in pairs)
    found = resolve(OrderRequest(situation, active, None, {}, items))
    if not found.steps or found.undecided:
        return None, None, ()
    last = found.steps[-1]
    if len(found.steps) == 1:
        return None, last.chooser if last.decided_by else None, last.decided_by
    return "a" if last.labels == ("a",) else "b", None, last.decided_by

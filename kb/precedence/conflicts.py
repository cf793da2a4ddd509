"""Conflict: the first clause of the game that gives a winner decides. One function a kind of clause, in `_DECIDERS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from kb.policy import Policy
from kb.policy.clauses import ConflictClause, Latest, Lifted, Outranks, Says
from kb.precedence.ordering import resolve
from kb.precedence.requests import ConflictRequest, Item, OrderRequest
from kb.precedence.values import Side

_SIDES = ("a", "b")


def prevailing(policy: Policy, request: ConflictRequest) -> tuple[Side | None, str, tuple[str, ...]]:
    """The side that prevails, why, and the rules that say so; nobody when no rule of the game decides, or when one leaves the choice."""
    for clause in policy.conflict.clauses:
        found = _DECIDERS[type(clause)](clause, request, policy)
        if found is not None:
            side, proofs = found
            cites = (*clause.cites, *proofs)
            sides: dict[str, tuple[Side, str]] = {"a": ("a", request.a.label), "b": ("b", request.b.label)}
            if side not in sides:
                return None, f"le joueur {side} choisit", cites
            name, label = sides[side]
            return name, f"« {label} » l'emporte : {clause.reason}", cites
    return None, "aucune règle de ce jeu ne dit laquelle l'emporte", ()


# The side that a clause says prevails, or the player (A, B) to whom it leaves the choice, with the rules used besides its own.
_Found = tuple[str, tuple[str, ...]] | None


def _pairs(request: ConflictRequest) -> tuple[tuple[str, Item, Item], ...]:
    """Each side with the other."""
    return (("a", request.a, request.b), ("b", request.b, request.a))


def _outranks(clause: Outranks, request: ConflictRequest, _policy: Policy) -> _Found:
    for side, mine, other in _pairs(request):
        if mine.attributes["layer"] == clause.above and other.attributes["layer"] in clause.below:
            return side, ()
    return None


def _lifted(clause: Lifted, request: ConflictRequest, _policy: Policy) -> _Found:
    """The side that lifts what the other says."""
    for side, _mine, other in _pairs(request):
        if request.waives == side and other.attributes["says"] in clause.below:
            return side, ()
    return None


def _says(clause: Says, request: ConflictRequest, _policy: Policy) -> _Found:
    for side, mine, other in _pairs(request):
        said = mine.attributes["says"] == clause.above and other.attributes["says"] in clause.below
        if said and clause.when.holds(mine.attributes.get):
            return side, ()
    return None


def _latest(clause: Latest, request: ConflictRequest, policy: Policy) -> _Found:
    """The side alone in the last step of the situation's order."""
    situation = next(part for part in policy.situations if part.id == clause.situation)
    # A rule is not used by anybody: only effects of abilities come one after the other.
    items = tuple(
        replace(item, label=side, attributes=MappingProxyType(dict(item.attributes)))
        for side, item, _other in _pairs(request)
    )
    ordered = resolve(OrderRequest(situation, request.active, None, MappingProxyType({}), items)).groups
    last = ordered[-1]
    if any(group.open for group in ordered) or (
        len(ordered) < len(_SIDES) and (last.chooser is None or not last.proofs)
    ):
        return None
    return (last.chooser or "", last.proofs) if len(ordered) < len(_SIDES) else (last.group.items[0].label, last.proofs)


_DECIDERS: dict[type[ConflictClause], Callable[[Any, ConflictRequest, Policy], _Found]] = {
    Outranks: _outranks,
    Lifted: _lifted,
    Says: _says,
    Latest: _latest,
}

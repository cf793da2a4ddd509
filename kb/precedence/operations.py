"""Operations on a value: in which order modifiers are applied, and whether that order matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from kb.policy import Policy
from kb.policy.clauses import Apply
from kb.precedence.ordering import resolve
from kb.precedence.requests import Modifier, ModifyRequest, OrderRequest


@dataclass(frozen=True, slots=True)
class Group:
    """Modifiers applied one after the other; `sure` when a rule gives that order."""

    modifiers: tuple[Modifier, ...]
    proofs: tuple[str, ...]
    sure: bool


def in_groups(clause: Apply, pending: Sequence[Modifier], request: ModifyRequest, policy: Policy) -> list[Group]:
    """The modifiers by operation, then by the order of the situation named."""
    operations = clause.groups or (tuple(dict.fromkeys(part.op for part in pending)),)
    found: list[Group] = []
    for group in operations:
        held = [part for part in pending if part.op in group]
        if held and clause.situation:
            found += _in_order(clause.situation, held, request, policy)
        elif held:
            found.append(Group(tuple(held), (), sure=False))
    return found


def _in_order(name: str, held: Sequence[Modifier], request: ModifyRequest, policy: Policy) -> list[Group]:
    situation = next(part for part in policy.situations if part.id == name)
    given = {str(at): part for at, part in enumerate(held)}
    items = tuple(replace(part.item, label=key) for key, part in given.items())
    ordered = resolve(OrderRequest(situation, request.active, request.active, request.context, items))
    return [
        Group(tuple(given[item.label] for item in group.group.items), group.proofs, sure=False)
        for group in ordered.groups
    ]


def settled(group: Group, value: Fraction | None) -> bool:
    """True when every order of the group gives one value: else a rule would have to choose, and none does."""
    parts = group.modifiers
    kinds = {FAMILY[part.op] for part in parts}
    if len(parts) == 1 or (len(kinds) == 1 and kinds != {"set"}):
        return True
    if len(parts) > _TRIED:
        return False
    return len({_through(order, value) for order in permutations(parts)}) == 1


# More modifiers than this in one group of mixed operations are not tried in all their orders.
_TRIED = 6
FAMILY = {"set": "set", "multiply": "times", "divide": "times", "add": "plus", "subtract": "plus"}


def _through(parts: Iterable[Modifier], value: Fraction | None) -> Fraction | None:
    """A value after some modifiers; of what is not known, only a set value is."""
    for part in parts:
        if value is not None or part.op == "set":
            value = operated(part.op, value or Fraction(0), part.value)
    return value


def operated(op: str, value: Fraction, by: Fraction) -> Fraction:
    """A value after an operation."""
    match op:
        case "set":
            return by
        case "multiply":
            return value * by
        case "divide":
            return value / by
        case "add":
            return value + by
        case _:
            return value - by

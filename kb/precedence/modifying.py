"""Modify: a value goes through the clauses of its quantity, one after the other. One function a kind of clause, in `_APPLIED`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kb.errors import InvalidRequestError
from kb.model.words import title_key
from kb.policy import Policy, Scalar
from kb.policy.clauses import (
    Apply,
    Bound,
    Difference,
    Drop,
    FromContext,
    Impossible,
    KeepHighest,
    Lookup,
    ModifyClause,
    NetCap,
    Once,
    OnlyOne,
    Rounding,
)
from kb.precedence.fields import plain
from kb.precedence.operations import FAMILY, in_groups, operated, settled
from kb.precedence.requests import Modifier, ModifyRequest
from kb.precedence.rules import Rules
from kb.precedence.values import Limit, LimitKind, Modulation, Operation


@dataclass(slots=True)
class Working:
    """A value on its way; `pending` are the modifiers not yet applied, `lost` is why no rule gives it any more."""

    value: Fraction | None
    pending: tuple[Modifier, ...]
    steps: list[Modulation] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    proofs: list[str] = field(default_factory=list)
    impossible: bool = False
    undecided: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What a clause may look at."""

    request: ModifyRequest
    policy: Policy
    rules: Rules


def work_out(setting: Setting) -> Working:
    """The value of a request, with what led to it.

    Raises:
        InvalidRequestError: the context has no row or column in a table that the rules read.
    """
    request = setting.request
    state = Working(request.base, request.modifiers)
    for clause in request.quantity.clauses:
        if state.undecided or state.impossible:
            break
        read = request.context.get
        if clause.context.holds(read) and not (clause.unless is not None and clause.unless.holds(read)):
            _APPLIED[type(clause)](clause, state, setting)
    if state.pending and not state.impossible:
        # No clause speaks of what is left.
        state.undecided = True
    return state


def _drop(clause: Drop, state: Working, setting: Setting) -> None:
    kept = tuple(part for part in state.pending if not clause.when.holds(_reader(part)))
    for part in state.pending:
        if part not in kept:
            _told(state, setting, part, state.value, clause.cites)
    state.pending = kept


def _reader(modifier: Modifier) -> Callable[[str], Scalar]:
    def read(name: str) -> Scalar:
        told: Mapping[str, Scalar] = {
            "nom": title_key(modifier.item.label),
            "owner": modifier.item.owner,
            "value": plain(modifier.value),
        }
        return told[name] if name in told else modifier.item.attributes.get(name)

    return read


def _once(clause: Once, state: Working, setting: Setting) -> None:
    """Those that bear one label are one; when they do not say one thing, nothing tells which of them it is."""
    kept: dict[str, Modifier] = {}
    others: list[Modifier] = []
    for part in state.pending:
        if not clause.when.holds(_reader(part)):
            others.append(part)
            continue
        twin = kept.setdefault(part.item.label, part)
        if (twin.op, twin.value) != (part.op, part.value):
            state.undecided = True
        elif twin is not part:
            _told(state, setting, part, state.value, clause.cites)
    state.pending = (*kept.values(), *others)


def _only_one(clause: OnlyOne, state: Working, setting: Setting) -> None:
    """The greatest of those concerned is kept; the first of those that are equal."""
    concerned = [part for part in state.pending if clause.when.holds(_reader(part))]
    for part in concerned:
        if part is not max(concerned, key=lambda other: other.value):
            _told(state, setting, part, state.value, clause.cites)
            state.pending = tuple(kept for kept in state.pending if kept is not part)


def _keep_highest(clause: KeepHighest, state: Working, setting: Setting) -> None:
    for part in state.pending:
        higher = part.value if state.value is None else max(state.value, part.value)
        _told(state, setting, part, higher, clause.cites)
        state.value = higher
    state.pending = ()


def _lookup(clause: Lookup, state: Working, setting: Setting) -> None:
    row, printed = _cell(clause, setting)
    figure = printed.strip().rstrip("+*")
    if not figure.lstrip("-").isdigit():
        state.undecided = True
        return
    state.value = Fraction(int(figure))
    state.proofs += [row, *setting.rules.known(clause.cites)]


def _difference(clause: Difference, state: Working, setting: Setting) -> None:
    gap = _figure(setting, clause.high) - _figure(setting, clause.low)
    least = next((value for low, value in clause.steps if gap >= low), clause.steps[-1][1])
    state.value = Fraction(least)
    state.proofs += setting.rules.known(clause.cites)


def _from_context(clause: FromContext, state: Working, setting: Setting) -> None:
    amount = clause.constant + sum(_figure(setting, name) * factor for name, factor in clause.terms)
    amount = max(amount, clause.least) if clause.least is not None else amount
    amount = min(amount, clause.most) if clause.most is not None else amount
    proofs = setting.rules.known(clause.cites)
    if amount or state.value is None:
        before, state.value = state.value, (state.value or Fraction(0)) + amount
        op: Operation = "add" if amount >= 0 else "subtract"
        state.steps.append(Modulation(clause.name, op, _shown(before), _shown(state.value), proofs))
    # A figure that a rule says to change nothing is so by that rule too; a thing that is not there is not.
    if amount or any(not isinstance(setting.request.context.get(name), bool) for name, _factor in clause.terms):
        state.proofs += proofs


def _figure(setting: Setting, name: str) -> Fraction:
    value = setting.request.context.get(name)
    if isinstance(value, bool):
        return Fraction(int(value))
    return Fraction(str(value)) if isinstance(value, int | float) else Fraction(0)


def _apply(clause: Apply, state: Working, setting: Setting) -> None:
    """The modifiers that the clause is for; what no group of it names waits for another clause."""
    named = {op for group in clause.groups for op in group}
    concerned = [
        part for part in state.pending if clause.when.holds(_reader(part)) and (not clause.groups or part.op in named)
    ]
    state.pending = tuple(part for part in state.pending if part not in concerned)
    for group in in_groups(clause, concerned, setting.request, setting.policy):
        if not settled(group, state.value):
            state.undecided = True
            return
        for part in group.modifiers:
            after = _after(part, state.value, setting)
            _told(state, setting, part, after, (*clause.cites, *group.proofs))
            state.value = after


_CONTRARY = {"add": "subtract", "subtract": "add"}


def _after(part: Modifier, value: Fraction | None, setting: Setting) -> Fraction | None:
    """The value after a modifier: on a roll needed, what helps the one who rolls lowers it."""
    if value is None:
        return part.value if part.op == "set" else None
    quantity = setting.request.quantity
    op = _CONTRARY.get(part.op, part.op) if quantity.needed == "+" and quantity.helps else part.op
    return operated(op, value, part.value)


def _net_cap(clause: NetCap, state: Working, setting: Setting) -> None:
    """What is added and subtracted, summed up, held between bounds, then applied."""
    summed = [part for part in state.pending if FAMILY[part.op] == "plus"]
    state.pending = tuple(part for part in state.pending if part not in summed)
    start = state.value
    for part in summed:
        _told(state, setting, part, _after(part, state.value, setting), ())
        state.value = _after(part, state.value, setting)
    if start is None or state.value is None:
        return
    net = state.value - start
    state.value = start + _held(net, clause.least, clause.most, state, setting.rules.known(clause.cites))
    if summed:
        state.proofs += setting.rules.known(clause.cites)


def _held(value: Fraction, least: int | None, most: int | None, state: Working, proofs: tuple[str, ...]) -> Fraction:
    """A figure between two bounds; the bound that held it is noted."""
    bounds: tuple[tuple[LimitKind, int | None, int], ...] = (("floor", least, -1), ("cap", most, 1))
    for kind, bound, beyond in bounds:
        if bound is not None and (value - bound) * beyond > 0:
            state.limits.append(Limit(kind, bound, proofs))
            state.proofs += proofs
            return Fraction(bound)
    return value


def _rounding(clause: Rounding, state: Working, setting: Setting) -> None:
    if state.value is None or state.value.denominator == 1:
        return
    whole = math.floor(state.value) if clause.way == "inferieur" else math.ceil(state.value)
    proofs = setting.rules.known(clause.cites)
    state.limits.append(Limit("rounding", whole, proofs))
    state.proofs += proofs
    state.value = Fraction(whole)


def _bound(clause: Bound, state: Working, setting: Setting) -> None:
    if state.value is not None:
        state.value = _held(state.value, clause.least, clause.most, state, setting.rules.known(clause.cites))


def _impossible(clause: Impossible, state: Working, setting: Setting) -> None:
    value = state.value
    if value is None:
        return
    over = clause.least is not None and value >= clause.least
    under = clause.most is not None and value <= clause.most
    if over or under:
        state.impossible = True
        state.proofs += setting.rules.known(clause.cites)


def _told(state: Working, setting: Setting, part: Modifier, after: Fraction | None, cites: Iterable[str]) -> None:
    proofs = setting.rules.known(cites)
    state.steps.append(Modulation(part.item.label, part.op, _shown(state.value), _shown(after), proofs))
    state.proofs += proofs


def _shown(value: Fraction | None) -> int | float | None:
    return None if value is None else plain(value)


def _cell(clause: Lookup, setting: Setting) -> tuple[str, str]:
    """(id of the row, what is printed) where the row and the column of a clause cross.

    Raises:
        InvalidRequestError: the table has no such row or column.
    """
    context = setting.request.context
    row, column = context.get(clause.row, clause.row), context.get(clause.column, clause.column)
    rows = setting.rules.table(clause.table)
    found = next((part for part in rows if _named(part.cells[0][1], row)), None)
    if found is None:
        raise _unreadable(clause.row, row, tuple(part.cells[0][1] for part in rows))
    for title, printed in found.cells[1:]:
        if _named(title, column):
            return found.id, printed
    raise _unreadable(clause.column, column, tuple(title for title, _printed in found.cells[1:]))


def _named(title: str, value: Scalar) -> bool:
    """A row or a column bears a value alone, or after what it is (« CT 4 »)."""
    return title.strip() == str(value) or title.split()[-1:] == [str(value)]


def _unreadable(attribute: str, value: Scalar, known: Sequence[str]) -> InvalidRequestError:
    """The fault of a context that has no place in a printed table."""
    return InvalidRequestError(f"context.{attribute}", f"la table n'a pas d'entrée « {value} »", tuple(known))


_APPLIED: dict[type[ModifyClause], Callable[[Any, Working, Setting], None]] = {
    Drop: _drop,
    Once: _once,
    OnlyOne: _only_one,
    KeepHighest: _keep_highest,
    Lookup: _lookup,
    Difference: _difference,
    FromContext: _from_context,
    Apply: _apply,
    NetCap: _net_cap,
    Rounding: _rounding,
    Bound: _bound,
    Impossible: _impossible,
}

"""Modify: a value goes through the clauses of its quantity, one after the other. One function a kind of clause, in `_APPLIED`."""

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations

from kb.errors import InvalidRequestError
from kb.policy import VALUE, Operation, Policy, PolicyClause, Scalar
from kb.precedence.fields import plain
from kb.precedence.ordering import resolve
from kb.precedence.requests import Modifier, ModifyRequest, OrderRequest
from kb.precedence.rules import Rules
from kb.precedence.rulings import Limit, LimitKind, Modulation

_OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "set": lambda _value, by: by,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "add": operator.add,
    "subtract": operator.sub,
}
_SUMMED = ("add", "subtract")
_CONTRARY: dict[Operation, Operation] = {"add": "subtract", "subtract": "add"}
# Operations of one family may be applied in any order.
_FAMILIES = ({"multiply", "divide"}, {"add", "subtract"})
# More modifiers than this in one group of mixed operations are not tried in all their orders.
_TRIED = 6


@dataclass(slots=True)
class Working:
    """A value on its way, and what led to it; `pending` are the modifiers not yet applied, `undecided` when no rule gives it any more."""

    request: ModifyRequest
    policy: Policy
    rules: Rules
    value: Fraction | None
    pending: tuple[Modifier, ...]
    steps: list[Modulation] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    proofs: list[str] = field(default_factory=list)
    impossible: bool = False
    undecided: bool = False
    # Why there is no result.
    reason: str = ""

    def prove(self, cites: Iterable[str]) -> tuple[str, ...]:
        """Note the rules used."""
        known = self.rules.known(cites)
        self.proofs += known
        return known

    def apply(self, part: Modifier, after: Fraction | None, cites: Iterable[str]) -> None:
        """Go on to the value after a modifier."""
        self.step(part.item.label, part.op, after, self.prove(cites))

    def step(self, label: str, op: Operation, after: Fraction | None, proofs: tuple[str, ...]) -> None:
        """Go on to another value, by what is so called."""
        figure, changed = (None if value is None else plain(value) for value in (self.value, after))
        self.steps.append(Modulation(label, op, figure, changed, proofs))
        self.value = after

    def limit(self, kind: LimitKind, value: float, proofs: tuple[str, ...]) -> None:
        """Note what bounds or rounds the value from here on."""
        self.limits.append(Limit(kind, value, proofs, len(self.steps)))

    def concerned(self, clause: PolicyClause) -> list[Modifier]:
        """The modifiers that a clause is for."""
        return [part for part in self.pending if clause.when.holds(part.item.attributes.get)]

    def leave_out(self, parts: Iterable[Modifier]) -> None:
        """Take modifiers off those that are pending."""
        left = {id(part) for part in parts}
        self.pending = tuple(part for part in self.pending if id(part) not in left)


def work_out(request: ModifyRequest, policy: Policy, rules: Rules) -> Working:
    """The value of a request, with what led to it.

    Raises:
        InvalidRequestError: the context has no row or column in a table that the rules read.
    """
    state = Working(request, policy, rules, request.base, request.modifiers)
    for clause in request.quantity.clauses:
        if state.undecided or state.impossible:
            break
        read = request.context.get
        if clause.context.holds(read) and not (clause.unless is not None and clause.unless.holds(read)):
            _APPLIED[clause.genre](clause, state)
    if state.pending and not state.impossible:
        # No clause speaks of what is left.
        state.undecided = True
    return state


def _ignore(clause: PolicyClause, state: Working, parts: Sequence[Modifier]) -> None:
    """These modifiers change nothing."""
    for part in parts:
        state.apply(part, state.value, clause.cites)
    state.leave_out(parts)


def _once(clause: PolicyClause, state: Working) -> None:
    """Those that bear one label are one; when they do not say one thing, nothing tells which of them it is."""
    first: dict[str, Modifier] = {}
    twins = [part for part in state.concerned(clause) if first.setdefault(part.item.label, part) is not part]
    said = [(part, first[part.item.label]) for part in twins]
    state.undecided = any((part.op, part.value) != (twin.op, twin.value) for part, twin in said)
    _ignore(clause, state, twins)
    state.leave_out(first.values())
    state.pending = (*first.values(), *state.pending)


def _only_one(clause: PolicyClause, state: Working) -> None:
    """The greatest of those concerned is kept; of those that are equal the first, and none when they do not do the same."""
    concerned = state.concerned(clause)
    greatest = max(concerned, key=lambda part: part.value, default=None)
    state.undecided = len({part.op for part in concerned if greatest is not None and part.value == greatest.value}) > 1
    _ignore(clause, state, [part for part in concerned if part is not greatest])


def _keep_highest(clause: PolicyClause, state: Working) -> None:
    concerned = state.concerned(clause)
    for part in concerned:
        state.apply(part, part.value if state.value is None else max(state.value, part.value), clause.cites)
    state.leave_out(concerned)


def _lookup(clause: PolicyClause, state: Working) -> None:
    row, printed = _cell(clause, state)
    figure = printed.strip().rstrip("+*")
    if not figure.lstrip("-").isdigit():
        state.undecided = True
        return
    found = Fraction(int(figure))
    state.proofs.append(row)
    proofs = state.prove(clause.cites)
    if clause.row == VALUE:
        # What was worked out so far is where the value is read.
        state.step(clause.name, "set", found, proofs)
    state.value = found


def _difference(clause: PolicyClause, state: Working) -> None:
    gap = _figure(state, clause.high) - _figure(state, clause.low)
    state.value = Fraction(next((value for least, value in clause.steps if gap >= least), clause.steps[-1][1]))
    state.prove(clause.cites)


def _from_context(clause: PolicyClause, state: Working) -> None:
    if clause.without is not None and any(clause.without.holds(part.item.attributes.get) for part in state.pending):
        return
    amount = _amount(clause, state)
    amount = max(amount, Fraction(clause.least)) if clause.least is not None else amount
    amount = min(amount, Fraction(clause.most)) if clause.most is not None else amount
    if clause.limit is not None and state.value is not None:
        amount = _up_to(clause.limit, amount, state.value, clause, state)
    proofs = state.rules.known(clause.cites)
    if amount or state.value is None:
        state.step(clause.name, "add" if amount >= 0 else "subtract", (state.value or Fraction(0)) + amount, proofs)
    # A figure that a rule says to change nothing is so by that rule too; a thing that is not there is not.
    if amount or any(not isinstance(state.request.context.get(name), bool) for name, _factor in clause.terms):
        state.proofs += proofs


def _amount(clause: PolicyClause, state: Working) -> Fraction:
    """The constant of a clause and its attributes, each times its factor."""
    return sum((_figure(state, name) * factor for name, factor in clause.terms), Fraction(str(clause.constant)))


def _up_to(limit: int, amount: Fraction, value: Fraction, clause: PolicyClause, state: Working) -> Fraction:
    """What of an amount is added to a value that it may not take past a limit; one that is past it already stays."""
    room = limit - value
    kept = max(min(amount, room), Fraction(0)) if amount > 0 else min(max(amount, room), Fraction(0))
    if kept != amount:
        proofs = state.prove(clause.cites)
        if value + kept == limit:
            state.limit("cap" if amount > 0 else "floor", limit, proofs)
    return kept


def _times(clause: PolicyClause, state: Working) -> None:
    if state.value is None:
        return
    factor = _figure(state, clause.by) if clause.by else Fraction(1)
    divisor = (
        sum((_figure(state, name) for name in clause.divided_by), Fraction(0)) if clause.divided_by else clause.divisor
    )
    if not divisor:
        state.undecided = True
    elif not clause.divided_by or divisor != 1:
        after = state.value * factor * Fraction(str(clause.constant or 1)) / divisor
        name = clause.name.replace("{}", f"{float(divisor):g}".replace(".", ","))
        state.step(name, "divide" if divisor != 1 else "multiply", after, state.prove(clause.cites))


def _figure(state: Working, name: str) -> Fraction:
    value = state.request.context.get(name)
    return Fraction(str(float(value))) if isinstance(value, int | float) else Fraction(0)


def _apply(clause: PolicyClause, state: Working) -> None:
    """The modifiers that the clause is for; what no group of it names waits for another clause."""
    concerned = state.concerned(clause)
    for operations in clause.groups or (tuple(_OPERATIONS),):
        held = [part for part in concerned if part.op in operations]
        state.leave_out(held)
        for parts, proofs in _in_order(clause.situation, held, state):
            if state.undecided or not _settled(parts, state.value):
                state.undecided = True
                continue
            for part in parts:
                state.apply(part, _after(part, state), (*(part.item.proofs or clause.cites), *proofs))


def _in_order(
    name: str, held: Sequence[Modifier], state: Working
) -> Iterator[tuple[Sequence[Modifier], tuple[str, ...]]]:
    """Modifiers in the order of a situation, those of one place together, with the rules that put them there."""
    situation = next((part for part in state.policy.situations if part.id == name), None)
    if situation is None:
        yield held, ()
        return
    items = tuple(replace(part.item, label=str(at)) for at, part in enumerate(held))
    active = state.request.active
    whole = {**state.request.context, "active": active, "first_player": active}
    for step in resolve(OrderRequest(situation, whole, items)).steps:
        yield [held[int(label)] for label in step.labels], step.decided_by


def _settled(parts: Sequence[Modifier], value: Fraction | None) -> bool:
    """True when every order of some modifiers gives one value: else a rule would have to choose, and none does."""
    used = {part.op for part in parts}
    if len(parts) <= 1 or any(used <= family for family in _FAMILIES):
        return True
    return len(parts) <= _TRIED and len({_through(order, value) for order in permutations(parts)}) == 1


def _through(parts: Iterable[Modifier], value: Fraction | None) -> Fraction | None:
    """A value after some modifiers; of what is not known, only a set value is."""
    for part in parts:
        if value is not None or part.op == "set":
            value = _OPERATIONS[part.op](value or Fraction(0), part.value)
    return value


def _after(part: Modifier, state: Working) -> Fraction | None:
    """The value after a modifier: on a roll needed, what helps the one who rolls lowers it."""
    quantity = state.request.quantity
    lowered = quantity.needed == "+" and quantity.helps
    return _through([replace(part, op=_CONTRARY.get(part.op, part.op)) if lowered else part], state.value)


def _net_cap(clause: PolicyClause, state: Working) -> None:
    """What is added and subtracted, by attributes and by modifiers, summed up, held between bounds, then applied."""
    summed = [part for part in state.pending if part.op in _SUMMED]
    start = state.value
    amount = _amount(clause, state)
    if amount and start is not None:
        state.step(clause.name, "add" if amount > 0 else "subtract", start + amount, state.prove(clause.cites))
    for part in summed:
        state.apply(part, _after(part, state), part.item.proofs)
    state.leave_out(summed)
    if start is None or state.value is None:
        return
    state.value = start + _held(state.value - start, clause.least, clause.most, clause, state)
    if summed:
        state.prove(clause.cites)


def _held(
    value: Fraction, least: Fraction | int | None, most: Fraction | int | None, clause: PolicyClause, state: Working
) -> Fraction:
    """A figure between two bounds of a clause; the bound that held it is noted."""
    bounds: tuple[tuple[LimitKind, Fraction | int | None, int], ...] = (("floor", least, -1), ("cap", most, 1))
    for kind, bound, beyond in bounds:
        if bound is not None and (value - bound) * beyond > 0:
            state.limit(kind, plain(Fraction(bound)), state.prove(clause.cites))
            return Fraction(bound)
    return value


def _rounding(clause: PolicyClause, state: Working) -> None:
    if state.value is not None and state.value.denominator != 1:
        whole = math.floor(state.value) if clause.way == "inferieur" else math.ceil(state.value)
        state.limit("rounding", whole, state.prove(clause.cites))
        state.value = Fraction(whole)


def _bound(clause: PolicyClause, state: Working) -> None:
    start, least, most = state.request.base if clause.from_start else None, clause.least, clause.most
    if start is not None:
        least = None if least is None else min(least, math.floor(start))
        most = None if most is None else max(most, math.ceil(start))
    if state.value is not None:
        figure = _figure(state, clause.by) / clause.divisor if clause.by else most
        state.value = _held(state.value, least, figure, clause, state)


def rolled(value: Fraction | float, sign: str) -> int:
    """What a roll is to reach (`+`), or to stay at (`-`): no die shows a half."""
    return math.ceil(value) if sign == "+" else math.floor(value)


def _impossible(clause: PolicyClause, state: Working) -> None:
    fraction = clause.fraction and state.value is not None and state.value.denominator != 1
    if fraction or _beyond(clause, state):
        state.impossible, state.reason = True, clause.reason
        state.prove(clause.cites)


def _undecided(clause: PolicyClause, state: Working) -> None:
    """No rule gives the value from here on, or two that say different things do: as it is, or once the modifiers concerned apply."""
    if _beyond(clause, state) and (clause.when.always or state.concerned(clause)):
        state.undecided, state.reason = True, clause.reason


def _beyond(clause: PolicyClause, state: Working) -> bool:
    """True when the value, or what the terms of a clause come to, reaches a figure of it."""
    figure = _amount(clause, state) if clause.terms else _as_rolled(state)
    if figure is None:
        return False
    over = clause.least is not None and figure >= clause.least
    return over or (clause.most is not None and figure <= clause.most)


def _as_rolled(state: Working) -> Fraction | None:
    """The value; where it is a roll, the one that a die shows."""
    sign = state.request.quantity.needed
    return Fraction(rolled(state.value, sign)) if sign and state.value is not None else state.value


def _cell(clause: PolicyClause, state: Working) -> tuple[str, str]:
    """(id of the row, what is printed) where the row and the column of a clause cross."""
    context = state.request.context
    row = context.get(clause.row, clause.row) if clause.row != VALUE or state.value is None else plain(state.value)
    column = context.get(clause.column, clause.column)
    rows = state.rules.table(clause.table)
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


_APPLIED: dict[str, Callable[[PolicyClause, Working], None]] = {
    "ignorer": lambda clause, state: _ignore(clause, state, state.concerned(clause)),
    "une-fois": _once,
    "un-seul": _only_one,
    "plus-haut": _keep_highest,
    "lire": _lookup,
    "ecart": _difference,
    "ajouter": _from_context,
    "multiplier": _times,
    "appliquer": _apply,
    "somme": _net_cap,
    "arrondir": _rounding,
    "borner": _bound,
    "impossible": _impossible,
    "indecis": _undecided,
}

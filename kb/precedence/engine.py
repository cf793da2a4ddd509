"""The engine of one game: requests in, answers with their proof out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from kb.errors import NoPolicyError
from kb.policy import Policy, PolicyClause, Quantity, Situation, read_policy
from kb.precedence.fields import plain
from kb.precedence.modifying import rolled, work_out
from kb.precedence.ordering import resolve
from kb.precedence.requests import ConflictRequest, Item, OrderRequest, conflict_request, modify_request, order_request
from kb.precedence.rules import BaseRules, Rules
from kb.precedence.rulings import Excluded, Modified, Ordered, OrderStep, Prevailing, Side
from kb.store import KnowledgeBase, Proof, View


def precedence_of(
    base: KnowledgeBase, work: str, view: View = "both", mode: str | None = None, policy: Policy | None = None
) -> Precedence:
    """The engine of a game in a view of a base; in a mode, without the situations and quantities whose rules all are of others.

    `policy` is that of an author at work; without it, that of the base.

    Raises:
        UnknownModeError: the game has no such mode.
        UnknownWorkError: there is no such game.
        NoPolicyError: it has no policy.
    """
    base.check_mode(mode, work, view)
    rules = BaseRules(base, base.work(work, view).work, view, mode)
    if policy is None:
        printed = base.policy(work)
        if printed is None:
            raise NoPolicyError(work)
        policy = read_policy(json.loads(printed))
    outside = base.outside({f"{work}/{cite}" for part in policy.parts for cite in part.cites}, mode, view)

    def played(part: Situation | Quantity) -> bool:
        return not part.cites or not outside.issuperset(f"{work}/{cite}" for cite in part.cites)

    situations, quantities = tuple(filter(played, policy.situations)), tuple(filter(played, policy.quantities))
    return Precedence(replace(policy, situations=situations, quantities=quantities), rules)


class Precedence:
    """What decides in one game: its policy, and the rules that the policy cites; a faulty request is an InvalidRequestError."""

    def __init__(self, policy: Policy, rules: Rules) -> None:
        """Answer by a policy, and cite its rules as `rules` knows them."""
        self.policy, self.rules, self.work = policy, rules, rules.work

    def order(self, data: object) -> Ordered:
        """Who or what comes first; `data` is a request of CONTRACT's form, as read from JSON."""
        request = order_request(self.policy, data)
        found, known = resolve(request), self.rules.known
        excluded = tuple(replace(kept, decided_by=known(kept.decided_by)) for kept in found.excluded)
        steps = tuple(replace(step, decided_by=known(step.decided_by)) for step in found.steps)
        parts: tuple[Excluded | OrderStep, ...] = (*excluded, *steps)
        used = [identifier for part in parts for identifier in part.decided_by]
        if not used and not found.undecided:
            used = list(known(request.situation.cites))
        return replace(found, steps=steps, excluded=excluded, decided_by=self._quoted(used))

    def modify(self, data: object) -> Modified:
        """What a value becomes."""
        request = modify_request(self.policy, data)
        state, quantity = work_out(request, self.policy, self.rules), request.quantity
        sign = quantity.needed
        known = None if state.impossible or state.undecided or state.value is None else plain(state.value)
        decided = known is not None or state.impossible
        return Modified(
            # A roll that starts from a figure of the request, or that is to be at most a figure, has that figure too.
            value=None if sign == "+" and not quantity.based else known,
            needed=f"{rolled(known, sign)}{sign}" if sign and known is not None else None,
            impossible=state.impossible,
            steps=tuple(state.steps),
            limits=tuple(state.limits),
            decided_by=self._quoted([*self.rules.known(quantity.cites), *state.proofs] if decided else ()),
            ignored=request.ignored,
            reason=state.reason,
        )

    def conflict(self, data: object) -> Prevailing:
        """Which of two rules prevails."""
        request = conflict_request(self.policy, data)
        side, reason, cites = _prevailing(self.policy, request)
        found = self.rules.exception(request) if side is None and not cites else None
        if found is None:
            return Prevailing(side, reason, self.proofs(cites), request.ignored)
        label = (request.a if found[0] == "a" else request.b).label
        reason = f"« {label} » l'emporte : le livre en fait une exception à l'autre"
        return Prevailing(found[0], reason, self._quoted(found[1]), request.ignored)

    def proofs(self, cites: Iterable[str]) -> tuple[Proof, ...]:
        """Rules cited without the work, each quoted."""
        return self._quoted(self.rules.known(cites))

    def _quoted(self, identifiers: Iterable[str]) -> tuple[Proof, ...]:
        return self.rules.quoted(dict.fromkeys(identifiers))


# --- conflict: the first clause of the game that gives a winner decides


def _prevailing(policy: Policy, request: ConflictRequest) -> tuple[Side | None, str, tuple[str, ...]]:
    """The side that prevails, why, and the rules that say so; nobody when no rule of the game decides, or when one leaves the choice."""
    pairs: tuple[tuple[Side, Item, Item], ...] = (("a", request.a, request.b), ("b", request.b, request.a))
    for clause in policy.conflict.clauses:
        last = _latest(clause, request, policy) if clause.genre == "dernier" else None
        alone = last.labels if last is not None else ()
        for side, mine, its in pairs:
            if alone == (side,) or _wins(clause, mine, its, request.waives == side):
                proofs = last.decided_by if last is not None else ()
                return side, f"« {mine.label} » l'emporte : {clause.reason}", (*clause.cites, *proofs)
        if last is not None and last.chooser is not None:
            return None, f"le joueur {last.chooser} choisit", (*clause.cites, *last.decided_by)
    return None, "aucune règle de ce jeu ne dit laquelle l'emporte", ()


def _wins(clause: PolicyClause, mine: Item, its: Item, lifts: bool) -> bool:  # noqa: FBT001 - whether the side lifts the other's restriction
    """True when a side prevails over the other by what each says."""
    one, other = mine.attributes, its.attributes
    match clause.genre:
        case "rang":
            return one["layer"] == clause.above and other["layer"] in clause.below
        case "lever":
            return lifts and other["says"] in clause.below
        case "dire":
            said = one["says"] == clause.above and other["says"] in clause.below
            return said and clause.when.holds(one.get)
    return False


def _latest(clause: PolicyClause, request: ConflictRequest, policy: Policy) -> OrderStep | None:
    """The last step of the two sides in the order of a situation: of one alone, or of both, where a rule gives them to one player."""
    situation = next(part for part in policy.situations if part.id == clause.situation)
    sides = (replace(request.a, label="a"), replace(request.b, label="b"))
    found = resolve(OrderRequest(situation, {"active": request.active}, sides))
    decided = len(found.steps) > 1 or any(step.chooser and step.decided_by for step in found.steps)
    return found.steps[-1] if decided and not found.undecided else None

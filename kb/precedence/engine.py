"""The engine of one game, on an opened base: requests in, answers with their proof out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from kb.errors import NoPolicyError
from kb.policy import Policy, Quantity, Scalar, Situation, read_policy
from kb.precedence.conflicts import prevailing
from kb.precedence.exceptions import exception
from kb.precedence.fields import plain
from kb.precedence.modifying import Setting, Working, unreadable, work_out
from kb.precedence.ordering import Resolved, resolve
from kb.precedence.requests import conflict_request, modify_request, order_request
from kb.precedence.values import Excluded, Modified, Ordered, OrderStep, Prevailing
from kb.store import KnowledgeBase, Proof, TableRow, View


class Precedence:
    """What decides in one game."""

    def __init__(self, base: KnowledgeBase, work: str, view: View = "both", mode: str | None = None) -> None:
        """Read the policy of a game. In a mode, what only rules of others decide is not asked.

        Raises:
            UnknownModeError: the game has no such mode.
            UnknownWorkError: there is no such game.
            NoPolicyError: it has no policy.
        """
        base.check_mode(mode, work, view)
        self.base, self.work, self.view, self._mode = base, base.work(work, view).work, view, mode
        printed = base.policy(self.work)
        if printed is None:
            raise NoPolicyError(self.work)
        self.policy: Policy = self._of_mode(read_policy(json.loads(printed)))
        self._quotes: dict[str, Proof | None] = {}

    def _of_mode(self, policy: Policy) -> Policy:
        """The policy without the situations and quantities whose rules all are of other modes."""
        if self._mode is None:
            return policy
        parts: tuple[Situation | Quantity, ...] = (*policy.situations, *policy.quantities)
        cites = {part.id: {f"{self.work}/{cite}" for cite in part.cites} for part in parts}
        outside = self.base.outside({cite for held in cites.values() for cite in held}, self._mode, self.view)
        return replace(
            policy,
            situations=tuple(part for part in policy.situations if not cites[part.id] or cites[part.id] - outside),
            quantities=tuple(part for part in policy.quantities if not cites[part.id] or cites[part.id] - outside),
        )

    @property
    def situations(self) -> tuple[Situation, ...]:
        """What can be put in order."""
        return self.policy.situations

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """What can be worked out."""
        return self.policy.quantities

    def order(self, data: object) -> Ordered:
        """Who or what comes first; `data` is a request of CONTRACT's form, as read from JSON.

        Raises:
            InvalidRequestError: the request is faulty.
        """
        request = order_request(self.policy, data)
        found = resolve(request)
        excluded = tuple(Excluded(item.label, self._full(cites)) for item, cites in found.excluded)
        steps = tuple(self._step(group) for group in found.groups)
        used = [proof for kept in excluded for proof in kept.decided_by]
        used += [proof for step in steps for proof in step.decided_by]
        if not used and not any(group.open for group in found.groups):
            used = list(self._full(request.situation.cites))
        return Ordered(
            steps=steps,
            undecided=tuple(_labels(group) for group in found.groups if group.open),
            excluded=excluded,
            decided_by=self._proofs(used),
            ignored=request.ignored,
        )

    def modify(self, data: object) -> Modified:
        """What a value becomes.

        Raises:
            InvalidRequestError: the request is faulty.
        """
        request = modify_request(self.policy, data)
        state = work_out(Setting(request, self.policy, self._cell, self._full))
        known = None if state.impossible or state.undecided or state.value is None else plain(state.value)
        quantity = request.quantity
        return Modified(
            # A roll that starts from a figure of the request, or that is to be at most a figure, has that figure too.
            value=None if quantity.needed == "+" and not quantity.based else known,
            needed=f"{known}{quantity.needed}" if quantity.needed and known is not None else None,
            impossible=state.impossible,
            steps=tuple(state.steps),
            limits=tuple(state.limits),
            decided_by=self._proofs(self._used(state, quantity)),
            ignored=request.ignored,
        )

    def _used(self, state: Working, quantity: Quantity) -> list[str]:
        """The rules of the quantity, then those applied."""
        known = state.impossible or (state.value is not None and not state.undecided)
        return [] if not known else [*self._full(quantity.cites), *state.proofs]

    def conflict(self, data: object) -> Prevailing:
        """Which of two rules prevails.

        Raises:
            InvalidRequestError: the request is faulty.
        """
        request = conflict_request(self.policy, data)
        side, reason, cites = prevailing(self.policy, request)
        if side is None and not cites:
            found = exception(self.base, self.work, request, self.view)
            if found is not None:
                told = (request.a if found[0] == "a" else request.b).label
                return Prevailing(
                    found[0], f"« {told} » l'emporte : le livre en fait une exception à l'autre", self._proofs(found[1])
                )
        return Prevailing(side, reason, self.proofs(cites))

    def _step(self, group: Resolved) -> OrderStep:
        return OrderStep(_labels(group), group.mode, group.chooser, self._full(group.proofs))

    def _full(self, cites: Iterable[str]) -> tuple[str, ...]:
        """Ids with the work, each once, those that the layers hold: where a unit is missing, its whole answers.

        In a mode, a rule of others is left out where one of the mode says the same.
        """
        known = (self._proof(f"{self.work}/{cite}") for cite in cites)
        found = tuple(dict.fromkeys(proof.id for proof in known if proof is not None))
        if self._mode is None:
            return found
        outside = self.base.outside(found, self._mode, self.view)
        return tuple(identifier for identifier in found if identifier not in outside) or found

    def proofs(self, cites: Iterable[str]) -> tuple[Proof, ...]:
        """Rules cited without the work, each quoted."""
        return self._proofs(self._full(cites))

    def _proofs(self, identifiers: Iterable[str]) -> tuple[Proof, ...]:
        found = (self._proof(identifier) for identifier in dict.fromkeys(identifiers))
        return tuple(proof for proof in found if proof is not None)

    def _proof(self, identifier: str) -> Proof | None:
        if identifier not in self._quotes:
            self._quotes[identifier] = self._quoted(identifier)
        return self._quotes[identifier]

    def _quoted(self, identifier: str) -> Proof | None:
        for tried in dict.fromkeys((identifier, identifier.partition("#")[0])):
            quote = self.base.leads([tried], self.view, rows=True).get(tried)
            if quote:
                return Proof(tried, quote)
        return None

    def _cell(self, table: str, row: Scalar, column: Scalar) -> tuple[str, str]:
        """(id of the row, what is printed) where a row and a column of a table cross.

        Raises:
            InvalidRequestError: the table has no such row or column.
        """
        rows = self._tables.get(table)
        if rows is None:
            rows = self._tables[table] = self.base.table(f"{self.work}/{table}", self.view)
        found = next((part for part in rows if _named(part.cells[0][1], row)), None)
        if found is None:
            raise unreadable("ligne", row, tuple(part.cells[0][1] for part in rows))
        for title, printed in found.cells[1:]:
            if _named(title, column):
                return found.id, printed
        raise unreadable("colonne", column, tuple(title for title, _printed in found.cells[1:]))

    @cached_property
    def _tables(self) -> dict[str, list[TableRow]]:
        return {}


def _named(title: str, value: Scalar) -> bool:
    """A row or a column bears a value alone, or after what it is (« CT 4 »)."""
    return title.strip() == str(value) or title.split()[-1:] == [str(value)]


def _labels(group: Resolved) -> tuple[str, ...]:
    return tuple(item.label for item in group.group.items)

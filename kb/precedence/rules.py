"""The rules that a policy cites: which of them a work holds, their words, its printed tables and exceptions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from kb.errors import NoPolicyError
from kb.policy import Policy, Quantity, Situation, read_policy
from kb.precedence.exceptions import exception
from kb.precedence.requests import ConflictRequest
from kb.precedence.values import Side
from kb.store import KnowledgeBase, Proof, TableRow, View


class Rules(Protocol):
    """What the engine asks of the rules of a work."""

    work: str

    def known(self, cites: Iterable[str]) -> tuple[str, ...]:
        """The ids of the rules cited that are held, each once."""

    def quoted(self, identifiers: Iterable[str]) -> tuple[Proof, ...]:
        """Rules known, with their words."""

    def table(self, cite: str) -> Sequence[TableRow]:
        """The rows of a printed table."""

    def exception(self, request: ConflictRequest) -> tuple[Side, tuple[str, ...]] | None:
        """The side whose rule the book makes an exception to the other's, and the ids that say so."""


class CitedRules:
    """The rules as the policy cites them, taken at its word: no base, no quote."""

    def __init__(self, work: str, tables: Mapping[str, Sequence[TableRow]]) -> None:
        """Read `tables`, by their id without the work."""
        self.work, self._tables = work, tables

    def known(self, cites: Iterable[str]) -> tuple[str, ...]:
        """All of them."""
        return tuple(dict.fromkeys(cites))

    def quoted(self, identifiers: Iterable[str]) -> tuple[Proof, ...]:
        """The rules without their words."""
        return tuple(Proof(identifier, "") for identifier in identifiers)

    def table(self, cite: str) -> Sequence[TableRow]:
        """The rows of a printed table; none where it is not known."""
        return self._tables.get(cite, ())

    def exception(self, request: ConflictRequest) -> None:
        """None is known."""


class BaseRules:
    """The rules of a work in a base, in a view of it; in a mode, those of the mode first."""

    def __init__(self, base: KnowledgeBase, work: str, view: View, mode: str | None) -> None:
        """Read what is asked of a work, when it is asked."""
        self.base, self.work, self.view, self.mode = base, work, view, mode
        self._quotes: dict[str, Proof | None] = {}
        self._tables: dict[str, list[TableRow]] = {}

    def known(self, cites: Iterable[str]) -> tuple[str, ...]:
        """Ids with the work, each once, those that the layers hold: where a unit is missing, its whole answers.

        In a mode, a rule of others is left out where one of the mode says the same.
        """
        found = tuple(dict.fromkeys(proof.id for proof in self.quoted(f"{self.work}/{cite}" for cite in cites)))
        outside = self.outside(found)
        return tuple(identifier for identifier in found if identifier not in outside) or found

    def outside(self, identifiers: Iterable[str]) -> frozenset[str]:
        """Of some ids, those of other modes; none without a mode."""
        return frozenset() if self.mode is None else self.base.outside(identifiers, self.mode, self.view)

    def quoted(self, identifiers: Iterable[str]) -> tuple[Proof, ...]:
        """Those that are held, with their words."""
        found = (self._proof(identifier) for identifier in identifiers)
        return tuple(proof for proof in found if proof is not None)

    def _proof(self, identifier: str) -> Proof | None:
        if identifier not in self._quotes:
            tried = tuple(dict.fromkeys((identifier, identifier.partition("#")[0])))
            quotes = self.base.leads(tried, self.view, rows=True)
            held = next((one for one in tried if quotes.get(one)), None)
            self._quotes[identifier] = None if held is None else Proof(held, quotes[held])
        return self._quotes[identifier]

    def table(self, cite: str) -> Sequence[TableRow]:
        """The rows of a printed table."""
        if cite not in self._tables:
            self._tables[cite] = self.base.table(f"{self.work}/{cite}", self.view)
        return self._tables[cite]

    def exception(self, request: ConflictRequest) -> tuple[Side, tuple[str, ...]] | None:
        """Of two rules that the request names, the one that excepts the other (see `kb.precedence.exceptions`)."""
        return exception(self.base, self.work, request, self.view)


def read_policy_of(base: KnowledgeBase, rules: BaseRules) -> Policy:
    """The policy of a work as its base holds it.

    Raises:
        NoPolicyError: it has none.
    """
    printed = base.policy(rules.work)
    if printed is None:
        raise NoPolicyError(rules.work)
    return read_policy(json.loads(printed))


def of_mode(policy: Policy, rules: BaseRules) -> Policy:
    """The policy without the situations and quantities whose rules all are of other modes."""
    parts: tuple[Situation | Quantity, ...] = (*policy.situations, *policy.quantities)
    cites = {part.id: {f"{rules.work}/{cite}" for cite in part.cites} for part in parts}
    outside = rules.outside({cite for held in cites.values() for cite in held})
    left = {name for name, held in cites.items() if held and held <= outside}
    return replace(
        policy,
        situations=tuple(part for part in policy.situations if part.id not in left),
        quantities=tuple(part for part in policy.quantities if part.id not in left),
    )

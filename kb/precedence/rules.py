"""The rules that a policy cites: which of them a work holds, their words, its printed tables and exceptions."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kb.model.clauses import provision_of
from kb.precedence.requests import ConflictRequest
from kb.precedence.rulings import Side
from kb.store import KnowledgeBase, Proof, TableRow, View

# An exception takes from what a rule allows or asks; only what replaces a rule prevails whatever both say.
_FORBIDDING, _ANY = ("overrides", "excepts"), ("overrides",)


@dataclass(frozen=True, slots=True)
class CitedRules:
    """The rules as the policy cites them, taken at its word: no base, no quote; `tables` are by their id without the work."""

    work: str
    tables: Mapping[str, Sequence[TableRow]]

    def known(self, cites: Iterable[str]) -> tuple[str, ...]:
        """All of them."""
        return tuple(dict.fromkeys(cites))

    def quoted(self, identifiers: Iterable[str]) -> tuple[Proof, ...]:
        """The rules without their words."""
        return tuple(Proof(identifier, "") for identifier in identifiers)

    def table(self, cite: str) -> Sequence[TableRow]:
        """The rows of a printed table; none where it is not known."""
        return self.tables.get(cite, ())

    def exception(self, request: ConflictRequest) -> None:
        """None is known."""


class BaseRules:
    """The rules of a work in a base, in a view of it; in a mode, those of the mode first."""

    def __init__(self, base: KnowledgeBase, work: str, view: View, mode: str | None) -> None:
        """Read what is asked of a work, when it is asked."""
        self.base, self.work, self.view, self.mode = base, work, view, mode
        self._proof, self._read_table = cache(self._held), cache(base.table)

    def known(self, cites: Iterable[str]) -> tuple[str, ...]:
        """Ids with the work, each once, those that the layers hold: where a unit is missing, its whole answers.

        In a mode, a rule of others is left out where one of the mode says the same.
        """
        found = tuple(dict.fromkeys(proof.id for proof in self.quoted(f"{self.work}/{cite}" for cite in cites)))
        outside = self.base.outside(found, self.mode, self.view)
        return tuple(identifier for identifier in found if identifier not in outside) or found

    def quoted(self, identifiers: Iterable[str]) -> tuple[Proof, ...]:
        """Those that are held, with their words."""
        return tuple(proof for proof in map(self._proof, identifiers) if proof is not None)

    def _held(self, identifier: str) -> Proof | None:
        """A rule with its words, or its whole where the unit is missing; None when neither is held."""
        tried = (identifier, provision_of(identifier))
        quotes = self.base.leads(tried, self.view, rows=True)
        return next((Proof(one, quotes[one]) for one in tried if quotes.get(one)), None)

    def table(self, cite: str) -> Sequence[TableRow]:
        """The rows of a printed table."""
        return self._read_table(f"{self.work}/{cite}", self.view)

    def exception(self, request: ConflictRequest) -> tuple[Side, tuple[str, ...]] | None:
        """Of two rules that the request names, the side whose rule the book makes an exception to the other's, and the ids that say so.

        A label names a rule by its beginning, up to a colon or a parenthesis (« Coup fatal : pas de régénération »).
        """
        rules = [self._named(side.label) for side in (request.a, request.b)]
        if not all(rules):
            return None
        forbids = "cannot" in {request.a.attributes["says"], request.b.attributes["says"]}
        types = _FORBIDDING if forbids else _ANY
        above = [self.base.overriding(one, other, types, self.view) for one, other in (rules, reversed(rules))]
        if bool(above[0]) == bool(above[1]):
            return None
        return ("a", above[0]) if above[0] else ("b", above[1])

    def _named(self, label: str) -> tuple[str, ...]:
        """The rules of the work that bear the name at the head of a label."""
        head = re.split(r"[:(]", label)[0].strip()
        found = self.base.lookup(head, self.work, self.view) if head else ()
        return tuple(identifier for identifier in found if identifier.startswith(f"{self.work}/"))


Rules = CitedRules | BaseRules

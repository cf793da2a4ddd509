"""A policy and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kb.policy.clauses import ConflictClause, ModifyClause, OrderClause
from kb.policy.conditions import Condition, Scalar


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute that a request gives: of an item, or of the request itself when `whole`.

    `type` is nombre, mot, texte, oui-non or camp (a player's letter); `values` are the words accepted, or for a texte the ones that the
    policy knows; `default` stands when the attribute is left out, unless it is `required`; `needless` is when it may be left out all the
    same; `nullable` when null is accepted. `names` are (value, words that players use for it).
    """

    name: str
    type: str
    meaning: str
    values: tuple[str, ...] = ()
    default: Scalar = None
    required: bool = True
    nullable: bool = False
    whole: bool = False
    needless: Condition | None = None
    least: int | None = None
    most: int | None = None
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """Things to put in order: what tells them apart, and the clauses that order them."""

    id: str
    title: str
    cites: tuple[str, ...]
    attributes: tuple[Attribute, ...]
    clauses: tuple[OrderClause, ...]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value to work out. `needed` is the sign of the roll when the answer is one: `+` (that or more), `-` (that or less).

    `based` when the request gives the base; `helps` is false when what is added makes the roll harder: added to the number needed itself.
    """

    id: str
    title: str
    cites: tuple[str, ...]
    context: tuple[Attribute, ...]
    clauses: tuple[ModifyClause, ...]
    needed: str = ""
    based: bool = True
    helps: bool = True
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflict:
    """How two rules that say different things are told apart: the layers of the game, and the clauses in the order tried."""

    layers: tuple[str, ...]
    clauses: tuple[ConflictClause, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """What decides in a game. `printed` is the whole of it as JSON, as the base keeps it."""

    situations: tuple[Situation, ...]
    quantities: tuple[Quantity, ...]
    conflict: Conflict
    printed: str

    def cited(self) -> tuple[tuple[str, str], ...]:
        """(where, id) of every rule that a part of the policy cites."""
        found: list[tuple[str, str]] = []
        parts: tuple[Situation | Quantity, ...] = (*self.situations, *self.quantities)
        for part in parts:
            found += [(part.id, cite) for cite in part.cites]
            found += [(part.id, cite) for clause in part.clauses for cite in _of(clause)]
        return (*found, *(("conflit", cite) for clause in self.conflict.clauses for cite in clause.cites))


def _of(clause: OrderClause | ModifyClause) -> tuple[str, ...]:
    """The rules of a clause, of its bands, and the table that it reads."""
    bands = tuple(cite for band in getattr(clause, "bands", ()) for cite in band.cites)
    return (*clause.cites, *bands, *filter(None, (getattr(clause, "table", ""),)))


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases that stand beside a policy, as read from their file, and the line of each."""

    file: str = ""
    cases: tuple[Mapping[str, Any], ...] = ()
    lines: tuple[int, ...] = ()

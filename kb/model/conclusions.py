"""What can be asked of a provision by yes or no, and what it comes to: declared beside it, tried on the case of a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Said = Literal["oui", "non"]
Sign = Literal["<", "<=", "=", ">=", ">"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A thing that a case says: true by one of the phrases `said`, false by one of `denied` or by a denial of what is said.

    With `least` or `most`, true when the figure beside one of the phrases stands within these bounds, both included, and false beyond.
    With `beside`, true when the figure beside one of `said` stands to that beside one of these as `sign` says. `presumed` is what it is
    when the case does not say: none leaves the issue open.
    """

    said: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    beside: tuple[str, ...] = ()
    sign: Sign = "="
    presumed: bool | None = False


@dataclass(frozen=True, slots=True)
class Case:
    """What an issue comes to when all its conditions hold (none: nothing is said), and the clause of the précis that says so (`#2.1`).

    `otherwise` is what it comes to when the case says that one of them does not hold.
    """

    conditions: tuple[Condition, ...]
    answer: Said | None = None
    otherwise: Said | None = None
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that can be asked of a provision: its act, the contrary, what it comes to when no case holds; of two cases the later wins.

    `provision` is the id without its work. `must` is true of an act whose obligation is asked (« doit-on… ? »).
    """

    provision: str
    acts: tuple[str, ...]
    contrary: tuple[str, ...] = ()
    answer: Said | None = None
    clause: str | None = None
    must: bool = False
    cases: tuple[Case, ...] = ()

    def clauses(self) -> tuple[str, ...]:
        """The clauses that it cites, each once."""
        cited = (self.clause, *(case.clause for case in self.cases))
        return tuple(dict.fromkeys(clause for clause in cited if clause is not None))

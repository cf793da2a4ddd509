"""What can be asked of a provision by yes or no, and what it comes to: declared with it, tried on the case of a question."""

from dataclasses import dataclass, field
from typing import Literal

from kb.system.declared import key

Said = Literal["oui", "non"]
CONTRARY: dict[Said, Said] = {"oui": "non", "non": "oui"}
Sign = Literal["<", "<=", "=", ">=", ">"]
_ANSWERS = {"oui": "oui", "non": "non", "silence": None}


@dataclass(frozen=True, slots=True)
class Condition:
    """A thing that a case says: true by one of the phrases `said`, false by one of `denied` or by a denial of what is said.

    With `least` or `most`, true when the figure next to one of the phrases stands within these bounds, both included, and false beyond.
    With `against`, true when the figure next to one of `said` stands to that next to one of these as `sign` says. `presumed` is what it is
    when the case does not say: none leaves the issue open.
    """

    said: tuple[str, ...] = field(default=(), metadata=key("dit"))
    denied: tuple[str, ...] = field(default=(), metadata=key("contraire"))
    least: float | None = field(default=None, metadata=key("au-moins"))
    most: float | None = field(default=None, metadata=key("au-plus"))
    against: tuple[str, ...] = field(default=(), metadata=key("face"))
    sign: Sign = field(default="=", metadata=key("signe"))
    presumed: bool | None = field(
        default=False, metadata=key("presume", among={"vrai": True, "faux": False, "rien": None})
    )


@dataclass(frozen=True, slots=True)
class Case:
    """What an issue comes to when all its conditions hold (none: nothing is said), and the clause of the précis that says so (`#2.1`).

    `otherwise` is what it comes to when the case says that one of them does not hold.
    """

    conditions: tuple[Condition, ...] = field(metadata=key("si"))
    answer: Said | None = field(metadata=key("alors", among=_ANSWERS))
    otherwise: Said | None = field(default=None, metadata=key("sinon"))
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that can be asked of a provision: its act, the contrary, what it comes to when no case holds; of two cases the later wins.

    `provision` is the id without its work.
    """

    provision: str = field(metadata=key("regle"))
    acts: tuple[str, ...] = field(metadata=key("acte"))
    contrary: tuple[str, ...] = field(default=(), metadata=key("contraire"))
    answer: Said | None = field(default=None, metadata=key("defaut", among=_ANSWERS))
    clause: str | None = None
    cases: tuple[Case, ...] = field(default=(), metadata=key("cas"))

    def clauses(self) -> tuple[str, ...]:
        """The clauses that it cites, each once."""
        cited = (self.clause, *(case.clause for case in self.cases))
        return tuple(dict.fromkeys(clause for clause in cited if clause is not None))

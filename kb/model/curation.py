"""What an editor adds to a work: relations, corrections, choices, terms without definition, differences that were read."""

from dataclasses import dataclass, field
from typing import Literal

from kb.model import EdgeType
from kb.system.declared import key


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge that an editor declares, ids without work.

    Of two rules that clash: the clause of each whose words do, as numbered in the précis (`#2.1`), and which one prevails, when the book
    says so: `from`, `to` or `none`. Where the publication says a clause in several sentences, the one that clashes, as numbered there, then
    its first words (`#3.2 Elle ne peut`).
    """

    source: str = field(metadata=key("from"))
    type: EdgeType
    target: str = field(metadata=key("to"))
    reason: str
    source_clause: str = field(default="", metadata=key("from-clause"))
    target_clause: str = field(default="", metadata=key("to-clause"))
    source_texte: str = field(default="", metadata=key("from-texte"))
    target_texte: str = field(default="", metadata=key("to-texte"))
    prevails: Literal["", "from", "to", "none"] = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """A printed reference that an editor found wrong: where it stands, what it prints (by which label), and the right target.

    Or, as a choice, a right one that several provisions answer, as a page alone: the target that it is read to mean.
    """

    place: str = field(metadata=key("in"))
    printed: str
    target: str = field(metadata=key("to"))
    reason: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Unlink:
    """A word of a provision that is the name of a term and does not mean it there: no link from `place` to `target`."""

    place: str = field(metadata=key("in"))
    target: str = field(metadata=key("to"))
    reason: str


@dataclass(frozen=True, slots=True)
class Undefined:
    """A term that the work uses and defines nowhere, with the other forms in which it stands there, and what is missing."""

    term: str
    reason: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """A difference between the two layers of a provision that an editor has read and found to be none of sense, with the reason.

    `seen` are the figures or targets that it was about: any other there is a new finding. Empty where the code has none.
    """

    id: str
    code: str
    reason: str
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Curation:
    """What an editor adds to a work.

    Relations, corrections, (document, page, id) of the pages cited by number, false mentions, and terms without definition.
    """

    relations: tuple[Relation, ...] = ()
    corrections: tuple[Correction, ...] = ()
    pages: tuple[tuple[str, str, str], ...] = ()
    unlinks: tuple[Unlink, ...] = ()
    undefined: tuple[Undefined, ...] = ()
    choices: tuple[Correction, ...] = ()

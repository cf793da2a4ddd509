"""The values of an answer, as Python users and the wire see them."""

from __future__ import annotations

from dataclasses import dataclass

from kb.precedence import Ordered, Prevailing
from kb.store import Passage
from kb.timing import Comparison


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage with its score and the reasons of its rank."""

    passage: Passage
    score: float
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """A verbatim part of the provision `id`."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of what is asked in order."""

    order: int
    text: str
    id: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What a table answers: the row `id`, the title of a column, and what stands where they cross."""

    id: str
    column: str
    value: str


@dataclass(frozen=True, slots=True)
class Linked:
    """A provision beside the answer, and the edge between them (`precedes`, `contradicts`, `related`…).

    `excepts` and `overrides` come from it to the answer; `excepts-it` and `overrides-it` go from the answer to it.
    """

    id: str
    title: str
    text: str
    relation: str


@dataclass(frozen=True, slots=True)
class Results:
    """Ranked passages of a search; `corrected` is the question as it was understood, when a word was mended."""

    query: str
    results: tuple[Scored, ...]
    total: int
    took_ms: float
    corrected: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer for one game; without a rule that answers, `answerable` is false and `passages` are the nearest.

    `reason` is then why, where the work is known not to settle it; `mode` is the mode given or named in the question; `conditions` are
    the reserves of a verdict, `settled_by` the question written beside the rule that gives it; `timing` and `precedence` are what the
    engine says, when the question names enough to be put to it.
    """

    question: str
    game: str
    intent: str
    answerable: bool
    confidence: float
    quotes: tuple[Quote, ...]
    passages: tuple[Scored, ...]
    took_ms: float
    consequences: tuple[Linked, ...] = ()
    exceptions: tuple[Linked, ...] = ()
    related: tuple[Linked, ...] = ()
    verdict: str | None = None
    corrected: str | None = None
    reason: str = ""
    mode: str | None = None
    cell: Cell | None = None
    settled_by: str = ""
    steps: tuple[Step, ...] = ()
    conditions: tuple[Quote, ...] = ()
    timing: Comparison | None = None
    precedence: Ordered | Prevailing | None = None

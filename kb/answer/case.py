"""A question as it is understood, from which its answer is drawn."""

from dataclasses import dataclass
from typing import NamedTuple

from kb.answer.excerpts import Scored
from kb.answer.question.query import Named
from kb.answer.ruling.from_question import Ruling
from kb.answer.table.lookup import Reading
from kb.search import Found
from kb.store import Passage

SILENT = Ruling("")
"""What the engine says of a question that it has nothing to say of."""


class Side(NamedTuple):
    """One of two things of which a question asks what sets them apart: the rule that tells of it, what the question calls it."""

    rule: Passage
    name: str


@dataclass(frozen=True, slots=True)
class Case:
    """A question as it is understood: its names, what search found, its intent, the passages listed, what a table and the engine say."""

    said: Named
    found: Found
    intent: str
    passages: tuple[Scored, ...]
    read: Reading | None
    ruling: Ruling
    sides: tuple[Side, ...] = ()
    # Whether the question is no more than the name of the first passage.
    named: bool = False

    @property
    def best(self) -> Passage:
        """The rule that answers: the first that has words of its own, which a heading that is named may not."""
        return next((one.passage for one in self.passages if one.passage.text), self.passages[0].passage)

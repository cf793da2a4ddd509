"""Yes or no: the answer of the questions written beside the rules, when one of them is nearly the question asked.

Nothing is inferred from the words of a rule: a verdict stands beside the rule, written by who read it, and it is given only when a
question that has it lies clearly nearer than any that has the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kb.answer.intent import is_closed
from kb.search import Measured, Model, Part, spread

# The best rules whose questions are looked at, and what each point of score behind the first takes from a resemblance.
_RULES = 3
_BEHIND = 0.05


@dataclass(frozen=True, slots=True)
class Verdict:
    """`oui` or `non`, by how much its question leads, the rule beside which that stands, and its place among that rule's questions."""

    told: str
    margin: float
    rule: str
    question: int


def verdict_of(question: str, measured: Measured, model: Model) -> Verdict | None:
    """The verdict of the best rules; none for an open question, or when the nearest questions do not tell clearly."""
    found = nearest(measured, model.stance) if is_closed(question) else None
    return found if found is not None and found.margin >= model.margin else None


def nearest(measured: Measured, penalty: float) -> Verdict | None:
    """What the nearest question with a verdict says, and by how much it leads the nearest that says the contrary.

    Each stance that one question has and the other has not takes the share `penalty` from their resemblance.
    """
    index, rows = measured.index, measured.order()[:_RULES]
    if not len(rows):
        return None
    at, owner = spread(index.starts, measured.candidates[rows])
    segments = index.segments[at]
    settled = (segments["part"] == Part.QUESTION) & (segments["verdict"] != 0)
    if not settled.any():
        return None
    alike = measured.held[at] / np.sqrt(index.rarities[at] * np.float32(measured.scores.whole))
    apart = np.bitwise_count(segments["stance"] ^ np.uint16(measured.stance)).astype(np.float32)
    behind = measured.judged[rows[0]] - measured.judged[rows]
    alike = np.maximum(alike * (1 - penalty * apart) - _BEHIND * behind[owner], 0)
    yes = np.where(settled & (segments["verdict"] > 0), alike, 0)
    no = np.where(settled & (segments["verdict"] < 0), alike, 0)
    best = int((yes if yes.max() >= no.max() else no).argmax())
    return Verdict(
        told="oui" if segments["verdict"][best] > 0 else "non",
        margin=abs(float(yes.max()) - float(no.max())),
        rule=index.ids[int(segments["document"][best])],
        question=int(segments["unit"][best]),
    )

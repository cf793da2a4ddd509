"""Yes or no: the answer of the questions written beside the rule, when one of them is nearly the question asked.

Nothing is inferred from the words of a rule: a verdict stands beside the rule, written by who read it, and it is given only when a
question that has it lies clearly nearer than any that has the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kb.answer.intent import is_closed
from kb.search import Measured, Model, Part, spread


@dataclass(frozen=True, slots=True)
class Verdict:
    """`oui` or `non`, how clearly, how near the question that gives it lies, and its place among those beside the rule."""

    told: str
    margin: float
    alike: float
    question: int


def verdict_of(question: str, identifier: str, measured: Measured, model: Model) -> Verdict | None:
    """The verdict of the rule that answers; none for an open question, or when the nearest questions do not tell clearly."""
    found = nearest(identifier, measured, model.stance) if is_closed(question) else None
    clear = found is not None and found.margin >= model.margin and found.alike >= model.alike
    return found if clear else None


def nearest(identifier: str, measured: Measured, penalty: float) -> Verdict | None:
    """What the nearest question with a verdict says, and how far the nearest one that says the contrary lies behind it.

    Each stance that one question has and the other has not takes `penalty` from their resemblance.
    """
    index = measured.index
    if identifier not in index.places:
        return None
    at, _owner = spread(index.starts, np.array([index.places[identifier]]))
    segments = index.segments[at]
    settled = (segments["part"] == Part.QUESTION) & (segments["verdict"] != 0)
    if not settled.any():
        return None
    alike = measured.held[at] / np.sqrt(index.rarities[at] * np.float32(measured.scores.whole))
    apart = np.bitwise_count(segments["stance"] ^ np.uint16(measured.stance))
    alike = np.maximum(alike - penalty * apart.astype(np.float32), 0)
    yes = np.where(settled & (segments["verdict"] > 0), alike, 0)
    no = np.where(settled & (segments["verdict"] < 0), alike, 0)
    best = int((yes if yes.max() >= no.max() else no).argmax())
    margin = abs(float(yes.max()) - float(no.max()))
    told = "oui" if segments["verdict"][best] > 0 else "non"
    return Verdict(told, margin, float(max(yes.max(), no.max())), int(segments["unit"][best]))

"""Answerable or not: the best rule against the best of what the work says it does not settle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kb.search import Measured, Model
from kb.search.signals import SIGNALS, Floats

# What the best rule, then the best absent matter, bring to the decision.
_OF_RULE = ("cover", "question", "question-share", "clause-share", "meaning")
_OF_ABSENT = ("question", "question-share", "meaning")
GROUNDS = (
    "margin",  # how far the best rule stands above the best absent matter
    *(f"rule-{name}" for name in _OF_RULE),
    *(f"absent-{name}" for name in _OF_ABSENT),
    "unknown",  # the share of the question's words that the work never uses
)
# The margin where the work lists no absent matter, or none that shares a word with the question.
_FREE = 3.0


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a rule answers, how sure that is (0 to 1), and the reason when the work itself is known not to settle it."""

    answerable: bool
    confidence: float
    reason: str = ""


def decide(measured: Measured | None, model: Model) -> Decision:
    """The decision for a question that was measured in one work."""
    if measured is None or measured.best(absent=False) is None:
        return Decision(answerable=False, confidence=0.0)
    odds = float(grounds(measured) @ np.array(model.grounds, dtype=np.float32)) + model.bias
    confidence = round(1 / (1 + float(np.exp(-odds))), 3)
    answerable = confidence >= model.threshold
    absent = measured.best(absent=True)
    named = absent is not None and float(measured.judged[absent]) > _best_rule(measured)
    reason = (
        measured.index.absent[measured.candidates[absent]] if not answerable and named and absent is not None else ""
    )
    return Decision(answerable, confidence, reason)


def grounds(measured: Measured) -> Floats:
    """What the decision rests on, in the order of `GROUNDS`."""
    rule, absent = measured.best(absent=False), measured.best(absent=True)
    if rule is None:
        raise ValueError("no rule shares a word with the question")
    margin = _FREE if absent is None else _best_rule(measured) - float(measured.judged[absent])
    column = {name: place for place, name in enumerate(SIGNALS)}
    found = [min(margin, _FREE)]
    found += [float(measured.signals[rule, column[name]]) for name in _OF_RULE]
    found += [0.0 if absent is None else float(measured.signals[absent, column[name]]) for name in _OF_ABSENT]
    unknown = sum(key not in measured.terms for key in measured.keys)
    return np.array([*found, unknown / max(1, len(measured.keys))], dtype=np.float32)


def _best_rule(measured: Measured) -> float:
    rule = measured.best(absent=False)
    return float(measured.judged[rule]) if rule is not None else 0.0

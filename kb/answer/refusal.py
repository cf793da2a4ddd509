"""Answerable or not: the best rule against the best of what the work says it does not settle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kb.search import FEATURES, Candidate, Found, Model

FEATURES_OF_REFUSAL = (
    "margin",  # how far the best rule stands above the best absent matter
    "cover",  # features of the best rule (see `kb.search.ranking`)
    "question",
    "question-share",  # how much of the question the nearest of its questions holds
    "absent-cover",  # features of the best absent matter
    "absent-question",
    "absent-question-share",
    "absent-title",
    "unknown",  # the share of the question's words that the work never uses
)
# The most that the margin counts, also where no absent matter shares a word with the question.
_MOST = 3.0
_COVER, _QUESTION, _TITLE = (FEATURES.index(name) for name in ("cover", "question", "title"))


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a rule answers, how sure that is (0 to 1), and the reason when the work itself is known not to settle it."""

    answerable: bool
    confidence: float
    reason: str = ""


def decide(found: Found, model: Model) -> Decision:
    """The decision for a question."""
    if not found.candidates:
        return Decision(answerable=False, confidence=0.0)
    margin = model.answers(evidence(found), found.density)
    rule, absent = found.candidates[0], next(iter(found.absents), None)
    if rule.named and not (absent is not None and absent.named):
        margin = max(margin, 0.0)
    reason = ""
    if margin < 0 and absent is not None and _nearer(absent, rule):
        reason = absent.row.absent
    return Decision(margin >= 0, round(1 / (1 + math.exp(-margin)), 3), reason)


def evidence(found: Found) -> tuple[float, ...]:
    """What the decision rests on, in the order of `FEATURES_OF_REFUSAL`, where a rule shares a word with the question."""
    rule, absent = found.candidates[0], next(iter(found.absents), None)
    return (
        _MOST if absent is None else min(rule.score - absent.score, _MOST),
        rule.features[_COVER],
        rule.features[_QUESTION],
        rule.question_share,
        *_of_absent(absent),
        found.unknown,
    )


def _nearer(absent: Candidate, rule: Candidate) -> bool:
    """True when an absent matter ranks above the best rule, or is asked for in words nearer to the question."""
    return absent.score > rule.score or absent.features[_QUESTION] > rule.features[_QUESTION]


def _of_absent(absent: Candidate | None) -> tuple[float, float, float, float]:
    if absent is None:
        return (0.0, 0.0, 0.0, 0.0)
    return (absent.features[_COVER], absent.features[_QUESTION], absent.question_share, absent.features[_TITLE])

"""Answerable or not: the best rule against the best of what the work says it does not settle."""

import math
from dataclasses import dataclass

from kb.search import FEATURES, Candidate, Found, Model

REFUSAL_EVIDENCE = (
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
# From what share of a question on all its words are held.
_ALL = 0.99
# How like a written question one is that is the same but for a word, and by how much less like are those of another matter.
_ALIKE, _APART = 0.95, 0.15
_COVER, _QUESTION, _TITLE, _ORDER = map(FEATURES.index, ("cover", "question", "title", "order"))


@dataclass(frozen=True, slots=True)
class Answerability:
    """Whether a rule answers, how sure that is (0 to 1), and the reason when the work itself is known not to settle it."""

    answerable: bool
    confidence: float
    reason: str = ""


UNKNOWN_NAME = "« {} » n'est nommé nulle part dans ce livre"
NO_RULE = "ce livre n'a ni règle ni profil du nom de « {} »"
NO_ROW = "« {} » n'est dans aucune rangée de « {} »"
NO_WORD = "aucun mot de cette question n'est dans ce livre"
"""Why a name that the book does not hold, a row that a table does not hold, and what says nothing of it, have no answer."""


def refused(reason: str) -> Answerability:
    """What has no answer, and why."""
    return Answerability(answerable=False, confidence=0.0, reason=reason)


def answerability(found: Found, model: Model) -> Answerability:
    """Whether the best rule answers a question."""
    if not found.candidates:
        return refused(NO_WORD)
    margin = model.answers(refusal_evidence(found), found.density)
    rule, absent = _best(found)
    left_out = absent is not None and (absent.named or _in_the_same_words(absent))
    sure = rule.named or _stands_above(rule, absent) or is_asked_so(found)
    if _in_the_same_words(rule) or (sure and not left_out):
        margin = max(margin, 0.0)
    reason = ""
    # An absent matter ranks above the best rule, or is asked for in words nearer to the question.
    if margin < 0 and absent is not None:
        nearer = absent.score > rule.score or absent.features[_QUESTION] > rule.features[_QUESTION]
        reason = absent.row.absent if nearer else ""
    return Answerability(margin >= 0, round(1 / (1 + math.exp(-margin)), 3), reason)


def refusal_evidence(found: Found) -> tuple[float, ...]:
    """What it rests on whether a rule answers, in the order of `REFUSAL_EVIDENCE`, where a rule shares a word with the question."""
    rule, absent = _best(found)
    of_rule = (rule.features[_COVER], rule.features[_QUESTION], rule.question_share)
    if absent is None:
        return (_MOST, *of_rule, 0.0, 0.0, 0.0, 0.0, found.unknown)
    of_absent = (absent.features[_COVER], absent.features[_QUESTION], absent.question_share, absent.features[_TITLE])
    return (min(rule.score - absent.score, _MOST), *of_rule, *of_absent, found.unknown)


def _stands_above(rule: Candidate, absent: Candidate | None) -> bool:
    """True for a rule that holds every word of a question, far above what the work leaves out: a few words look up what they name."""
    return rule.features[_COVER] >= _ALL and (absent is None or rule.score - absent.score >= _MOST)


def is_asked_so(found: Found) -> bool:
    """True when a question written for the best rule has the words of the one asked, and none of an absent matter is near it."""
    rule, absent = _best(found)
    asked = rule.features[_QUESTION]
    return asked >= _ALIKE and (absent is None or asked - absent.features[_QUESTION] >= _APART)


def _in_the_same_words(one: Candidate) -> bool:
    """True when one of its written questions has the words of the one asked, in their order."""
    return one.features[_ORDER] >= 1.0


def _best(found: Found) -> tuple[Candidate, Candidate | None]:
    """The best rule, and the best absent matter if any."""
    return found.candidates[0], next(iter(found.absents), None)

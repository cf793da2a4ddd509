"""Answers: ranked passages quoted word for word, with what follows from the graph. The only stage that calls search."""

from kb.answer.answering import Answerer
from kb.answer.intent import intent_of, is_closed
from kb.answer.judging import Judge, citation
from kb.answer.proof import verified
from kb.answer.refusal import FEATURES_OF_REFUSAL, decide
from kb.answer.refusal import evidence as refusal_evidence
from kb.answer.resolving import Draft, Resolved, Resolver
from kb.answer.shortening import MAX_LINES, shortened, shown
from kb.answer.values import Answer, Answers, Card, Cell, Engine, Linked, Quote, Results
from kb.answer.verdicts import EVIDENCE, judged, witnesses
from kb.answer.verdicts import evidence as verdict_evidence
from kb.answer.verifying import CheckedClaim, Verifier

__all__ = [
    "EVIDENCE",
    "FEATURES_OF_REFUSAL",
    "MAX_LINES",
    "Answer",
    "Answerer",
    "Answers",
    "Card",
    "Cell",
    "CheckedClaim",
    "Draft",
    "Engine",
    "Judge",
    "Linked",
    "Quote",
    "Resolved",
    "Resolver",
    "Results",
    "Verifier",
    "citation",
    "decide",
    "intent_of",
    "is_closed",
    "judged",
    "refusal_evidence",
    "shortened",
    "shown",
    "verdict_evidence",
    "verified",
    "witnesses",
]

"""Answers: ranked passages quoted word for word, with what follows from the graph. The only stage that calls search."""

from kb.answer.answering import Answerer
from kb.answer.question.intent import intent_of, is_closed
from kb.answer.question.refusal import FEATURES_OF_REFUSAL, decide
from kb.answer.question.refusal import evidence as refusal_evidence
from kb.answer.quote.excerpts import MAX_LINES, shortened, shown
from kb.answer.quote.proof import verified
from kb.answer.ruling.resolver import Draft, Resolved, Resolver
from kb.answer.ruling_card import Judge, citation
from kb.answer.values import Answer, Answers, Card, Cell, Engine, Linked, Quote, Results
from kb.answer.verdict.by_questions import EVIDENCE, judged, witnesses
from kb.answer.verdict.by_questions import evidence as verdict_evidence
from kb.answer.verification import CheckedClaim, Verifier

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

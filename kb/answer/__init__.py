"""Answers: ranked passages quoted word for word, with what follows from the graph."""

from kb.answer.answering import Answerer
from kb.answer.excerpts import shortened, shown
from kb.answer.question.intent import intent_of, is_closed
from kb.answer.question.refusal import REFUSAL_EVIDENCE, refusal_evidence
from kb.answer.quote.proof import verified
from kb.answer.ruling.resolver import Draft, Resolved, Resolver
from kb.answer.ruling_card import Judge, citation
from kb.answer.values import Answer, Answers, Card, Engine, Linked, Results
from kb.answer.verdict.by_questions import VERDICT_EVIDENCE, verdict_evidence
from kb.answer.verification import CheckedClaim, Verifier

__all__ = [
    "REFUSAL_EVIDENCE",
    "VERDICT_EVIDENCE",
    "Answer",
    "Answerer",
    "Answers",
    "Card",
    "CheckedClaim",
    "Draft",
    "Engine",
    "Judge",
    "Linked",
    "Resolved",
    "Resolver",
    "Results",
    "Verifier",
    "citation",
    "intent_of",
    "is_closed",
    "refusal_evidence",
    "shortened",
    "shown",
    "verdict_evidence",
    "verified",
]

"""Answers: ranked passages quoted word for word, with what follows from the graph. The only stage that calls search."""

from kb.answer.answering import Answerer
from kb.answer.deciding import GROUNDS, decide, grounds
from kb.answer.intent import intent_of, is_closed
from kb.answer.judging import Judge, citation
from kb.answer.resolving import Draft, Resolved, Resolver
from kb.answer.shortening import MAX_LINES, shortened, shown
from kb.answer.values import Answer, Answers, Card, Cell, Engine, Linked, Quote, Results
from kb.answer.verdicts import PLEAS, beside, hear, nearest
from kb.answer.verifying import verified

__all__ = [
    "GROUNDS",
    "MAX_LINES",
    "PLEAS",
    "Answer",
    "Answerer",
    "Answers",
    "Card",
    "Cell",
    "Draft",
    "Engine",
    "Judge",
    "Linked",
    "Quote",
    "Resolved",
    "Resolver",
    "Results",
    "beside",
    "citation",
    "decide",
    "grounds",
    "hear",
    "intent_of",
    "is_closed",
    "nearest",
    "shortened",
    "shown",
    "verified",
]

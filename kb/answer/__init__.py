"""Answers: ranked passages quoted word for word, with what follows from the graph. The only stage that calls search."""

from kb.answer.answering import Answerer
from kb.answer.deciding import GROUNDS, decide, grounds
from kb.answer.intent import intent_of, is_closed
from kb.answer.judging import Card, Judge
from kb.answer.resolving import Resolved, Resolver
from kb.answer.shortening import MAX_LINES, shortened
from kb.answer.values import Answer, Cell, Linked, Quote, Results, Scored
from kb.answer.verdicts import PLEAS, beside, hear, nearest

__all__ = [
    "GROUNDS",
    "MAX_LINES",
    "PLEAS",
    "Answer",
    "Answerer",
    "Card",
    "Cell",
    "Judge",
    "Linked",
    "Quote",
    "Resolved",
    "Resolver",
    "Results",
    "Scored",
    "beside",
    "decide",
    "grounds",
    "hear",
    "intent_of",
    "is_closed",
    "nearest",
    "shortened",
]

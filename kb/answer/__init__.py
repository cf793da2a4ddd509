"""Answers: ranked passages quoted word for word, with what follows from the graph. The only stage that calls search."""

from kb.answer.answering import Answerer
from kb.answer.shortening import MAX_LINES, shortened
from kb.answer.values import Answer, Linked, Quote, Results, Scored

__all__ = ["MAX_LINES", "Answer", "Answerer", "Linked", "Quote", "Results", "Scored", "shortened"]

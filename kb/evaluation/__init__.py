"""Measure answers on question sets, against other engines on the same passages; learn the model on our own sets."""

from kb.evaluation.measures import DEPTH, Measure, Outcome, Report, reports, run
from kb.evaluation.questions import Question, read_questions

__all__ = ["DEPTH", "Measure", "Outcome", "Question", "Report", "read_questions", "reports", "run"]

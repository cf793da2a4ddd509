"""Measure answers on question sets, against other engines on the same passages; learn the model on our own sets."""

from kb.evaluation.measures import DEPTH, Measure, Outcome, Report, reports, run, run_without_game
from kb.evaluation.questions import Question, read_questions
from kb.evaluation.rivals import compare

__all__ = [
    "DEPTH",
    "Measure",
    "Outcome",
    "Question",
    "Report",
    "compare",
    "read_questions",
    "reports",
    "run",
    "run_without_game",
]

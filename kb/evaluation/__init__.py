"""Measure answers on question sets: hits, ranks, refusals, verdicts."""

from kb.evaluation.measures import DEPTH, Measure, Outcome, Report, reports, run, run_without_game
from kb.evaluation.questions import Question, read_questions

__all__ = ["DEPTH", "Measure", "Outcome", "Question", "Report", "read_questions", "reports", "run", "run_without_game"]

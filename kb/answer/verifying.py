"""The last step of an answer: what it quotes stands, word for word, in what it cites."""

from __future__ import annotations

import logging
from dataclasses import replace

from kb.answer.values import Answer, Quote
from kb.store import KnowledgeBase, View

_log = logging.getLogger(__name__)


def verified(base: KnowledgeBase, answer: Answer, view: View) -> Answer:
    """An answer without the clauses that are no part of what they cite; without any left, it answers nothing."""
    because = tuple(clause for clause in answer.answer.because if stands(base, clause.id, clause.text, view))
    quotes = tuple(Quote(clause.id, clause.text) for clause in because)
    conditions = tuple(quote for quote in answer.conditions if stands(base, quote.id, quote.text, view))
    checked = replace(answer, conditions=conditions, answer=replace(answer.answer, because=because, quotes=quotes))
    if because or not answer.answerable:
        return checked
    nothing = replace(checked.answer, steps=(), conclusion=None, nearest=None)
    return replace(checked, answerable=False, confidence=0.0, verdict=None, settled_by=None, answer=nothing)


def stands(base: KnowledgeBase, identifier: str, text: str, view: View) -> bool:
    """True when the words quoted stand in the provision cited, in a layer of the view."""
    held = base.says(identifier, text, view)
    if not held:
        _log.error("citation infidèle écartée : %s", identifier)
    return held

"""What proves an answer: its conclusion, the clauses that decide, compute or contradict; each stands, word for word, in what it cites."""

from __future__ import annotations

import logging
from dataclasses import replace

from kb.answer.values import Answer, Cell, Clause, ClauseSource, Conclusion, Quote
from kb.answer.valuing import Valued
from kb.answer.verdicts import Verdict
from kb.store import KnowledgeBase, View

_log = logging.getLogger(__name__)


# What answers a question that denies what it asks: « on ne peut pas tirer ? ».
_OF_DENIAL = {"oui": "Exact.", "non": "Si."}


def conclusion(verdict: Verdict | None, cell: Cell | None, value: Valued | None, *, denied: bool) -> Conclusion | None:
    """The value, else the verdict, else the cell of a table; None where only a rule is quoted, or the cell is but the call of a note."""
    if value is not None:
        return Conclusion("value", f"{value.text}.", value=value.value, request=value.request)
    if verdict is not None:
        text = _OF_DENIAL[verdict.verdict] if denied else f"{verdict.verdict.capitalize()}."
        return Conclusion("verdict", text, verdict=verdict.verdict)
    if cell is None or not any(character.isalnum() for character in cell.value):
        return None
    return Conclusion("row", cell.value, value=cell.value)


def verified(base: KnowledgeBase, answer: Answer, view: View) -> Answer:
    """An answer without the clauses that are no part of what they cite; without any left, it answers nothing."""
    standing = [clause for clause in answer.answer.because if stands(base, clause.id, clause.text, view)]
    because = tuple(_placed(base, clause, view) for clause in standing)
    quotes = tuple(Quote(clause.id, clause.text) for clause in because)
    conditions = tuple(quote for quote in answer.conditions if stands(base, quote.id, quote.text, view))
    checked = replace(answer, conditions=conditions, answer=replace(answer.answer, because=because, quotes=quotes))
    if because or not answer.answerable:
        return checked
    nothing = replace(checked.answer, steps=(), conclusion=None, nearest=None)
    return replace(checked, answerable=False, confidence=0.0, verdict=None, settled_by=None, answer=nothing)


def _placed(base: KnowledgeBase, clause: Clause, view: View) -> Clause:
    """A clause with its layer and where it stands."""
    held = next((one for one in base.passages([clause.id], view) if clause.text in one.text), None)
    source = ClauseSource(held.source.document, held.source.spans) if held is not None else None
    return replace(clause, layer=held.layer if held is not None else None, source=source)


def stands(base: KnowledgeBase, identifier: str, text: str, view: View) -> bool:
    """True when the words quoted stand in the provision cited, in a layer of the view."""
    held = base.says(identifier, text, view)
    if not held:
        _log.error("citation infidèle écartée : %s", identifier)
    return held

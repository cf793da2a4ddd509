"""What proves an answer: its conclusion, the clauses that decide, compute or contradict; each stands, word for word, in what it cites."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from kb.answer.ruling import Ruling
from kb.answer.surroundings import Surroundings
from kb.answer.values import Answer, Cell, Clause, Conclusion, Quote
from kb.answer.verdicts import Verdict
from kb.store import KnowledgeBase, Passage, View

_log = logging.getLogger(__name__)


# What answers a question that denies what it asks: « on ne peut pas tirer ? ».
_OF_DENIAL = {"oui": "Exact.", "non": "Si."}


def conclusion(verdict: Verdict | None, cell: Cell | None, *, denied: bool) -> Conclusion | None:
    """The verdict, else the cell of a table; None where only a rule is quoted, or where the cell is but the call of a note."""
    if verdict is not None:
        text = _OF_DENIAL[verdict.verdict] if denied else f"{verdict.verdict.capitalize()}."
        return Conclusion("verdict", text, verdict=verdict.verdict)
    if cell is None or not any(character.isalnum() for character in cell.value):
        return None
    return Conclusion("row", cell.value, value=cell.value)


def because(
    quotes: Sequence[Clause],
    verdict: Verdict | None,
    passages: Sequence[Passage],
    near: Surroundings,
    ruling: Ruling,
) -> tuple[Clause, ...]:
    """The clauses of an answer, in the order in which they are needed, the first of each provision."""
    # The rule beside which the verdict stands, when it is another than the first.
    deciding = [one for one in passages[1:] if verdict is not None and one.id == verdict.rule]
    # What contradicts the rule is quoted beside it: neither side is kept silent.
    contrary = [link for link in near.exceptions if link.relation == "contradicts"]
    clauses = [
        *quotes,
        *(Clause(one.id, "decides", one.own or one.text) for one in deciding),
        *(Clause(link.id, "contradicts", link.text) for link in contrary),
        *(Clause(proof.id, "computes", proof.quote) for proof in ruling.decided_by),
    ]
    return tuple({clause.id: clause for clause in reversed(clauses)}.values())[::-1]


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

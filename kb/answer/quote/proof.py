"""What proves an answer: its conclusion, the clauses that decide, compute or contradict; each stands, word for word, in what it cites."""

import logging
from dataclasses import replace

from kb.answer.ruling.from_question import Ruling
from kb.answer.values import Answer, Cell, Cited, Clause, ClauseSource, Conclusion
from kb.answer.verdict.by_questions import Verdict
from kb.model.clauses import unit_of
from kb.model.conclusions import CONTRARY, Said
from kb.precedence import Ordered, Prevailing
from kb.store import KnowledgeBase, View
from kb.timing import Comparison

_log = logging.getLogger(__name__)


# What answers a question that denies what it asks: « on ne peut pas tirer ? ».
_OF_DENIAL = {"oui": "Exact.", "non": "Si."}
# How a table prints yes and no.
_YES_OR_NO: dict[str, Said] = {"oui": "oui", "o": "oui", "non": "non", "n": "non"}


# How the first of two moments stands to the other, and how those of a step are resolved.
_RELATIONS = {"same": "Au même moment.", "simultaneous": "En même temps.", "alternate": "À tour de rôle."}
_TOGETHER = {"simultaneous": " (en même temps)", "alternate": " (à tour de rôle)", "free": " (dans l'ordre voulu)"}
# What a table prints where there is nothing.
_DASHES = "-–—"
# An order of more steps than this is said step by step.
_MOST_STEPS, _MOST_NAMED = 6, 8


def conclusion(
    verdict: Verdict | None, cell: Cell | None, ruling: Ruling, *, denied: bool, closed: bool
) -> Conclusion | None:
    """The verdict, else what the engine says, else the cell of a table; None where a rule alone is quoted, or the cell calls a note.

    What is `closed` asks whether what the row and the column say is so: a cell of yes or no answers it.
    """
    if verdict is not None:
        if verdict.verdict == "depends":
            return Conclusion("depends", "Cela dépend.", verdict="depends")
        return _verdict(verdict.verdict, denied=denied)
    if ruling.missing:
        return Conclusion("depends", ruling.about)
    if (computed := _computed(ruling)) is not None:
        return computed
    return None if cell is None or ruling.open else _read(cell, denied=denied, closed=closed)


def _read(cell: Cell, *, denied: bool, closed: bool) -> Conclusion | None:
    """What a cell says; None where it is empty."""
    if not any(character.isalnum() or character in _DASHES for character in cell.value):
        return None
    if closed and (said := _YES_OR_NO.get(cell.value.lower())) is not None:
        return _verdict(CONTRARY[said] if denied else said, denied=denied, value=cell.value)
    return Conclusion("row", "Rien." if cell.value in _DASHES else cell.value, value=cell.value)


def _verdict(said: Said, *, denied: bool, value: str | None = None) -> Conclusion:
    return Conclusion("verdict", _OF_DENIAL[said] if denied else f"{said.capitalize()}.", verdict=said, value=value)


def _computed(ruling: Ruling) -> Conclusion | None:
    value = ruling.value
    if value is not None and ruling.verdict is not None:
        text = f"{ruling.verdict.capitalize()}, {value.text}."
        return Conclusion("verdict", text, verdict=ruling.verdict, value=value.value, request=value.request)
    if value is not None:
        return Conclusion("value", f"{value.text}.", value=value.value, request=value.request)
    if (timing := ruling.timing) is not None:
        return _timed(timing, ruling)
    if ruling.usable or 1 < len(ruling.steps) <= _MOST_NAMED:
        return _listed(ruling)
    if isinstance(ruling.precedence, Prevailing):
        return Conclusion("prevails", f"{ruling.precedence.reason[:1].upper()}{ruling.precedence.reason[1:]}.")
    return _ordered(ruling, ruling.precedence) if ruling.precedence is not None else None


def _timed(timing: Comparison, ruling: Ruling) -> Conclusion | None:
    """How the first of two moments stands to the other; whether it is so, where that was stated; which is first, where that is asked."""
    a, b = timing.a.title, timing.b.title
    order = f"{a}, puis {b}." if timing.relation == "before" else f"{b}, puis {a}."
    if ruling.verdict is not None:
        return Conclusion("verdict", f"{ruling.verdict.capitalize()} : {order}", verdict=ruling.verdict)
    words = {"before": "", "after": ""} if ruling.which else {"before": "Avant : ", "after": "Après : "}
    sentences = {relation: f"{word}{order}" for relation, word in words.items()} | _RELATIONS
    return Conclusion("first", sentences[timing.relation]) if timing.relation in sentences else None


def _listed(ruling: Ruling) -> Conclusion:
    """What may be used at a moment, or its steps in their order."""
    if ruling.usable:
        said = ", ".join(title for title, _proof in ruling.usable)
        return Conclusion("window", said if said.endswith("!") else f"{said}.")
    return Conclusion("steps", f"{', puis '.join(title for title, _proof in ruling.steps)}.")


def _ordered(ruling: Ruling, found: Ordered) -> Conclusion | None:
    """An order in one sentence; none where something of it is open, or it has too many steps to be read so."""
    if found.undecided or len(found.steps) > _MOST_STEPS:
        return None
    steps = [" et ".join(step.labels) + _TOGETHER.get(step.mode or "", "") for step in found.steps]
    order = ", puis ".join(steps)
    if ruling.verdict is not None:
        return Conclusion("verdict", f"{ruling.verdict.capitalize()} : {order}.", verdict=ruling.verdict)
    several = len(steps) > 1 or len(found.steps[0].labels) > 1
    return Conclusion("order", f"{order[:1].upper()}{order[1:]}.") if several else None


def verified(base: KnowledgeBase, answer: Answer, view: View) -> Answer:
    """An answer without the clauses that are no part of what they cite; without any left, it answers nothing."""
    standing = [clause for clause in answer.answer.because if stands(base, clause.id, clause.text, view)]
    because = tuple(_placed(base, clause, view) for clause in standing)
    quotes = tuple(Cited(clause.id, clause.text, clause.marked) for clause in because)
    conditions = tuple(quote for quote in answer.conditions if stands(base, quote.id, quote.text, view))
    # A condition stands in the clause that decides.
    held = answer.answer.conditions if standing[:1] == [*answer.answer.because[:1]] else ()
    reply = replace(answer.answer, because=because, quotes=quotes, conditions=held)
    checked = replace(answer, conditions=conditions, answer=reply, cell=_calling(base, answer.cell, view))
    if because or not answer.answerable:
        return checked
    nothing = replace(checked.answer, steps=(), conclusion=None, nearest=None, versions=())
    return replace(checked, answerable=False, confidence=0.0, verdict=None, settled_by=None, answer=nothing)


def _placed(base: KnowledgeBase, clause: Clause, view: View) -> Clause:
    """A clause with its layer, where it stands, and what its cells call."""
    held = next((one for one in base.passages([clause.id], view) if clause.text in one.text), None)
    if held is None:
        return replace(clause, layer=None, source=None)
    if base.is_ours(held, clause.text):
        return replace(clause, layer=None, source=ClauseSource(held.source.document, ()))
    source = ClauseSource(held.source.document, held.source.spans)
    return replace(clause, layer=held.layer, source=source, marked=marked(base, clause.id, clause.text, view))


def marked(base: KnowledgeBase, identifier: str, text: str, view: View) -> str | None:
    """The words quoted of a table with what calls its notes; None where they call none."""
    called = (base.marked(held, text) for held in base.passages([unit_of(identifier)], view))
    return next((one for one in called if one != text), None)


def _calling(base: KnowledgeBase, cell: Cell | None, view: View) -> Cell | None:
    """A cell with the notes that it calls."""
    row = next(iter(base.passages([cell.id], view)), None) if cell is not None else None
    if cell is None or row is None:
        return cell
    column = "" if row.fields and row.fields[0][0] == cell.column else cell.column
    return replace(cell, calls=tuple(note.call for note in base.notes(row, {column})))


def stands(base: KnowledgeBase, identifier: str, text: str, view: View) -> bool:
    """True when the words quoted stand in the provision cited, in a layer of the view."""
    held = base.says(identifier, text, view)
    if not held:
        _log.error("citation infidèle écartée : %s", identifier)
    return held

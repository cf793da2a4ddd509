"""What proves an answer: its conclusion, the clauses that decide, compute or contradict, and the reserves of a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.answer.ruling import Ruling
from kb.answer.surroundings import Surroundings
from kb.answer.values import Cell, Clause, Conclusion, Quote
from kb.answer.values import Verdict as Word
from kb.answer.verdicts import Verdict
from kb.store import Passage


def clause(identifier: str, text: str) -> Clause:
    """A clause that decides."""
    return Clause(identifier, "decides", text)


def word(verdict: Verdict | None) -> Word | None:
    """A verdict in its word; None without one."""
    words: dict[str, Word] = {"oui": "oui", "non": "non"}
    return words.get(verdict.verdict) if verdict is not None else None


def conclusion(verdict: Verdict | None, cell: Cell | None) -> Conclusion | None:
    """The verdict, else the cell of a table; None where only a rule is quoted."""
    if verdict is not None:
        return Conclusion("verdict", f"{verdict.verdict.capitalize()}.", verdict=word(verdict))
    return Conclusion("row", cell.value, value=cell.value) if cell is not None else None


def because(
    quote: Clause, verdict: Verdict | None, passages: Sequence[Passage], near: Surroundings, ruling: Ruling | None
) -> tuple[Clause, ...]:
    """The clauses of an answer, in the order in which they are needed, the first of each provision."""
    return _distinct((quote, *_deciding(verdict, passages), *_contrary(near), *_ruled(ruling)))


def _deciding(verdict: Verdict | None, passages: Sequence[Passage]) -> tuple[Clause, ...]:
    """The rule beside which the verdict stands, when it is another than the first."""
    others = [passage for passage in passages[1:] if verdict is not None and passage.id == verdict.rule]
    return tuple(clause(passage.id, passage.own or passage.text) for passage in others)


def _ruled(ruling: Ruling | None) -> tuple[Clause, ...]:
    """The rules by which the engine decides."""
    return tuple(Clause(proof.id, "computes", proof.quote) for proof in ruling.decided_by) if ruling is not None else ()


def _distinct(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """Clauses, the first of each provision."""
    return tuple({clause.id: clause for clause in reversed(list(clauses))}.values())[::-1]


def _contrary(near: Surroundings) -> tuple[Clause, ...]:
    """What contradicts the rule, quoted beside it: neither side is kept silent."""
    return tuple(
        Clause(link.id, "contradicts", link.text) for link in near.exceptions if link.relation == "contradicts"
    )


def conditions(verdict: Verdict | None, near: Surroundings) -> tuple[Quote, ...]:
    """The reserves of a verdict: what takes exception to the rule that gives it."""
    return tuple(Quote(link.id, link.text) for link in near.exceptions) if verdict else ()

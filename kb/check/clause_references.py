"""Clauses that something points at by number: those that a layer lacks, and those that no longer begin as they did."""

from __future__ import annotations

from collections.abc import Iterator

from kb.errors import Diagnostic
from kb.model import Layer, Opening, Rulebook
from kb.model.clauses import clause_id, numbered
from kb.model.words import words
from kb.system.findings import finding

# How many words tell a clause from what may come to stand in its place.
_WORDS = 5


def clause_references(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A conclusion, a relation or a question whose clause the layer lacks; a clause of the précis that no longer begins as it did."""
    held = _held(rulebook)
    if rulebook.work.layer is Layer.PRECIS:
        yield from _of_conclusions(rulebook, held)
        yield from _of_relations(rulebook, held)
        yield from _changed(rulebook, held)
    yield from _of_questions(rulebook, held)


def openings(rulebook: Rulebook) -> tuple[Opening, ...]:
    """The first words of each clause of the précis that something points at, in the order of their ids."""
    held, work = _held(rulebook), rulebook.work.id
    asked = {f"{one.provision}{clause}" for one in rulebook.questions for clause in one.clause_precis.split()}
    concluded = {f"{work}/{clause}" for issue in rulebook.issues for clause in issue.clauses()}
    related = {clause for edge in rulebook.edges for clause in (edge.source_clause, edge.target_clause)}
    # What has no number is a whole unit, and no clause.
    pointed = {clause for clause in asked | concluded | related if clause_id(clause) is not None}
    return tuple(Opening(one.removeprefix(f"{work}/"), _opening(held[one])) for one in sorted(pointed & held.keys()))


def _held(rulebook: Rulebook) -> dict[str, str]:
    """Every clause of a layer, by its id."""
    return {clause.id: clause.text for one in rulebook.provisions for clause in numbered(one.id, one.own, one.form)}


def _opening(text: str) -> str:
    """The first words of a clause, as they stand."""
    return " ".join(text.split()[:_WORDS])


def _changed(rulebook: Rulebook, held: dict[str, str]) -> Iterator[Diagnostic]:
    for one in rulebook.openings:
        text = held.get(f"{rulebook.work.id}/{one.clause}")
        if text is None or words(_opening(text)) != words(one.words):
            code = "PHRASE-CHANGEE/perdue" if text is None else "PHRASE-CHANGEE"
            said = {"clause": one.clause, "words": one.words, "now": _opening(text or "")}
            yield finding(code, "clauses.tsv", one.line, **said)


def _of_conclusions(rulebook: Rulebook, held: dict[str, str]) -> Iterator[Diagnostic]:
    cited = [(issue.provision, clause) for issue in rulebook.issues for clause in issue.clauses()]
    for rule, clause in dict.fromkeys(cited):
        if f"{rulebook.work.id}/{clause}" not in held:
            yield finding("CONCLUSION-SANS-PHRASE", "conclusions.toml", rule=rule, clause=clause)


def _of_relations(rulebook: Rulebook, held: dict[str, str]) -> Iterator[Diagnostic]:
    for edge in rulebook.edges:
        for clause in filter(None, (edge.source_clause, edge.target_clause)):
            if clause not in held:
                said = {"source": edge.source, "target": edge.target, "clause": clause}
                yield finding("RELATION-SANS-PHRASE", "relations.toml", **said)


def _of_questions(rulebook: Rulebook, held: dict[str, str]) -> Iterator[Diagnostic]:
    ours = rulebook.work.layer is Layer.PRECIS
    code = "QUESTION-SANS-PHRASE" if ours else "QUESTION-SANS-PHRASE/texte"
    for one in rulebook.questions:
        for clause in (one.clause_precis if ours else one.clause_texte).split():
            if f"{one.provision}{clause}" not in held:
                yield finding(code, one.file, one.line, clause=clause, rule=one.provision)

"""Validations of a linked rulebook: each returns located diagnostics, all are shown together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches

from kb.check.clause_references import clause_references, openings
from kb.check.order import circles, numbering, steps
from kb.check.policies import contrary_clauses
from kb.check.row_names import row_names
from kb.check.sequences import sequences
from kb.errors import Diagnostic, Severity
from kb.model import Kind, Layer, Question, Rulebook, Status
from kb.model.curation import Undefined
from kb.model.words import fold, title_key, words

__all__ = ["check", "openings"]

Validation = Callable[[Rulebook], Iterable[Diagnostic]]

# Kinds that may stand without words of their own: they only hold others.
_HOLDERS = frozenset(
    {Kind.SECTION, Kind.TABLE, Kind.SEQUENCE, Kind.PROFILE, Kind.NOTE, Kind.EXAMPLE, Kind.ERRATUM, Kind.FAQ}
)

# A question as it is compared: its words, and the sign before a figure.
_ASKED = re.compile(r"[+-]?\w+")
_OPPOSED = {"oui", "non"}


def check(
    rulebook: Rulebook,
    registered: frozenset[str] = frozenset(),
    undefined: tuple[Undefined, ...] = (),
) -> tuple[Diagnostic, ...]:
    """Every finding on a linked rulebook.

    Args:
        rulebook: as linked.
        registered: the ids of the work's register, without work; empty when it has none.
        undefined: the terms that an editor found without definition.
    """
    findings = [finding for validation in _VALIDATIONS for finding in validation(rulebook)]
    return (
        *findings,
        *_undefined(rulebook, undefined),
        *_register(rulebook, registered),
        *_without_proof(rulebook),
    )


def _citing(rulebook: Rulebook) -> Iterator[tuple[str, str, str, str]]:
    """What an editor encodes from a rule: the code of its fault, its file, what it says of the rule, the id that it gives."""
    for moment in rulebook.timeline:
        for cited in dict.fromkeys(moment.cites):
            yield "MOMENT-SANS-REGLE", "timeline.toml", f"le moment « {moment.id} » cite", cited
    for usage in rulebook.usages:
        yield "USAGE-SANS-REGLE", "usages.toml", f"l'usage « {usage.title} » vient de", usage.provision
    for rule in dict.fromkeys(issue.provision for issue in rulebook.issues):
        yield "CONCLUSION-SANS-REGLE", "conclusions.toml", "une conclusion est déclarée de", rule
    for where, cited in dict.fromkeys(rulebook.policy.cited()) if rulebook.policy else ():
        yield "CLAUSE-SANS-REGLE", "precedence.toml", f"« {where} » cite", cited


def _without_proof(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A moment, a usage or a clause that cites what does not exist proves nothing.

    A layer may lack a unit that the other has: its rule then answers for it.
    """
    held = {provision.id.partition("#")[0] for provision in rulebook.provisions}
    for code, file, says, cited in _citing(rulebook):
        if f"{rulebook.work.id}/{cited}".partition("#")[0] not in held:
            message = f"{says} « {cited} », qui n'existe pas"
            yield Diagnostic(code, Severity.ERROR, message, "donnez l'identifiant de la règle qui le dit", file)


def _empty(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A rule, entry or ability without a word."""
    parents = {provision.parent for provision in rulebook.provisions}
    for provision in rulebook.provisions:
        holds = provision.kind in _HOLDERS or provision.id in parents or provision.fields
        if not holds and provision.kind is not Kind.ROW and not words(provision.text):
            hint = "écrivez-la, ou retirez son titre"
            yield provision.finding("TEXTE-VIDE", "cette règle n'a pas de texte", hint)


def _questions(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A question of what the work does not hold; one asked twice, which tells nothing apart, or says yes and no."""
    if rulebook.work.layer is not Layer.PRECIS:
        return
    scopes = {provision.id: set(provision.scope) for provision in rulebook.provisions if not provision.is_unit}
    scopes |= {f"{rulebook.work.id}/?{absent.id}": set(rulebook.work.modes) for absent in rulebook.absents}
    lost = Counter(question.provision for question in rulebook.questions if question.provision not in scopes)
    first: dict[str, Question] = {}
    # A line each: folded at once, they take a tenth of the time.
    lines = fold("\n".join(question.text.replace("\n", " ") for question in rulebook.questions)).split("\n")
    for question, line in zip(rulebook.questions, lines, strict=False):
        other = first.setdefault(" ".join(_ASKED.findall(line)), question)
        if times := lost.pop(question.provision, 0):
            yield _without_rule(question, times, list(scopes))
        if other is not question:
            together = scopes.get(question.provision, set()) & scopes.get(other.provision, set())
            yield _asked_twice(
                question, other, opposed=bool(together) and {question.verdict, other.verdict} == _OPPOSED
            )


def _without_rule(question: Question, times: int, known: list[str]) -> Diagnostic:
    near = get_close_matches(question.provision, known, 1)
    hint = f"voulez-vous dire « {near[0].partition('/')[2]} » ?" if near else "donnez l'identifiant d'une règle"
    message = f"« {question.provision.partition('/')[2]} », dont {times} question(s) parlent, n'existe pas"
    return Diagnostic("QUESTION-SANS-REGLE", Severity.ERROR, message, hint, question.file, question.line)


def _asked_twice(question: Question, other: Question, *, opposed: bool) -> Diagnostic:
    code, severity = ("VERDICTS-OPPOSES", Severity.ERROR) if opposed else ("QUESTION-DOUBLE", Severity.INFO)
    says = "a le verdict contraire à côté" if opposed else "est déjà celle"
    message = f"la question « {question.text} » {says} de {other.provision} ({other.file}:{other.line})"
    hint = "gardez un verdict, ou précisez l'une des deux"
    return Diagnostic(code, severity, message, hint, question.file, question.line, id=question.provision)


def _undefined(rulebook: Rulebook, declared: tuple[Undefined, ...]) -> Iterator[Diagnostic]:
    """Each term declared without definition that the work uses, where it does so first; or that it has come to define."""
    in_force = [item for item in rulebook.provisions if item.status is not Status.SUPERSEDED]
    texts = [(item, f" {title_key(item.text)} ") for item in in_force if declared and (item.is_unit or item.own)]
    for term in declared:
        keys = [title_key(form) for form in (term.term, *term.forms)]
        title = next((item for item in in_force if not item.is_unit and title_key(item.title) == keys[0]), None)
        uses = [item for item, text in texts if any(f" {key} " in text for key in keys)]
        if title is not None:
            message = f"« {term.term} », déclaré sans définition, est le titre de {title.id}"
            yield title.finding("TERME-DEFINI", message, "retirez-le de relations.toml")
        elif uses:
            places = f"{len(uses)} passages, d'abord ici" if len(uses) > 1 else "un passage"
            message = f"« {term.term} » est employé ({places}) et n'est défini nulle part : {term.reason}"
            yield uses[0].finding("TERME-INDEFINI", message, "aucune réponse ne peut en donner le sens", Severity.INFO)


def _register(rulebook: Rulebook, registered: frozenset[str]) -> Iterator[Diagnostic]:
    """Ids outside the register, and registered ids that nothing bears."""
    if not registered:
        return
    work = rulebook.work.id
    whole = (provision for provision in rulebook.provisions if not provision.is_unit and "@" not in provision.id)
    present = {provision.id.removeprefix(f"{work}/"): provision for provision in whole}
    for path, provision in present.items():
        if path not in registered:
            message = f"l'identifiant « {path} » n'est pas dans le registre"
            hint = "ajoutez-le à ids.toml, ou donnez au titre une marque {#chemin}"
            yield provision.finding("ID-HORS-REGISTRE", message, hint)
    for path in sorted(registered - present.keys()):
        message = f"l'identifiant « {path} » du registre n'est porté par rien"
        hint, where = "un identifiant publié reste : ajoutez un alias", f"{work}/ids.toml"
        yield Diagnostic("ID-ABSENT", Severity.INFO, message, hint, where, id=f"{work}/{path}")


_VALIDATIONS: tuple[Validation, ...] = (
    _empty,
    numbering,
    steps,
    circles,
    _questions,
    contrary_clauses,
    clause_references,
    row_names,
    sequences,
)

"""Validations of a linked rulebook: each returns located diagnostics, all are shown together."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches

from kb.check.clause_references import clause_references, openings
from kb.check.definitions import declared_terms, undefined_terms, unused_terms
from kb.check.locating import at
from kb.check.oppositions import oppositions
from kb.check.order import circles, numbering, steps
from kb.check.policies import contrary_clauses
from kb.check.sequences import sequences
from kb.errors import Diagnostic, Severity
from kb.model import EdgeType, How, Kind, Layer, Question, Resolution, Rulebook, Status
from kb.model.curation import Gap, Undefined
from kb.model.words import fold, words

__all__ = ["check", "openings"]

Validation = Callable[[Rulebook], Iterable[Diagnostic]]

# Kinds that may stand without words of their own: they only hold others.
_HOLDERS = frozenset(
    {Kind.SECTION, Kind.TABLE, Kind.SEQUENCE, Kind.PROFILE, Kind.NOTE, Kind.EXAMPLE, Kind.ERRATUM, Kind.FAQ}
)

# The authority of a text that only restates.
_SUMMARY = "resume"
# A question as it is compared: its words, and the sign before a figure.
_ASKED = re.compile(r"[+-]?\w+")
_OPPOSED = {"oui", "non"}
_FIGURE = re.compile(r"\d+(?:D\d+)?")
_NUMBERING = re.compile(r"(?m)^(?:- )?(?:Répéter [\d-]+ :|\d+\. )")


def check(
    rulebook: Rulebook,
    registered: frozenset[str] = frozenset(),
    undefined: tuple[Undefined, ...] = (),
    gaps: tuple[Gap, ...] = (),
) -> tuple[Diagnostic, ...]:
    """Every finding on a linked rulebook.

    Args:
        rulebook: as linked.
        registered: the ids of the work's register, without work; empty when it has none.
        undefined: the terms that an editor found without definition.
        gaps: the differences between the timeline and the sequences of the text that an editor wants.
    """
    findings = [finding for validation in _VALIDATIONS for finding in validation(rulebook)]
    return (
        *findings,
        *declared_terms(rulebook, undefined),
        *undefined_terms(rulebook, undefined),
        *_register(rulebook, registered),
        *_without_proof(rulebook),
        *sequences(rulebook, gaps),
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
            yield at(provision, "TEXTE-VIDE", Severity.WARNING, "cette règle n'a pas de texte", hint)


def _redirects(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """An entry that redirects to itself or nowhere."""
    resolved = (item for item in rulebook.references if item.resolution is Resolution.RESOLVED)
    reached = {item.source for item in resolved if item.form == "redirect"}
    for provision in rulebook.provisions:
        if provision.redirect and provision.id not in reached and provision.status is not Status.SUPERSEDED:
            message = f"l'entrée redirige vers « {provision.redirect} », qui n'est pas une cible unique"
            yield at(provision, "REDIRECTION", Severity.WARNING, message, "donnez un titre qui existe une fois")


def _questions(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A question of what the work does not hold; one asked twice, which tells nothing apart, or says yes and no."""
    if rulebook.work.layer is not Layer.PRECIS:
        return
    scopes = {provision.id: set(provision.scope) for provision in rulebook.provisions if not provision.is_unit}
    scopes |= {f"{rulebook.work.id}/?{absent.id}": set(rulebook.work.modes) for absent in rulebook.absents}
    lost = Counter(question.provision for question in rulebook.questions if question.provision not in scopes)
    first: dict[str, Question] = {}
    for question in rulebook.questions:
        other = first.setdefault(" ".join(_ASKED.findall(fold(question.text))), question)
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


def _restated(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Where a summary drifts: a figure that what it restates lacks, or a declared contradiction."""
    by_id = {provision.id: provision for provision in rulebook.provisions}
    summaries = {item.id for item in rulebook.provisions if item.authority == _SUMMARY}
    originals: dict[str, list[str]] = defaultdict(list)
    for edge in rulebook.edges:
        if edge.type is EdgeType.RESTATES and edge.source in summaries and edge.target in by_id:
            originals[edge.source].append(edge.target)
        elif edge.type is EdgeType.CONTRADICTS and summaries & {edge.source, edge.target}:
            message = f"contredit {edge.target} : {edge.reason}"
            yield at(by_id[edge.source], "RESUME-ECART", Severity.INFO, message, "les deux textes sont servis")
    for source, targets in originals.items():
        known = {figure for target in targets for figure in _figures(by_id[target].text)}
        figures = dict.fromkeys(figure for figure in _figures(by_id[source].text) if figure not in known)
        if figures:
            message = f"dit {', '.join(figures)}, que ne dit pas ce qu'il redit ({', '.join(targets)})"
            hint = "comparez les deux textes ; le résumé cède à la règle"
            yield at(by_id[source], "RESUME-ECART", Severity.INFO, message, hint)


def _figures(text: str) -> list[str]:
    """The figures of a text, without the numbers of its steps."""
    return _FIGURE.findall(_NUMBERING.sub("", text))


def _one_way(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Each entry that those of its kind name related (« Sujets connexes »), and that does not name them back: one finding an entry."""
    by_id = {item.id: item for item in rulebook.provisions if item.status is not Status.SUPERSEDED}
    edges = (edge for edge in rulebook.edges if edge.type is EdgeType.RELATED and edge.how is How.EXPLICIT)
    related = dict.fromkeys((edge.source, edge.target) for edge in edges)
    lacking: dict[str, list[str]] = defaultdict(list)
    for source, target in related:
        # A rule may send to an entry that does not send back; one that redirects has nothing to say.
        one, other = by_id.get(source), by_id.get(target)
        if one and other and one.kind is other.kind and not other.redirect and (target, source) not in related:
            lacking[target].append(source)
    for target, sources in lacking.items():
        named = ", ".join(f"« {by_id[source].title} » ({source})" for source in sources)
        message = f"« {by_id[target].title} » est sujet connexe de {named}, et ne rend pas le lien"
        hint = "ajoutez-le à ses « Sujets connexes », ou faites là-bas un renvoi (voir …)"
        yield at(by_id[target], "CONNEXE-SENS-UNIQUE", Severity.INFO, message, hint)


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
            yield at(provision, "ID-HORS-REGISTRE", Severity.WARNING, message, hint)
    for path in sorted(registered - present.keys()):
        message = f"l'identifiant « {path} » du registre n'est porté par rien"
        hint, where = "un identifiant publié reste : ajoutez un alias", f"{work}/ids.toml"
        yield Diagnostic("ID-ABSENT", Severity.INFO, message, hint, where, id=f"{work}/{path}")


_VALIDATIONS: tuple[Validation, ...] = (
    _empty,
    numbering,
    steps,
    circles,
    _redirects,
    _questions,
    _restated,
    oppositions,
    unused_terms,
    _one_way,
    contrary_clauses,
    clause_references,
)

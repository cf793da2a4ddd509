"""Validations of a linked rulebook: each returns located diagnostics, all are shown together."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from kb.check.additions import clause_references, contrary_clauses, opening, row_names
from kb.check.order import circles, numbering
from kb.check.sequences import sequences
from kb.errors import Diagnostic
from kb.model import Kind, Layer, PatchOperation, Question, Rulebook, Status
from kb.model.clauses import provision_of
from kb.model.curation import Undefined
from kb.model.words import fold, title_key, words
from kb.system.findings import finding

# Kinds that may stand without words of their own: they only hold others.
_HOLDERS = frozenset(
    {Kind.SECTION, Kind.TABLE, Kind.SEQUENCE, Kind.PROFILE, Kind.NOTE, Kind.EXAMPLE, Kind.ERRATUM, Kind.FAQ}
)

# What an erratum orders, however it is written.
_ORDERS = tuple(one.value.removesuffix("er") for one in PatchOperation)
# The id of a rule, when it is more than a figure.
_REFERRED = re.compile(r"[\w-]+(?:[./][\w-]+)+")
# As many words tell which paragraph it is.
_SHOWN = 6

# A question as it is compared: its words, and the sign before a figure; then without what typography alone tells apart.
_ASKED = re.compile(r"[+-]?\w+")
_SAID = re.compile(r"(?<!\w)[+-](?=\d)\w+|\w+")


def check(
    rulebook: Rulebook, registered: frozenset[str] = frozenset(), undefined: tuple[Undefined, ...] = ()
) -> tuple[Diagnostic, ...]:
    """Every finding on a linked rulebook.

    Args:
        rulebook: as linked.
        registered: the ids of the work's register, without work; empty when it has none.
        undefined: the terms that an editor found without definition.
    """
    validations = (
        _empty,
        _errata,
        numbering,
        circles,
        _questions,
        contrary_clauses,
        clause_references,
        row_names,
        sequences,
    )
    findings = [finding for validate in validations for finding in validate(rulebook)]
    return (*findings, *_undefined(rulebook, undefined), *_register(rulebook, registered), *_without_proof(rulebook))


def _citing(rulebook: Rulebook) -> Iterator[tuple[str, str, str, str]]:
    """What an editor encodes from a rule: the code of its fault, its file, what it is, the id of the rule that it gives."""
    for moment in rulebook.timeline:
        for cited in dict.fromkeys(moment.cites):
            yield "MOMENT-SANS-REGLE", "timeline.toml", moment.id, cited
    for usage in rulebook.usages:
        yield "USAGE-SANS-REGLE", "usages.toml", usage.title, usage.provision
    for rule in dict.fromkeys(issue.provision for issue in rulebook.issues):
        yield "CONCLUSION-SANS-REGLE", "conclusions.toml", "", rule
    for where, cited in dict.fromkeys(rulebook.policy.cited()) if rulebook.policy else ():
        yield "CLAUSE-SANS-REGLE", "precedence.toml", where, cited


def _without_proof(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A moment, a usage or a clause that cites what does not exist proves nothing.

    A layer may lack a unit that the other has: its rule then answers for it.
    """
    held = {provision_of(provision.id) for provision in rulebook.provisions}
    for code, file, what, cited in _citing(rulebook):
        if provision_of(f"{rulebook.work.id}/{cited}") not in held:
            yield finding(code, file, what=what, cited=cited)


def _empty(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A rule, entry or ability without a word."""
    parents = {provision.parent for provision in rulebook.provisions}
    for provision in rulebook.provisions:
        holds = provision.kind in _HOLDERS or provision.id in parents or provision.fields
        if not holds and provision.kind is not Kind.ROW and not words(provision.text):
            yield provision.finding("TEXTE-VIDE")


def _errata(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A paragraph of an erratum of the précis that looks like an order and is none; or that names a rule, where no order is understood.

    One that orders nothing may correct what the work does not hold, as a card.
    """
    if rulebook.work.layer is not Layer.PRECIS:
        return
    errata = {one.id for one in rulebook.provisions if one.kind is Kind.ERRATUM and not one.is_unit}
    ordering = {patch.erratum for patch in rulebook.patches}
    known = {one.id.partition("/")[2] for one in rulebook.provisions}
    for one in rulebook.provisions:
        if one.is_unit and one.parent in errata and one.kind is not Kind.NOTE:
            named = one.parent not in ordering and not known.isdisjoint(_REFERRED.findall(one.text))
            if named or fold(one.text).startswith(_ORDERS):
                yield one.finding("ERRATUM-SANS-ORDRE", printed=opening(one.text, _SHOWN))


def _questions(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """A question of what the work does not hold; one asked twice, which tells nothing apart, or says yes and no."""
    if rulebook.work.layer is not Layer.PRECIS:
        return
    scopes = {provision.id: set(provision.scope) for provision in rulebook.provisions if not provision.is_unit}
    scopes |= {f"{rulebook.work.id}/?{absent.id}": set(rulebook.work.modes) for absent in rulebook.absents}
    lost = Counter(question.provision for question in rulebook.questions if question.provision not in scopes)
    first: dict[str, Question] = {}
    # The first of each verdict in each of the modes of play.
    spelled: dict[str, dict[tuple[str, frozenset[str]], Question]] = defaultdict(dict)
    # A line each: normalised at once, they take a tenth of the time.
    lines = fold("\n".join(question.text.replace("\n", " ") for question in rulebook.questions)).split("\n")
    for question, line in zip(rulebook.questions, lines, strict=False):
        alike = spelled[" ".join(_SAID.findall(line))]
        other = first.setdefault(" ".join(_ASKED.findall(line)), question)
        contrary = next((one for one in alike.values() if _opposed(question, one, scopes)), None)
        alike.setdefault((question.verdict, frozenset(scopes.get(question.provision, ()))), question)
        if times := lost.pop(question.provision, 0):
            rule = question.provision.partition("/")[2]
            yield finding("QUESTION-SANS-REGLE", question.file, question.line, rule=rule, times=times)
        if contrary is not None or other is not question:
            code, one = ("VERDICTS-OPPOSES", contrary) if contrary is not None else ("QUESTION-DOUBLE", other)
            said = {"text": question.text, "rule": one.provision, "place": f"{one.file}:{one.line}"}
            yield finding(code, question.file, question.line, 0, question.provision, **said)


def _opposed(question: Question, other: Question, scopes: Mapping[str, set[str]]) -> bool:
    """True of two verdicts that are contrary, in one mode of play."""
    together = scopes.get(question.provision, set()) & scopes.get(other.provision, set())
    return bool(together) and {question.verdict, other.verdict} == {"oui", "non"}


def _undefined(rulebook: Rulebook, declared: tuple[Undefined, ...]) -> Iterator[Diagnostic]:
    """Each term declared without definition that the work uses, where it does so first; or that it has come to define."""
    in_force = [item for item in rulebook.provisions if item.status is not Status.SUPERSEDED]
    texts = [(item, f" {title_key(item.text)} ") for item in in_force if declared and (item.is_unit or item.own)]
    for term in declared:
        keys = [title_key(form) for form in (term.term, *term.forms)]
        title = next((item for item in in_force if not item.is_unit and title_key(item.title) == keys[0]), None)
        uses = [item for item, text in texts if any(f" {key} " in text for key in keys)]
        if title is not None:
            yield title.finding("TERME-DEFINI", term=term.term, rule=title.id)
        elif uses:
            places = f"{len(uses)} passages, d'abord ici" if len(uses) > 1 else "un passage"
            yield uses[0].finding("TERME-INDEFINI", term=term.term, places=places, reason=term.reason)


def _register(rulebook: Rulebook, registered: frozenset[str]) -> Iterator[Diagnostic]:
    """Ids outside the register, and registered ids that nothing bears."""
    if not registered:
        return
    work = rulebook.work.id
    whole = (provision for provision in rulebook.provisions if not provision.is_unit and "@" not in provision.id)
    present = {provision.id.removeprefix(f"{work}/"): provision for provision in whole}
    for path, provision in present.items():
        if path not in registered:
            yield provision.finding("ID-HORS-REGISTRE", path=path)
    for path in sorted(registered - present.keys()):
        yield finding("ID-ABSENT", f"{work}/ids.toml", 0, 0, f"{work}/{path}", path=path)

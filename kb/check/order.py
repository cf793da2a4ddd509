"""Numbers and steps as printed: what goes back or is skipped, a step named that is not there, an order that turns in a circle."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from kb.check.locating import at
from kb.errors import Diagnostic, Severity
from kb.model import EdgeType, Kind, Provision, Rulebook, Status
from kb.model.words import fold

# « Étape 3 – Tirer » as the title of a rule, and « l'étape 3 » in a text; a title or a module named with it is another sequence.
_TITLED = re.compile(r"^etape (\d+)\b")
_NAMED = re.compile(r"\betapes? (\d+)(?: (?:a|et) (\d+))?\b(?! d(?:e |es |u |'))")


def numbering(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Siblings whose numbers go back, a page out of place or a misread digit; or skip some, unless that tells how the source counts."""
    last: dict[str | None, tuple[int, ...]] = {}
    for provision in rulebook.provisions:
        if not provision.number or provision.is_unit or provision.status is Status.SUPERSEDED:
            continue
        number = tuple(int(part) for part in provision.number.rstrip("abcdefgh").split("."))
        before = last.get(provision.parent)
        if before is not None and number <= before:
            previous = ".".join(map(str, before))
            message = f"le numéro {provision.number} vient après {previous}"
            yield at(provision, "NUMERO", Severity.WARNING, message, "vérifiez l'ordre et le numéro")
        elif before is not None and provision.kind is not Kind.STEP and (missing := _skipped(before, number)):
            message = f"le numéro {provision.number} suit {'.'.join(map(str, before))} : il manque {missing}"
            hint = "écrivez la règle qui manque ; supprimée, gardez son numéro avec {statut=supprime}"
            yield at(provision, "NUMERO-MANQUANT", Severity.INFO, message, hint)
        last[provision.parent] = number


def _skipped(before: tuple[int, ...], number: tuple[int, ...]) -> str:
    """The first number between two that share all but their last part, empty when they follow each other."""
    if len(before) != len(number) or before[:-1] != number[:-1] or number[-1] <= before[-1] + 1:
        return ""
    return ".".join(map(str, (*before[:-1], before[-1] + 1)))


def steps(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Steps that do not follow each other by one; steps that a text of theirs names, and that are not there."""
    for siblings in _sequences(rulebook).values():
        for expected, (number, step) in enumerate(siblings, 1):
            if number != expected:
                message = f"l'étape {number} est la {expected}e de sa suite"
                yield at(step, "ETAPE", Severity.WARNING, message, "une étape manque ou est mal placée")
        known = {number for number, _step in siblings}
        for _number, step in siblings:
            named = (int(part) for match in _NAMED.finditer(fold(step.text)) for part in match.groups() if part)
            for lost in dict.fromkeys(number for number in named if number not in known):
                message = f"le texte parle de l'étape {lost}, et sa suite en a {len(known)}"
                yield at(step, "ETAPE-INCONNUE", Severity.WARNING, message, "corrigez le numéro de l'étape")


def _sequences(rulebook: Rulebook) -> dict[str | None, list[tuple[int, Provision]]]:
    """The steps of each sequence with their numbers: numbered steps, or rules whose titles begin with « Étape n »."""
    found: dict[str | None, list[tuple[int, Provision]]] = defaultdict(list)
    for provision in rulebook.provisions:
        if provision.is_unit or provision.status is Status.SUPERSEDED:
            continue
        titled = _TITLED.match(fold(provision.title))
        if provision.kind is Kind.STEP and (provision.number or "").isdigit():
            found[provision.parent].append((int(provision.number or 0), provision))
        elif titled:
            found[provision.parent].append((int(titled[1]), provision))
    return found


# Edges that must not come back to where they began: the code of the fault, what turns, what to read again.
_ONE_WAY = (
    (
        frozenset({EdgeType.PRECEDES}),
        "ORDRE-CIRCULAIRE",
        "l'ordre tourne en rond",
        "l'un de ces ordres est faux : relisez les étapes, ou precedes dans relations.toml",
    ),
    (
        frozenset({EdgeType.EXCEPTS, EdgeType.OVERRIDES}),
        "EXCEPTION-CIRCULAIRE",
        "chacune de ces règles passe avant l'autre",
        "l'un de ces liens est à l'envers ou faux : relisez excepts et overrides dans relations.toml",
    ),
)


def circles(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Steps in an order (printed, or declared by `precedes`), or rules each above another, that come back to where they began."""
    by_id = {item.id: item for item in rulebook.provisions}
    for types, code, says, hint in _ONE_WAY:
        before: dict[str, set[str]] = defaultdict(set)
        for edge in rulebook.edges:
            if edge.type in types:
                before[edge.target].add(edge.source)
        try:
            TopologicalSorter(before).prepare()
        except CycleError as fault:
            circle = [identifier for identifier in fault.args[1] if identifier in by_id]
            message = f"{says} : {' → '.join(circle)}"
            yield at(by_id[circle[0]], code, Severity.WARNING, message, hint)

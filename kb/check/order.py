"""Numbers and steps as printed: what goes back or is skipped, a step named that is not there, an order that turns in a circle."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from kb.errors import Diagnostic, Severity
from kb.model import EdgeType, Kind, Provision, Rulebook, Status
from kb.model.words import fold

# « Étape 3 – Tirer » as the title of a rule, and « l'étape 3 » in a text; a title or a module named with it is another sequence.
_TITLED = re.compile(r"^etape (\d+)\b")
_NAMED = re.compile(r"\betapes? (\d+)(?: (?:a|et) (\d+))?\b(?! d(?:e |es |u |'))")
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


def numbering(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Siblings whose numbers go back, a page out of place or a misread digit; or skip some, unless that is how the source counts."""
    last: dict[str | None, tuple[int, ...]] = {}
    for provision in _whole(rulebook):
        if not provision.number:
            continue
        number = tuple(int(part) for part in provision.number.rstrip("abcdefgh").split("."))
        before = last.get(provision.parent)
        if before is not None and number <= before:
            message = f"le numéro {provision.number} vient après {_dotted(before)}"
            yield provision.finding("NUMERO", message, "vérifiez l'ordre et le numéro")
        elif before is not None and provision.kind is not Kind.STEP and _skips(before, number):
            missing = _dotted((*before[:-1], before[-1] + 1))
            message = f"le numéro {provision.number} suit {_dotted(before)} : il manque {missing}"
            hint = "écrivez la règle qui manque ; supprimée, gardez son numéro avec {statut=supprime}"
            yield provision.finding("NUMERO-MANQUANT", message, hint, Severity.INFO)
        last[provision.parent] = number


def _whole(rulebook: Rulebook) -> Iterator[Provision]:
    """The provisions in force, without their units."""
    return (one for one in rulebook.provisions if not one.is_unit and one.status is not Status.SUPERSEDED)


def _dotted(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))


def _skips(before: tuple[int, ...], number: tuple[int, ...]) -> bool:
    """True of two numbers that share all but their last part, and do not follow each other."""
    return len(before) == len(number) and before[:-1] == number[:-1] and number[-1] > before[-1] + 1


def steps(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Steps that do not follow each other by one; steps that a text of theirs names, and that are not there."""
    for siblings in _sequences(rulebook):
        for expected, (number, step) in enumerate(siblings, 1):
            if number != expected:
                message = f"l'étape {number} est la {expected}e de sa suite"
                yield step.finding("ETAPE", message, "une étape manque ou est mal placée")
        known = {number for number, _step in siblings}
        for _number, step in siblings:
            named = (int(part) for match in _NAMED.finditer(fold(step.text)) for part in match.groups() if part)
            for lost in dict.fromkeys(number for number in named if number not in known):
                message = f"le texte parle de l'étape {lost}, et sa suite en a {len(known)}"
                yield step.finding("ETAPE-INCONNUE", message, "corrigez le numéro de l'étape")


def _sequences(rulebook: Rulebook) -> list[list[tuple[int, Provision]]]:
    """The steps of each sequence with their numbers: numbered steps, or rules whose titles begin with « Étape n »."""
    found: dict[str | None, list[tuple[int, Provision]]] = defaultdict(list)
    for provision in _whole(rulebook):
        if provision.kind is Kind.STEP and provision.number and provision.number.isdigit():
            found[provision.parent].append((int(provision.number), provision))
        elif titled := _TITLED.match(fold(provision.title)):
            found[provision.parent].append((int(titled[1]), provision))
    return list(found.values())


def circles(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Steps in an order (printed, or declared by `precedes`), or rules each above another, that come back to where they began."""
    by_id = {item.id: item for item in rulebook.provisions}
    for types, code, says, hint in _ONE_WAY:
        order = TopologicalSorter[str]()
        for edge in rulebook.edges:
            if edge.type in types:
                order.add(edge.target, edge.source)
        try:
            order.prepare()
        except CycleError as fault:
            circle = [identifier for identifier in fault.args[1] if identifier in by_id]
            yield by_id[circle[0]].finding(code, f"{says} : {' → '.join(circle)}", hint)

"""Numbers and steps as printed: what goes back or is skipped, an order that turns in a circle."""

import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from kb.errors import Diagnostic
from kb.model import EdgeType, Kind, Provision, Rulebook, Status
from kb.model.words import fold

# « Étape 3 – Tirer » as the title of a rule.
_TITLED = re.compile(r"^etape (\d+)\b")
# Edges that must not come back to where they began, by the code of their fault.
_ONE_WAY = {
    "ORDRE-CIRCULAIRE": frozenset({EdgeType.PRECEDES}),
    "EXCEPTION-CIRCULAIRE": frozenset({EdgeType.EXCEPTS, EdgeType.OVERRIDES}),
}


def numbering(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Siblings whose numbers go back, a page out of place or a misread digit; or skip some, unless that is how the source counts."""
    last: dict[str | None, tuple[int, ...]] = {}
    for provision in _whole(rulebook):
        if not provision.number:
            continue
        number = tuple(int(part) for part in provision.number.rstrip("abcdefgh").split("."))
        before = last.get(provision.parent)
        if before is not None and number <= before:
            yield provision.finding("NUMERO", number=provision.number, before=_dotted(before))
        elif before is not None and provision.kind is not Kind.STEP and _skips(before, number):
            missing = _dotted((*before[:-1], before[-1] + 1))
            said = {"number": provision.number, "before": _dotted(before), "missing": missing}
            yield provision.finding("NUMERO-MANQUANT", **said)
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
    """Steps that do not follow each other by one."""
    for siblings in _sequences(rulebook):
        for expected, (number, step) in enumerate(siblings, 1):
            if number != expected:
                yield step.finding("ETAPE", number=number, place=expected)


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
    for code, types in _ONE_WAY.items():
        order = TopologicalSorter[str]()
        for edge in rulebook.edges:
            if edge.type in types:
                order.add(edge.target, edge.source)
        try:
            order.prepare()
        except CycleError as fault:
            circle = [identifier for identifier in fault.args[1] if identifier in by_id]
            yield by_id[circle[0]].finding(code, circle=" → ".join(circle))

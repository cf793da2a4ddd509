"""Numbers as printed: what goes back or is skipped; an order that turns in a circle."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from kb.errors import Diagnostic
from kb.model import EdgeType, Rulebook, Status

# Edges that must not come back to where they began, by the code of their fault.
_ONE_WAY = {
    "ORDRE-CIRCULAIRE": frozenset({EdgeType.PRECEDES}),
    "EXCEPTION-CIRCULAIRE": frozenset({EdgeType.EXCEPTS, EdgeType.OVERRIDES}),
}


def numbering(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Siblings whose numbers go back, a page out of place or a misread digit; or skip some, unless that is how the source counts."""
    last: dict[str | None, tuple[int, ...]] = {}
    for provision in rulebook.provisions:
        if provision.is_unit or provision.status is Status.SUPERSEDED or not provision.number:
            continue
        number = tuple(int(part) for part in provision.number.rstrip("abcdefgh").split("."))
        before = last.get(provision.parent, ())
        if number <= before:
            yield provision.finding("NUMERO", number=provision.number, before=_dotted(before))
        elif before and number[:-1] == before[:-1] and number[-1] > before[-1] + 1:
            missing = _dotted((*before[:-1], before[-1] + 1))
            said = {"number": provision.number, "before": _dotted(before), "missing": missing}
            yield provision.finding("NUMERO-MANQUANT", **said)
        last[provision.parent] = number


def _dotted(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))


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

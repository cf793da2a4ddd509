"""The order of two moments, with the rules that decide it."""

from __future__ import annotations

from kb.errors import UnknownMomentError
from kb.store import MomentRow
from kb.timing.tree import Timeline
from kb.timing.values import Comparison, Place


def compare(timeline: Timeline, a: str, b: str) -> Comparison:
    """How one moment stands to another within the smallest period that holds both.

    A name that several moments bear is no obstacle when they all give the same relation.

    Raises:
        UnknownMomentError: a name means no moment of the game, or several that differ.
    """
    firsts, lasts = timeline.find(a), timeline.find(b)
    found = [_compared(timeline, first, last) for first in firsts for last in lasts]
    if len({comparison.relation for comparison in found}) > 1:
        name, meant = (a, firsts) if len(firsts) > 1 else (b, lasts)
        raise UnknownMomentError(name, timeline.told(meant), several=True)
    return found[0]


def _compared(timeline: Timeline, a: tuple[str, str | None], b: tuple[str, str | None]) -> Comparison:
    """How one moment stands to another; each comes with the rule that led to it, if one did."""
    path_a, path_b = timeline.path(a[0]), timeline.path(b[0])
    shared = next((at for at, pair in enumerate(zip(path_a, path_b, strict=False)) if pair[0] != pair[1]), None)
    if shared is None:
        # The same moment, or one within the other: one window.
        relation, deciding = _within(path_a, path_b), (path_a[-1], path_b[-1])
    else:
        relation, deciding = _between(timeline, path_a, path_b, shared), (path_a[shared], path_b[shared])
    holder = () if shared is None else (path_a[shared - 1],)
    return Comparison(
        a=_place(timeline, path_a, a[1]),
        b=_place(timeline, path_b, b[1]),
        relation=relation,
        decided_by=timeline.proofs(*holder, *deciding) if relation != "unordered" else (),
    )


def _within(path_a: tuple[MomentRow, ...], path_b: tuple[MomentRow, ...]) -> str:
    """Two names of one moment, or of a moment and of one that holds it."""
    innermost = path_a[-1] if len(path_a) >= len(path_b) else path_b[-1]
    return {"alternate": "alternate", "both": "simultaneous"}.get(innermost.who, "same") if path_a == path_b else "same"


def _between(timeline: Timeline, path_a: tuple[MomentRow, ...], path_b: tuple[MomentRow, ...], shared: int) -> str:
    """Two moments that part below a common one: its order, if it has one and neither is a sequence that comes back in several places."""
    if path_a[shared - 1].free or path_a[shared].apart or path_b[shared].apart:
        return "unordered"
    order = [timeline.nodes[path[shared].id].order for path in (path_a, path_b)]
    return "before" if order[0] < order[1] else "after"


def _place(timeline: Timeline, path: tuple[MomentRow, ...], rule: str | None) -> Place:
    """A place on the timeline; a rule keeps its own id and title."""
    titles = tuple(moment.title for moment in path)
    if rule is not None:
        found = timeline.base.passage(rule)
        return Place(rule, found.title, titles)
    return Place(path[-1].id, path[-1].title, titles[:-1])

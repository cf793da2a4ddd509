"""The order of two moments, with the rules that decide it."""

from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from kb.errors import UnknownMomentError
from kb.model import Moment
from kb.model.clauses import provision_of
from kb.store import Proof
from kb.timing.moment_names import Meaning
from kb.timing.name_words import NameWords
from kb.timing.paths import Spot
from kb.timing.tree import Place, Timeline

Relation = Literal["before", "after", "same", "simultaneous", "alternate", "unordered"]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How `a` stands to `b` within the smallest period that holds both.

    `relation` is before, after, same (one window), simultaneous (resolved at once), alternate (players take turns in it) or unordered
    (no rule orders them).
    """

    a: Place
    b: Place
    relation: Relation
    decided_by: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    """What is said of a moment, what that may mean, and one of the places where it stands."""

    words: NameWords
    meaning: Meaning
    spot: Spot


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two places, what the first is to the second, the moments whose rules decide it, and how many moments hold both."""

    a: _Side
    b: _Side
    shared: int
    relation: Relation
    deciding: tuple[str, ...]


def compare(timeline: Timeline, a: str, b: str) -> Comparison:
    """How one moment stands to another within the smallest period that holds both.

    A name that several moments bear is no obstacle when all pairs of them under the smallest period give the same relation.
    """
    names = timeline.names
    words, meanings = (names.read(a), names.read(b)), (names.meanings(a), names.meanings(b))
    nearest = _nearest([_pair(timeline, words, meant) for meant in product(*meanings)])
    if len({pair.relation for pair in nearest}) > 1:
        unsure = int(len(meanings[1]) > len(meanings[0]))
        meant = timeline.full_titles([meaning.moment for meaning in meanings[unsure] if meaning.moment])
        raise UnknownMomentError((a, b)[unsure], meant, several=True)
    chosen = nearest[0]
    return Comparison(
        _place(timeline, chosen.a), _place(timeline, chosen.b), chosen.relation, _proofs(timeline, chosen)
    )


def _nearest(pairs: list[_Pair]) -> list[_Pair]:
    """The pairs under the smallest period."""
    shared = max(pair.shared for pair in pairs)
    return [pair for pair in pairs if pair.shared == shared]


def _pair(timeline: Timeline, words: tuple[NameWords, NameWords], meanings: tuple[Meaning, ...]) -> _Pair:
    """Two meanings at the places where they are nearest; a sequence that comes back on both sides of the other has no order with it."""
    root = timeline.roots[0].moment.id
    sides = [
        [_Side(said, meaning, spot) for spot in timeline.spots(meaning.moment or root)]
        for said, meaning in zip(words, meanings, strict=True)
    ]
    nearest = _nearest([_at(timeline, *places) for places in product(*sides)])
    if len({pair.relation for pair in nearest}) == 1:
        return nearest[0]
    return replace(nearest[0], relation="unordered", deciding=())


def _at(timeline: Timeline, a: _Side, b: _Side) -> _Pair:
    """How two places stand: they part below a common moment, or one holds the other."""
    if not (a.meaning.moment and b.meaning.moment):
        # A rule that stands at no moment has no order with anything but itself.
        return _Pair(a, b, 0, "same" if a.meaning == b.meaning else "unordered", ())
    least = min(len(a.spot), len(b.spot))
    common = next((at for at in range(least) if a.spot[at] != b.spot[at]), least)
    held = [timeline.nodes[identifier].moment for identifier in a.spot[:common]]
    relation, deciding = _counted(a, b, held) or (
        _between(timeline, a, b, common) if common < least else _within(timeline, a, b)
    )
    return _Pair(a, b, common, relation, deciding)


def _counted(a: _Side, b: _Side, held: list[Moment]) -> tuple[Relation, tuple[str, ...]] | None:
    """Two occurrences of what comes back by number, both numbers said."""
    first, last = a.words.number, b.words.number
    moment = next((moment for moment in reversed(held) if moment.count), None)
    if moment is None or first is None or last is None or first == last:
        return None
    return "before" if (first < last) == (moment.count == "up") else "after", (moment.id,)


def _within(timeline: Timeline, a: _Side, b: _Side) -> tuple[Relation, tuple[str, ...]]:
    """Two things of one moment, or of a moment and of one that holds it: one window, unless they are two turns of a loop."""
    inner = max(a.spot, b.spot, key=len)
    held = [timeline.nodes[identifier] for identifier in inner]
    moment, same = held[-1].moment, a.spot == b.spot
    others = [timeline.names.of_another(side.words, side.meaning.moment) for side in (a, b)]
    if same and a.words.key != b.words.key and moment.at_once:
        return "simultaneous", (moment.id,)
    if same and a.meaning.rule != b.meaning.rule and moment.free and not moment.window:
        return "unordered", ()
    # Of one name, or with the other's: the loop itself; the other's, any loop around, or one that the moment is made of.
    within = held[-1:] if same else []
    loops = [*reversed(held), *(held[-1].children if same else ())] if others[0] != others[1] else within
    for one in (node.moment for node in loops):
        if one.who == "alternate" and one.kind in {"step", "turn"} and one.repeat:
            return "alternate", (one.id,)
    return "same", tuple(dict.fromkeys((a.spot[-1], b.spot[-1])))


def _between(timeline: Timeline, a: _Side, b: _Side, shared: int) -> tuple[Relation, tuple[str, ...]]:
    """Two moments that part below a common one: its order, if it has one and neither is a sequence that comes back in several places."""
    holder = timeline.nodes[a.spot[shared - 1]].moment
    sides = [timeline.nodes[side.spot[shared]] for side in (a, b)]
    deciding = (holder.id, *(side.moment.id for side in sides))
    played = [holder.plays.index(side.moment.id) if side.moment.id in holder.plays else None for side in sides]
    if holder.at_once:
        return "simultaneous", deciding
    if holder.window:
        return "same", deciding
    if holder.free or (None in played and any(side.moment.apart for side in sides)):
        return "unordered", ()
    order = [place if place is not None else side.order for place, side in zip(played, sides, strict=True)]
    return "before" if order[0] < order[1] else "after", deciding


def _place(timeline: Timeline, side: _Side) -> Place:
    """A place on the timeline; a rule keeps its own id and title."""
    titles = tuple(timeline.nodes[identifier].moment.title for identifier in side.spot)
    rule = side.meaning.rule
    if rule is not None:
        return Place(rule, timeline.base.passage(rule, timeline.view).title, titles)
    return Place(side.meaning.moment, titles[-1], titles[:-1])


def _proofs(timeline: Timeline, pair: _Pair) -> tuple[Proof, ...]:
    """The rules that decide, each quoted: those that print both moments, then what else places either; else the holder's too."""
    if not pair.deciding:
        return ()
    cites: list[tuple[str, ...]] = [(), *(timeline.nodes[identifier].moment.cites for identifier in pair.deciding)]
    *holders, first, last = cites
    both = _printing_both(first, last)
    around = [] if both else [one for held in holders for one in held]
    own = [one for side in (pair.a, pair.b) for one in timeline.nodes[side.spot[-1]].moment.cites]
    cited = dict.fromkeys((*both, *last, *first, *around, *own))
    return timeline.quoted(f"{timeline.work}/{identifier}" for identifier in cited)


def _printing_both(first: tuple[str, ...], last: tuple[str, ...]) -> tuple[str, ...]:
    """Of the rules that place two moments, those that place both: the same one, steps of one sequence, units of one rule."""
    shared = {_sequence(one) for one in first} & {_sequence(one) for one in last}
    return tuple(one for one in dict.fromkeys((*first, *last)) if _sequence(one) in shared)


def _sequence(identifier: str) -> str:
    """The rule of a unit, the sequence of a step; any other rule is whole by itself."""
    rule = provision_of(identifier)
    holder, _, step = rule.rpartition("/")
    return holder if holder and step.isdigit() else rule

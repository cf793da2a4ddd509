"""The order of two moments, with the rules that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

from kb.errors import UnknownMomentError
from kb.model import Moment
from kb.store import Proof
from kb.timing.names import Meaning, Spot
from kb.timing.terms import Terms
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
class _Asked:
    """A name with its words and the moments that it may mean."""

    name: str
    terms: Terms
    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two places, what the first is to the second, the moments whose rules decide it, and how many moments hold both."""

    meanings: tuple[Meaning, Meaning]
    spots: tuple[Spot, Spot]
    shared: int
    relation: Relation
    deciding: tuple[str, ...]


def compare(timeline: Timeline, a: str, b: str) -> Comparison:
    """How one moment stands to another within the smallest period that holds both.

    A name that several moments bear is no obstacle when one pair of them is nearer than the others, or when all give the same relation.

    Raises:
        UnknownMomentError: a name means no moment of the game, or several that differ.
    """
    asked = _asked(timeline, a), _asked(timeline, b)
    pairs = [_pair(timeline, asked, meanings) for meanings in product(asked[0].meanings, asked[1].meanings)]
    chosen = _chosen(pairs, guess=not any(one.terms.weak for one in asked))
    if chosen is None:
        unsure = max(asked, key=lambda one: len(one.meanings))
        told = timeline.told([meaning.moment for meaning in unsure.meanings if meaning.moment])
        raise UnknownMomentError(unsure.name, told, several=True)
    first, last = (_place(timeline, *pair) for pair in zip(chosen.meanings, chosen.spots, strict=True))
    return Comparison(first, last, chosen.relation, _proofs(timeline, chosen))


def _asked(timeline: Timeline, name: str) -> _Asked:
    return _Asked(name, timeline.names.read(name), tuple(timeline.names.meanings(name)))


def _chosen(pairs: list[_Pair], *, guess: bool) -> _Pair | None:
    """The pair that answers: of all, or of those under the smallest period, or else of the nearest of these, when they agree."""
    shared = max(pair.shared for pair in pairs)
    smallest = [pair for pair in pairs if pair.shared == shared]
    nearness = min(_nearness(pair) for pair in smallest)
    nearest = [pair for pair in smallest if _nearness(pair) == nearness]
    for group in (pairs, smallest, nearest) if guess else (pairs,):
        if len({pair.relation for pair in group}) == 1:
            return min(group, key=lambda pair: (-pair.shared, _nearness(pair)))
    return None


def _nearness(pair: _Pair) -> tuple[int, int]:
    """The lower, the nearer two meanings are to what was said: no sequence that comes back elsewhere, then titles before other names."""
    played = sum(len(spot) != spot[-1].count("/") + 1 for spot in pair.spots)
    return played, sum(meaning.rank for meaning in pair.meanings)


def _pair(timeline: Timeline, asked: tuple[_Asked, _Asked], meanings: tuple[Meaning, Meaning]) -> _Pair:
    """Two meanings at the places where they are nearest; a sequence that comes back on both sides of the other has no order with it."""
    if not all(meaning.moment for meaning in meanings):
        return _nowhere(timeline, meanings)
    first, last = (
        timeline.names.spots_told(meaning.moment, one.terms) for meaning, one in zip(meanings, asked, strict=True)
    )
    spots = product(first, last)
    found = [_at(timeline, asked, meanings, pair) for pair in spots]
    shared = max(pair.shared for pair in found)
    nearest = [pair for pair in found if pair.shared == shared]
    if len({pair.relation for pair in nearest}) == 1:
        return nearest[0]
    return _Pair(meanings, nearest[0].spots, shared, "unordered", ())


def _nowhere(timeline: Timeline, meanings: tuple[Meaning, Meaning]) -> _Pair:
    """A rule that stands at no moment has no order with anything but itself."""
    root = timeline.roots[0].moment.id
    first, last = (timeline.spots(meaning.moment or root)[0] for meaning in meanings)
    return _Pair(meanings, (first, last), 0, "same" if meanings[0] == meanings[1] else "unordered", ())


def _at(
    timeline: Timeline, asked: tuple[_Asked, _Asked], meanings: tuple[Meaning, Meaning], spots: tuple[Spot, Spot]
) -> _Pair:
    """How two places stand: they part below a common moment, or one holds the other."""
    shared = next((at for at, (one, other) in enumerate(zip(*spots, strict=False)) if one != other), None)
    common = shared if shared is not None else min(map(len, spots))
    held = [timeline.nodes[identifier].moment for identifier in spots[0][:common]]
    counted = _counted(asked, held)
    if counted is not None:
        relation, deciding = counted
    elif shared is None:
        relation, deciding = _within(timeline, asked, meanings, spots)
    else:
        relation, deciding = _between(timeline, spots, shared)
    return _Pair(meanings, spots, common, relation, deciding)


def _counted(asked: tuple[_Asked, _Asked], held: list[Moment]) -> tuple[Relation, tuple[str, ...]] | None:
    """Two occurrences of what comes back by number, both numbers said."""
    numbers = asked[0].terms.number, asked[1].terms.number
    moment = next((moment for moment in reversed(held) if moment.count), None)
    if moment is None or numbers[0] is None or numbers[1] is None or numbers[0] == numbers[1]:
        return None
    first = (numbers[0] < numbers[1]) == (moment.count == "up")
    return "before" if first else "after", (moment.id,)


def _within(
    timeline: Timeline, asked: tuple[_Asked, _Asked], meanings: tuple[Meaning, Meaning], spots: tuple[Spot, Spot]
) -> tuple[Relation, tuple[str, ...]]:
    """Two things of one moment, or of a moment and of one that holds it: one window, unless they are two turns of a loop."""
    inner = max(spots, key=len)
    held = [timeline.nodes[identifier] for identifier in inner]
    same = spots[0] == spots[1]
    others = [
        timeline.names.of_another(one.terms, meaning.moment) for one, meaning in zip(asked, meanings, strict=True)
    ]
    another = others[0] != others[1]
    if same and asked[0].terms.key != asked[1].terms.key and held[-1].moment.at_once:
        return "simultaneous", (inner[-1],)
    if same and meanings[0].rule != meanings[1].rule and held[-1].moment.free and not held[-1].moment.window:
        return "unordered", ()
    # Of one name, or with the other's: the loop itself; the other's, any loop around, or one that the moment is made of.
    loops = [*reversed(held), *(held[-1].children if same else ())] if another else held[-1:] if same else []
    loop = next((node.moment.id for node in loops if _alternates(node.moment)), None)
    if loop is not None:
        return "alternate", (loop,)
    return "same", tuple(dict.fromkeys(spot[-1] for spot in spots))


def _alternates(moment: Moment) -> bool:
    """True for what comes back, the players taking turns."""
    return moment.who == "alternate" and moment.kind in {"step", "turn"} and bool(moment.repeat)


def _between(timeline: Timeline, spots: tuple[Spot, Spot], shared: int) -> tuple[Relation, tuple[str, ...]]:
    """Two moments that part below a common one: its order, if it has one and neither is a sequence that comes back in several places."""
    holder = timeline.nodes[spots[0][shared - 1]].moment
    sides = [timeline.nodes[spot[shared]] for spot in spots]
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


def _place(timeline: Timeline, meaning: Meaning, spot: Spot) -> Place:
    """A place on the timeline; a rule keeps its own id and title."""
    titles = tuple(timeline.nodes[identifier].moment.title for identifier in spot)
    if meaning.rule is not None:
        return Place(meaning.rule, timeline.base.passage(meaning.rule, timeline.view).title, titles)
    return Place(meaning.moment, titles[-1], titles[:-1])


def _proofs(timeline: Timeline, pair: _Pair) -> tuple[Proof, ...]:
    """The rules that decide, each quoted: those that print both moments, then what else places either; else the holder's too."""
    cites = [timeline.nodes[identifier].moment.cites for identifier in pair.deciding]
    holders, first, last = cites[:-2], cites[-2] if len(cites) > 1 else (), cites[-1] if cites else ()
    both = _printing_both(first, last)
    own = [one for spot in pair.spots for one in timeline.nodes[spot[-1]].moment.cites] if cites else []
    rest = (*last, *first, *own) if both else (*last, *first, *(one for held in holders for one in held), *own)
    cited = [f"{timeline.work}/{identifier}" for identifier in dict.fromkeys((*both, *rest))]
    return timeline.quoted(cited)


def _printing_both(first: tuple[str, ...], last: tuple[str, ...]) -> tuple[str, ...]:
    """Of the rules that place two moments, those that place both: the same one, steps of one sequence, units of one rule."""
    shared = {_whole(one) for one in first} & {_whole(one) for one in last}
    return tuple(one for one in dict.fromkeys((*first, *last)) if _whole(one) in shared)


def _whole(identifier: str) -> str:
    """The rule of a unit, the sequence of a step; any other rule is whole by itself."""
    rule = identifier.partition("#")[0]
    holder, _, step = rule.rpartition("/")
    return holder if holder and step.isdigit() else rule

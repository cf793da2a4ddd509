"""The moment that a free name means: how well the words of each moment fit it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kb.errors import UnknownMomentError
from kb.model import Moment
from kb.model.words import title_key
from kb.timing.terms import TermReader, Terms

if TYPE_CHECKING:
    from kb.timing.tree import Timeline

# What it costs a name to lack a word that is asked for, by what holds it: the moments around, other names of the same or what plays it,
# nothing; and to hold one that is not asked for. Then the same of words that tell less, and what it costs to be spelled otherwise.
_AROUND = 6
_BESIDE = 9
_UNHELD = 60
_EXTRA = 20
_ACT_LACK = 10
_ACT_EXTRA = 4
_LIGHT_LACK = 2
_LIGHT_EXTRA = 1
_LIGHT_MOST = 5
_SPELLED = 1
# What it costs to be the name of a rule and not of a moment: its title, another name.
_RULE = 5
_RULE_ALIAS = 15
# A name of which a word or two are held nowhere is still known by two others, or by all that it has that games speak of.
_ENOUGH = 2


# A place on the timeline: the ids of the moments from the game down to it, through the sequences that they play.
Spot = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name may mean: a moment, and the rule through which it does, if one did; the lower `rank`, the nearer.

    `moment` is empty for a rule of the game that stands at no moment of it.
    """

    moment: str
    rule: str | None = None
    rank: int = 0


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of a moment, and all the words that its place gives."""

    moment: str
    alias: bool
    terms: Terms


class Names:
    """The names of the moments of a game, and those of the rules that stand on its timeline."""

    def __init__(self, timeline: Timeline) -> None:
        """Read the names of the moments."""
        # Slow to import, and a timeline that nobody asks by name, such as that of a page, does without.
        from kb.search import read_analyzer  # noqa: PLC0415

        base, work = timeline.base, timeline.work
        self._base, self._work, self._view, self._outside = base, work, timeline.view, timeline.outside
        self._moments = {identifier: node.moment for identifier, node in timeline.nodes.items()}
        self._spots = {identifier: timeline.spots(identifier) for identifier in timeline.nodes}
        self.read = TermReader(read_analyzer(base, work)).read
        self._names = [
            _Name(moment.id, place > 0, self.read(name))
            for moment in self._moments.values()
            for place, name in enumerate((moment.title, *moment.aliases))
        ]
        heavy, every = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
        for name in self._names:
            heavy[name.moment] |= name.terms.heavy.keys()
            every[name.moment] |= name.terms.every
        # The words of the names of a moment; those of its path and of what holds it; of what holds or plays it, wherever it stands.
        self._own = every
        self._around = {
            moment: {word for part in moment.split("/")[1:] for word in self.read(part.replace("-", " ")).heavy}.union(
                *(heavy[holder] for holder in standing[0][:-1])
            )
            for moment, standing in self._spots.items()
        }
        self._holding = {
            moment: set[str]().union(*(every[holder] for spot in standing for holder in spot[:-1]))
            for moment, standing in self._spots.items()
        }

    def meanings(self, name: str) -> list[Meaning]:
        """The moments that a name fits best, all alike, each with the rule through which it is meant when the name is that of a rule.

        Raises:
            UnknownMomentError: it fits none.
        """
        terms = self.read(name)
        found = self._meant(terms, name)
        if not found:
            raise UnknownMomentError(name, self._near(terms), several=False)
        return found

    def spots_told(self, identifier: str, terms: Terms) -> list[Spot]:
        """The places of a moment, those that its name tells best: « … de la phase de tir »."""
        told = terms.heavy.keys() - self._own[identifier]
        shared = [
            len(told & set[str]().union(*(self._own[holder] for holder in spot[:-1])))
            for spot in self._spots[identifier]
        ]
        return [spot for spot, words in zip(self._spots[identifier], shared, strict=True) if words == max(shared)]

    def of_another(self, terms: Terms, identifier: str) -> bool:
        """True when a name speaks of the other player's, or of another of the same, in words that are not the moment's own."""
        return bool(terms.others - self._own[identifier])

    def _meant(self, terms: Terms, name: str) -> list[Meaning]:
        """The moments that a name fits best, all alike; empty when it fits none.

        A name may say what holds the moment, after a comma, between parentheses or before « › ».
        """
        if name in self._moments:
            return [Meaning(name)]
        head, holders = _parted(name)
        if holders and all(held.terms.key != terms.key for held in self._names):
            told = self.read(holders).every
            inside = {identifier for identifier, words in self._holding.items() if told <= words}
            located = self._moments_named(self.read(head), inside)
            if min(located.values(), default=_EXTRA) < _EXTRA:
                return _cheapest(located)
        costs = self._moments_named(terms, self._moments.keys())
        return _cheapest(costs | self._rules_named(terms, name, costs))

    def _moments_named(self, terms: Terms, among: AbstractSet[str]) -> dict[Meaning, int]:
        """What each of these moments costs by the best of its names, those that it does not fit left out."""
        costs: dict[Meaning, int] = {}
        for held in self._names:
            cost = self._cost(terms, held) if held.moment in among else None
            if cost is not None:
                meaning = Meaning(held.moment, None, int(held.alias))
                costs[meaning] = min(cost, costs.get(meaning, cost))
        return costs

    def _rules_named(self, terms: Terms, name: str, known: Mapping[Meaning, int]) -> dict[Meaning, int]:
        """The same of the moments where the rules of that name stand, when no moment bears it; at worst, of none."""
        costs: dict[Meaning, int] = {}
        for cost, rule in self._rules(terms, name) if min(known.values(), default=_UNHELD) > _RULE else ():
            placed = self._of_rule(rule)
            costs |= dict.fromkeys(placed, cost)
            if not (placed or known):
                costs[Meaning("", rule)] = cost + _UNHELD
        return costs

    def _cost(self, asked: Terms, held: _Name) -> int | None:
        """How ill a name fits what is asked; none when it does not."""
        words = held.terms.heavy
        shared = (asked.heavy & words).total()
        if not shared or asked.weak != held.terms.weak:
            return None
        lacked = asked.heavy - words
        around = lacked.keys() & self._around[held.moment]
        beside = (lacked.keys() & (self._own[held.moment] | self._holding[held.moment])) - around
        unheld, extra = lacked.keys() - around - beside, words.total() - shared
        if asked.weak and lacked:
            return None
        if unheld and not self._enough(asked, held, unheld, shared + len(around), extra):
            return None
        lack = _AROUND * len(around) + _BESIDE * len(beside) + _UNHELD * len(unheld)
        return lack + _EXTRA * extra + _told_less(asked, held.terms)

    def _enough(self, asked: Terms, held: _Name, unheld: AbstractSet[str], known: int, extra: int) -> bool:
        """True when a name is known well enough though nothing around it holds some of the words asked for."""
        if extra:
            return len(unheld) == 1 and known >= _ENOUGH and extra == 1
        foreign = unheld.isdisjoint(self._spoken) and asked.acts == held.terms.acts
        return len(unheld) <= _ENOUGH and (known >= _ENOUGH or foreign)

    @cached_property
    def _spoken(self) -> set[str]:
        """Every word of the name of a moment or of a rule."""
        ruled = {word for bag in self._ruled for word, _count in bag}
        return ruled.union(*(name.terms.heavy for name in self._names))

    @cached_property
    def _ruled(self) -> dict[frozenset[tuple[str, int]], list[str]]:
        """The ids of what has a name, by the words of it that tell."""
        found: dict[frozenset[tuple[str, int]], list[str]] = defaultdict(list)
        for name, identifier in self._base.names(self._work):
            found[_bag(self.read(name).heavy)].append(identifier)
        return found

    def _rules(self, terms: Terms, name: str) -> list[tuple[int, str]]:
        """The rules that bear a name, with what that costs: by their title, else by another name of the very same words."""
        found = self._base.lookup(name, self._work, self._view)
        exact = [rule for rule in found if rule.startswith(f"{self._work}/")]
        kindred = [] if terms.weak else self._ruled.get(_bag(terms.heavy), [])
        named = dict.fromkeys((*exact, *kindred))
        outside = self._outside(named)
        borne = [rule for rule in named if rule not in outside]
        # A name may be of a rule that the view does not hold.
        titles = {rule.id: title_key(rule.title) for rule in self._base.passages(borne, self._view)}
        return [
            (_RULE if titles[rule] == terms.key or rule == name else _RULE_ALIAS, rule)
            for rule in borne
            if rule in titles
        ]

    def _of_rule(self, rule: str) -> list[Meaning]:
        """Where a rule stands: at the moments that cite it first, or at others apart from them that do; else by its timing line."""
        citing = [moment for moment in self._moments.values() if self._cites(moment, rule)]
        first = outermost(moment.id for moment in citing if self._first(moment, rule))
        rest = [moment.id for moment in citing if not any(_nested(moment.id, one) for one in first)]
        found = [*(Meaning(one, rule) for one in first), *(Meaning(one, rule, 1) for one in outermost(rest))]
        return found or [Meaning(one, rule) for one in self._timed(rule)]

    def _first(self, moment: Moment, rule: str) -> bool:
        """True when a moment stands on a rule, or a unit of it, before any other."""
        return f"{self._work}/{moment.cites[0]}".partition("#")[0] == rule.partition("#")[0]

    def _cites(self, moment: Moment, rule: str) -> bool:
        """True when a moment stands on a rule, on a unit of it, or on the rule of which it is a unit."""
        cited = {f"{self._work}/{identifier}" for identifier in moment.cites}
        return rule in cited or rule.partition("#")[0] in cited or any(one.startswith(f"{rule}#") for one in cited)

    def _timed(self, rule: str) -> list[str]:
        """The moments that the timing line of a rule names."""
        for moment in self._base.timing_lines(rule):
            found = [meaning.moment for meaning in self._meant(self.read(moment), "") if meaning.rule is None]
            if found:
                return found
        return []

    def _near(self, terms: Terms) -> tuple[str, ...]:
        """The titles of the three moments that share the most words with a name."""
        shared: Counter[str] = Counter()
        for held in self._names:
            common = (held.terms.heavy & terms.heavy).total()
            shared[held.moment] = max(shared[held.moment], common)
        return tuple(self._moments[identifier].title for identifier, count in shared.most_common(3) if count)


def _told_less(asked: Terms, held: Terms) -> int:
    """What words that tell less, and spelling, make of a cost."""
    acts = _ACT_LACK * (asked.acts - held.acts).total() + _ACT_EXTRA * (held.acts - asked.acts).total()
    light = _LIGHT_LACK * (asked.light - held.light).total() + _LIGHT_EXTRA * (held.light - asked.light).total()
    return acts + min(light, _LIGHT_MOST) + _SPELLED * (asked.key != held.key)


def outermost(found: Iterable[str]) -> list[str]:
    """Of moments, those that no other of them holds."""
    listed = list(found)
    return [one for one in listed if not any(one.startswith(f"{other}/") for other in listed)]


def _nested(one: str, other: str) -> bool:
    """True when one of two moments holds the other, or they are one."""
    return f"{one}/".startswith(f"{other}/") or other.startswith(f"{one}/")


def _parted(name: str) -> tuple[str, str]:
    """A name, and what it says of where its moment stands: « A, B », « A (B) », « B › A »."""
    *holders, last = name.split("›")
    if holders:
        return last, " ".join(holders)
    head, mark, rest = name.rpartition(",")
    if not mark:
        head, mark, rest = name.partition("(")
    return head, rest


def _cheapest(costs: Mapping[Meaning, int]) -> list[Meaning]:
    """The meanings of least cost, each moment once, at its best rank."""
    least = min(costs.values(), default=0)
    found = sorted(
        (meaning for meaning, cost in costs.items() if cost == least), key=lambda one: one.rank, reverse=True
    )
    return list({(meaning.moment, meaning.rule): meaning for meaning in found}.values())


def _bag(words: Counter[str]) -> frozenset[tuple[str, int]]:
    return frozenset(words.items())

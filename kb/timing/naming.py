"""The moment that a free name means: how well the words of each moment fit it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from kb.store import KnowledgeBase, MomentRow, View
from kb.timing.surroundings import Surroundings
from kb.timing.wording import Wording, Wordings
from kb.words import title_key

# What it costs a name to lack a word that is asked for, by what holds it: the moments around, other names of the same, what plays it,
# nothing; and to hold one that is not asked for. Then the same of words that tell less, and what it costs to be spelled otherwise.
_AROUND = 6
_BESIDE = 9
_PLAYED = 15
_UNHELD = 60
_EXTRA = 20
_ACT_LACK = 10
_ACT_EXTRA = 4
_LIGHT_LACK = 2
_LIGHT_EXTRA = 1
_LIGHT_MOST = 5
_SPELLED = 1
# What it costs to be the name of a rule and not of a moment: its title, another name; and to stand where its chapter does.
_RULE = 5
_RULE_ALIAS = 15
_INHERITED = 25
# A name of which a word or two are held nowhere is still known by two others, or by all that it has that games speak of.
_ENOUGH = 2


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
    wording: Wording


class Names:
    """The names of the moments of a game, and those of the rules that stand on its timeline."""

    def __init__(
        self,
        base: KnowledgeBase,
        work: str,
        view: View,
        moments: Mapping[str, MomentRow],
        wordings: Wordings,
        outside: Callable[[Iterable[str]], AbstractSet[str]],
    ) -> None:
        """Read the names of the moments; `outside` tells which rules are not of the mode."""
        self._outside = outside
        self._base, self._work, self._view, self._moments, self._wordings = base, work, view, moments, wordings
        self._names = [
            _Name(moment.id, place > 0, wordings.read(name))
            for moment in moments.values()
            for place, name in enumerate((moment.title, *moment.aliases))
        ]
        self.surroundings = Surroundings(moments, wordings)

    def meant(self, wording: Wording, name: str) -> list[Meaning]:
        """The moments that a name fits best, all alike; empty when it fits none.

        A name may say what holds the moment, after a comma, between parentheses or before « › ».
        """
        if name in self._moments:
            return [Meaning(name)]
        head, holders = _parted(name)
        if holders and all(held.wording.key != wording.key for held in self._names):
            told = self._wordings.read(holders).every
            inside = {identifier for identifier, words in self.surroundings.holding.items() if told <= words}
            located = self._moments_named(self._wordings.read(head), inside)
            if min(located.values(), default=_EXTRA) < _EXTRA:
                return _cheapest(located)
        costs = self._moments_named(wording, self._moments.keys())
        return _cheapest(costs | self._rules_named(wording, name, costs))

    def _moments_named(self, wording: Wording, among: AbstractSet[str]) -> dict[Meaning, int]:
        """What each of these moments costs by the best of its names, those that it does not fit left out."""
        costs: dict[Meaning, int] = {}
        for held in self._names:
            cost = self._cost(wording, held) if held.moment in among else None
            if cost is not None:
                meaning = Meaning(held.moment, None, int(held.alias))
                costs[meaning] = min(cost, costs.get(meaning, cost))
        return costs

    def _rules_named(self, wording: Wording, name: str, known: Mapping[Meaning, int]) -> dict[Meaning, int]:
        """The same of the moments where the rules of that name stand, when no moment bears it; at worst, of none."""
        costs: dict[Meaning, int] = {}
        for cost, rule in self._rules(wording, name) if min(known.values(), default=_UNHELD) > _RULE else ():
            placed = self.of_rule(rule)
            inherited = [] if placed else self._of_chapter(rule)
            costs |= dict.fromkeys(placed, cost) | dict.fromkeys(inherited, cost + _INHERITED)
            if not (placed or inherited or known):
                costs[Meaning("", rule)] = cost + _UNHELD
        return costs

    def _cost(self, asked: Wording, held: _Name) -> int | None:
        """How ill a name fits what is asked; none when it does not."""
        words = held.wording.heavy
        shared = (asked.heavy & words).total()
        if not shared or asked.weak != held.wording.weak:
            return None
        lacked = asked.heavy - words
        around = lacked.keys() & self.surroundings.around[held.moment]
        beside = (lacked.keys() & self.surroundings.own[held.moment]) - around
        played = (lacked.keys() & self.surroundings.holding[held.moment]) - around - beside
        unheld, extra = lacked.keys() - around - beside - played, words.total() - shared
        if asked.weak and (lacked or extra > 1):
            return None
        if unheld and not self._enough(asked, held, unheld, shared + len(around), extra):
            return None
        lack = _AROUND * len(around) + _BESIDE * len(beside) + _PLAYED * len(played) + _UNHELD * len(unheld)
        return lack + _EXTRA * extra + _told_less(asked, held.wording)

    def _enough(self, asked: Wording, held: _Name, unheld: AbstractSet[str], known: int, extra: int) -> bool:
        """True when a name is known well enough though nothing around it holds some of the words asked for."""
        if extra:
            return len(unheld) == 1 and known >= _ENOUGH and extra == 1
        foreign = unheld.isdisjoint(self._spoken) and asked.acts == held.wording.acts
        return len(unheld) <= _ENOUGH and (known >= _ENOUGH or foreign)

    @cached_property
    def _spoken(self) -> set[str]:
        """Every word of the name of a moment or of a rule."""
        ruled = {word for bag in self._ruled for word, _count in bag}
        return ruled.union(*(name.wording.heavy for name in self._names))

    @cached_property
    def _ruled(self) -> dict[frozenset[tuple[str, int]], list[str]]:
        """The ids of what has a name, by the words of it that tell."""
        found: dict[frozenset[tuple[str, int]], list[str]] = defaultdict(list)
        for name, identifier in self._base.names(self._work):
            found[_bag(self._wordings.read(name).heavy)].append(identifier)
        return found

    def _rules(self, wording: Wording, name: str) -> list[tuple[int, str]]:
        """The rules that bear a name, with what that costs: by their title, else by another name of the very same words."""
        found = self._base.lookup(name, self._work, self._view)
        exact = [rule for rule in found if rule.startswith(f"{self._work}/")]
        kindred = [] if wording.weak else self._ruled.get(_bag(wording.heavy), [])
        named = dict.fromkeys((*exact, *kindred))
        outside = self._outside(named)
        borne = [rule for rule in named if rule not in outside]
        # A name may be of a rule that the view does not hold.
        titles = {rule.id: title_key(rule.title) for rule in self._base.passages(borne, self._view)}
        return [
            (_RULE if titles[rule] == wording.key or rule == name else _RULE_ALIAS, rule)
            for rule in borne
            if rule in titles
        ]

    def of_rule(self, rule: str) -> list[Meaning]:
        """Where a rule stands: at the moments that cite it first, or at others apart from them that do; else by its timing line."""
        citing = [moment for moment in self._moments.values() if self._cites(moment, rule)]
        first = _outermost(moment.id for moment in citing if self._first(moment, rule))
        rest = [moment.id for moment in citing if not any(_nested(moment.id, one) for one in first)]
        found = [*(Meaning(one, rule) for one in first), *(Meaning(one, rule, 1) for one in _outermost(rest))]
        return found or [Meaning(one, rule) for one in self._timed(rule)]

    def _of_chapter(self, rule: str) -> list[Meaning]:
        """Where the nearest rule or chapter that holds a rule stands."""
        for _level in range(_CHAPTERS):
            holder = self._base.passage(rule, self._view).parent
            if holder is None:
                break
            found = self.of_rule(holder)
            if found:
                return [Meaning(meaning.moment, rule) for meaning in found if meaning.rank == 0]
            rule = holder
        return []

    def _first(self, moment: MomentRow, rule: str) -> bool:
        """True when a moment stands on a rule, or a unit of it, before any other."""
        return f"{self._work}/{moment.cites[0]}".partition("#")[0] == rule.partition("#")[0]

    def _cites(self, moment: MomentRow, rule: str) -> bool:
        """True when a moment stands on a rule, on a unit of it, or on the rule of which it is a unit."""
        cited = {f"{self._work}/{identifier}" for identifier in moment.cites}
        return rule in cited or rule.partition("#")[0] in cited or any(one.startswith(f"{rule}#") for one in cited)

    def _timed(self, rule: str) -> list[str]:
        """The moments that the timing line of a rule names, those of the player whose turn it says."""
        for edge, moment, whose in self._base.timing_lines(rule):
            for said in (f"{_EDGES[edge]} {moment}" if edge in _EDGES else moment, moment):
                found = [
                    meaning.moment for meaning in self.meant(self._wordings.read(said), "") if meaning.rule is None
                ]
                if found:
                    return [self._of_player(identifier, whose) for identifier in found]
        return []

    def _of_player(self, identifier: str, whose: str) -> str:
        """The part of a moment that is this player's, when it has one such part."""
        parts = [
            moment.id
            for moment in self._moments.values()
            if moment.id.rpartition("/")[0] == identifier and moment.who == whose
        ]
        return parts[0] if len(parts) == 1 else identifier

    def near(self, wording: Wording) -> tuple[str, ...]:
        """The titles of the three moments that share the most words with a name."""
        shared: Counter[str] = Counter()
        for held in self._names:
            common = (held.wording.heavy & wording.heavy).total()
            shared[held.moment] = max(shared[held.moment], common)
        return tuple(self._moments[identifier].title for identifier, count in shared.most_common(3) if count)


# How far above a rule the chapter is looked for that tells when it stands.
_CHAPTERS = 2
# The edges of a moment, as they are said in its name.
_EDGES = {"start": "début", "end": "fin"}


def _told_less(asked: Wording, held: Wording) -> int:
    """What words that tell less, and spelling, make of a cost."""
    acts = _ACT_LACK * (asked.acts - held.acts).total() + _ACT_EXTRA * (held.acts - asked.acts).total()
    light = _LIGHT_LACK * (asked.light - held.light).total() + _LIGHT_EXTRA * (held.light - asked.light).total()
    return acts + min(light, _LIGHT_MOST) + _SPELLED * (asked.key != held.key)


def _outermost(found: Iterable[str]) -> list[str]:
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
    found = sorted((meaning for meaning, cost in costs.items() if cost == least), key=_rank, reverse=True)
    return list({(meaning.moment, meaning.rule): meaning for meaning in found}.values())


def _bag(words: Counter[str]) -> frozenset[tuple[str, int]]:
    return frozenset(words.items())


def _rank(meaning: Meaning) -> int:
    return meaning.rank

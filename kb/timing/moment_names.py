"""The moment that a free name means: how well the words of each moment fit it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rapidfuzz import fuzz, process

from kb.errors import UnknownMomentError
from kb.model import Moment
from kb.model.clauses import provision_of
from kb.model.words import title_key
from kb.search import read_analyzer
from kb.system.grouping import by_key
from kb.timing.name_words import NameWords, name_reader
from kb.timing.paths import outermost, within

if TYPE_CHECKING:
    from kb.timing.tree import Timeline

# What it costs a name to lack a word that is asked for, by what holds it: the moments around, other names of the same or what plays it,
# nothing; and to hold one that is not asked for. Then the same of words that say less, and what it costs to be spelled otherwise.
_AROUND = 6
_NEXT = 9
_UNHELD = 60
_EXTRA = 20
_ACT_LACK = 10
_ACT_EXTRA = 4
_LIGHT_LACK = 2
_LIGHT_EXTRA = 1
_SPELLED = 1
# What it costs to be the name of a rule and not of a moment: its title, another name.
_RULE = 5
_RULE_ALIAS = 15
# A name of which a word or two are held nowhere is still known by two others, or by all that it has that the game speaks of.
_ENOUGH = 2
# So many moments are proposed for a name that means none; by its letters alone, those that are so much alike (of a hundred).
_NEAREST = 3
_ALIKE = 60
# So much alike (of a hundred), letter by letter, a name is another one misspelled.
_SPELLED_SO = 75


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name may mean: a moment, and the rule through which it does, if one did.

    `moment` is empty for a rule of the game that stands at no moment of it.
    """

    moment: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of a moment: its title, or another."""

    moment: str
    words: NameWords


class MomentNames:
    """The names of the moments of a game, and those of the rules that stand on its timeline."""

    def __init__(self, timeline: Timeline) -> None:
        """Read the names of the moments."""
        self._timeline = timeline
        self._moments = {identifier: node.moment for identifier, node in timeline.nodes.items()}
        analyzer = read_analyzer(timeline.base, timeline.work)
        self.read, self._stopwords = name_reader(analyzer), analyzer.lexicon.stopwords
        self._names = [
            _Name(moment.id, self.read(name))
            for moment in self._moments.values()
            for name in (moment.title, *moment.aliases)
        ]
        # Those that hold a word.
        self._holding_word = by_key((word, name) for name in self._names for word in name.words.heavy)
        heavy, every = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
        for name in self._names:
            heavy[name.moment] |= name.words.heavy.keys()
            every[name.moment] |= name.words.every
        # The words of the names of a moment; those of its path and of what holds it; of what holds or plays it, wherever it stands.
        self._own, self._around, self._holding = every, dict[str, set[str]](), dict[str, set[str]]()
        for moment in self._moments:
            own, *others = timeline.spots(moment)
            path = self.read(moment.partition("/")[2].replace("-", " ").replace("/", " ")).heavy
            self._around[moment] = {*path}.union(*(heavy[holder] for holder in own[:-1]))
            holders = {holder for spot in (own, *others) for holder in spot[:-1]}
            self._holding[moment] = set[str]().union(*(every[holder] for holder in holders))

    def bear(self, name: str) -> bool:
        """True when it is, word for word, the name of a moment."""
        moments = self._moments.values()
        key = title_key(name)
        return any(
            key == title_key(known) for moment in moments for known in (moment.id, moment.title, *moment.aliases)
        )

    def meanings(self, name: str) -> list[Meaning]:
        """The moments that a name fits best, all alike, each with the rule through which it is meant when the name is that of a rule."""
        words = self.read(name)
        found = self._meant(words, name)
        if not found:
            raise UnknownMomentError(name, self.near(name), several=False)
        return found

    def of_another(self, words: NameWords, identifier: str) -> bool:
        """True when a name speaks of the other player's, or of another of the same, in words that are not the moment's own."""
        return bool(words.others - self._own[identifier])

    def _meant(self, words: NameWords, name: str) -> list[Meaning]:
        """The moments that a name fits best, all alike; empty when it fits none.

        A name may say what holds the moment, after a comma, between parentheses or before « › ».
        """
        if name in self._moments:
            return [Meaning(name)]
        head, holders = _parted(name)
        if holders and all(held.words.key != words.key for held in self._names):
            asked = self.read(holders).every
            inside = {identifier for identifier, held in self._holding.items() if asked <= held}
            located = self._moments_named(self.read(head), inside)
            if min(located.values(), default=_EXTRA) < _EXTRA:
                return _cheapest(located)
        costs = self._moments_named(words, self._moments)
        return _cheapest(costs | self._rules_named(words, name, costs))

    def _moments_named(self, asked: NameWords, among: Collection[str]) -> dict[Meaning, int]:
        """What each of these moments costs by the best of its names, those that it does not fit left out."""
        costs: dict[Meaning, int] = {}
        for held in self._sharing(asked):
            cost = self._cost(asked, held) if held.moment in among else None
            if cost is not None:
                meaning = Meaning(held.moment)
                costs[meaning] = min(cost, costs.get(meaning, cost))
        return costs

    def _sharing(self, asked: NameWords) -> list[_Name]:
        """The names that hold a word of what is asked, each once: no other can fit it."""
        return list({id(held): held for word in asked.heavy for held in self._holding_word.get(word, ())}.values())

    def _cost(self, asked: NameWords, held: _Name) -> int | None:
        """How ill a name fits what is asked; none when it does not."""
        words = held.words.heavy
        shared = (asked.heavy & words).total()
        if not shared or asked.weak != held.words.weak:
            return None
        lacked = asked.heavy - words
        around = lacked.keys() & self._around[held.moment]
        next_to = (lacked.keys() & (self._own[held.moment] | self._holding[held.moment])) - around
        unheld, extra = lacked.keys() - around - next_to, words.total() - shared
        if asked.weak and lacked:
            return None
        if unheld and not self._enough(asked, held, unheld, shared + len(around), extra):
            return None
        lack = _AROUND * len(around) + _NEXT * len(next_to) + _UNHELD * len(unheld)
        return lack + _EXTRA * extra + _lesser_cost(asked, held.words)

    def _enough(self, asked: NameWords, held: _Name, unheld: AbstractSet[str], known: int, extra: int) -> bool:
        """True when a name is known well enough though nothing around it holds some of the words asked for."""
        if extra:
            return len(unheld) == 1 and known >= _ENOUGH and extra == 1
        foreign = unheld.isdisjoint(self._spoken) and asked.acts == held.words.acts
        return len(unheld) <= _ENOUGH and (known >= _ENOUGH or foreign)

    @cached_property
    def _spoken(self) -> set[str]:
        """Every word of the name of a moment or of a rule."""
        ruled = {word for words in self._ruled for word, _count in words}
        return ruled.union(*(name.words.heavy for name in self._names))

    @cached_property
    def _ruled(self) -> dict[frozenset[tuple[str, int]], list[str]]:
        """The ids of what has a name, by the words of it that say which it is."""
        named = self._timeline.base.names(self._timeline.work)
        return by_key((frozenset(self.read(name).heavy.items()), identifier) for name, identifier in named)

    def _rules_named(self, words: NameWords, name: str, known: Mapping[Meaning, int]) -> dict[Meaning, int]:
        """What the moments cost where the rules of a name stand, when no moment bears it; at worst, of none."""
        costs: dict[Meaning, int] = {}
        for cost, rule in self._rules(words, name) if min(known.values(), default=_UNHELD) > _RULE else ():
            placed = self._of_rule(rule)
            costs |= dict.fromkeys(placed, cost)
            if not (placed or known):
                costs[Meaning("", rule)] = cost + _UNHELD
        return costs

    def _rules(self, words: NameWords, name: str) -> list[tuple[int, str]]:
        """The rules that bear a name, with what that costs: by their title, else by another name of the very same words."""
        base, work, view = self._timeline.base, self._timeline.work, self._timeline.view
        exact = [rule for rule in base.lookup(name, work, view) if rule.startswith(f"{work}/")]
        kindred = [] if words.weak else self._ruled.get(frozenset(words.heavy.items()), [])
        named = dict.fromkeys((*exact, *kindred))
        outside = self._timeline.outside(named)
        borne = [rule for rule in named if rule not in outside]
        # A name may be of a rule that the view does not hold.
        titles = {rule.id: title_key(rule.title) for rule in base.passages(borne, view)}
        return [
            (_RULE if titles[rule] == words.key or rule == name else _RULE_ALIAS, rule)
            for rule in borne
            if rule in titles
        ]

    def _of_rule(self, rule: str) -> list[Meaning]:
        """Where a rule stands: at the moments that cite it first, or at others apart from them that do; else by its timing line."""
        citing = [moment for moment in self._moments.values() if self._cites(moment, rule)]
        first = outermost(one.id for one in citing if provision_of(self._timeline.cites(one)[0]) == provision_of(rule))
        rest = [one.id for one in citing if not any(within(one.id, held) or within(held, one.id) for held in first)]
        return [Meaning(one, rule) for one in (*first, *outermost(rest)) or self._timed(rule)]

    def _cites(self, moment: Moment, rule: str) -> bool:
        """True when a moment stands on a rule, on a unit of it, or on the rule of which it is a unit."""
        cites, units = self._timeline.cites(moment), f"{rule}#"
        return rule in cites or provision_of(rule) in cites or any(cite.startswith(units) for cite in cites)

    def _timed(self, rule: str) -> list[str]:
        """The moments that the timing line of a rule names."""
        for printed in self._timeline.base.timing_lines(rule):
            found = [meaning.moment for meaning in self._meant(self.read(printed), "") if meaning.rule is None]
            if found:
                return found
        return []

    def near(self, name: str) -> tuple[str, ...]:
        """The titles of three moments near a name: what is spelled almost so, what shares the most words, then the most letters."""
        shared: Counter[str] = Counter()
        words = self.read(name)
        for held in self._sharing(words):
            shared[held.moment] = max(shared[held.moment], (held.words.heavy & words.heavy).total())
        titles = {identifier: title_key(moment.title) for identifier, moment in self._moments.items()}
        spelled = process.extract(title_key(name), titles, scorer=fuzz.ratio, limit=_NEAREST, score_cutoff=_SPELLED_SO)
        found = [identifier for _title, _score, identifier in spelled]
        sharing = [identifier for identifier, count in shared.most_common(_NEAREST) if count]
        found += sharing
        if not sharing:
            said = " ".join(word for word in title_key(name).split() if word not in self._stopwords)
            alike = process.extract(said, titles, scorer=fuzz.WRatio, limit=_NEAREST, score_cutoff=_ALIKE)
            found += [identifier for _title, _score, identifier in alike]
        return tuple(dict.fromkeys(self._moments[identifier].title for identifier in found))[:_NEAREST]


def _lesser_cost(asked: NameWords, held: NameWords) -> int:
    """What words that say less, and spelling, make of a cost."""
    acts = _ACT_LACK * (asked.acts - held.acts).total() + _ACT_EXTRA * (held.acts - asked.acts).total()
    light = _LIGHT_LACK * (asked.light - held.light).total() + _LIGHT_EXTRA * (held.light - asked.light).total()
    return acts + light + _SPELLED * (asked.key != held.key)


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
    """The meanings of least cost."""
    least = min(costs.values(), default=0)
    return [meaning for meaning, cost in costs.items() if cost == least]

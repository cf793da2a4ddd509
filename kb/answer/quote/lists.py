"""The lists of a rule: that which a question asks for, the items of one whose lead is quoted, the steps that a rule announces."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from kb.answer.quote.parts import MOST, Part, Parts, effect, runs
from kb.answer.values import Clause
from kb.model import Kind
from kb.model.words import fold
from kb.store import KnowledgeBase, Passage
from kb.system.data import motifs

# How an item of a list is set, and how many clauses before a list may say of what it is; what a rule that it is below lists.
_ITEMS, _ANNOUNCING = frozenset({"bullet", "nested"}), 3
_THINGS = frozenset({Kind.ABILITY, Kind.DEFINITION, Kind.KEYWORD, Kind.RULE, Kind.SECTION})
# What the words that end by a colon announce, when it stands below their rule.
_ANNOUNCED = _THINGS | {Kind.STEP}
# How many things make a list; a table no longer than this, in characters, is a list of its rows.
_SEVERAL, _TABLE = 2, 900


class Lists:
    """Reads the lists of the rules of a base."""

    def __init__(self, base: KnowledgeBase, parts: Parts) -> None:
        """Read nothing yet."""
        self._base, self._parts = base, parts

    def listed(self, rules: Sequence[Passage], asked: str) -> tuple[Clause, ...]:
        """The list of what is asked, with what announces it: in the first of some rules, what is below it, or in the others.

        Theirs is the list when its title or the words before it say one of the words of what is asked. Of rules that stand together below
        another, that one too may list them.
        """
        wanted, head = self._parts.keys(asked), self._parts.keys(asked.partition(" ")[0])
        above = Counter(rule.parent for rule in rules if rule.parent)
        shared = [parent for parent, count in above.items() if count >= _SEVERAL]
        for rule in (
            *rules[:1],
            *(held for parent in shared for held in self._base.passages([parent], rules[0].layer)),
        ):
            if found := self.enumerated(rule, wanted) or self._things(rule, wanted, head):
                return found
        below = [child for rule in rules[:1] for child in self._base.children(rule.id, rule.layer)]
        named = [child for child in below if self._parts.keys(child.title) >= wanted]
        lists = (
            *(self._things(child, wanted, head) for child in named),
            *(self.enumerated(rule, wanted) for rule in (*below, *rules[1:])),
        )
        return next(filter(None, lists), ())

    def _things(self, rule: Passage, wanted: frozenset[str], head: frozenset[str]) -> tuple[Clause, ...]:
        """What stands below a rule whose name holds the `head` of what is asked, or most of it is of that: the first clause of each."""
        below = self._base.children(rule.id, rule.layer)
        within = [*below, *(deeper for child in below for deeper in self._base.children(child.id, rule.layer))]
        # Abilities may be sorted below a rule: « Ordres » has those of each phase.
        abilities = [child for child in within if child.kind is Kind.ABILITY]
        below = abilities if len(abilities) >= _SEVERAL else [child for child in below if child.kind in _THINGS]
        firsts = [(child, self._parts.of(child)[:1]) for child in below if child.title != rule.title]
        things = [(child, first) for child, first in firsts if first]
        of_it = sum(not wanted.isdisjoint(self._parts.keys(child.title) | first[0].keys) for child, first in things)
        if len(things) < _SEVERAL or not (head & self._parts.keys(rule.title) or len(things) <= 2 * of_it):
            return ()
        return tuple(replace(self._parts.clause(child, first), lead=child.title) for child, first in things)

    def enumerated(self, rule: Passage, wanted: Collection[str]) -> tuple[Clause, ...]:
        """The first list of a rule that is of what is asked, after the clause that announces it; a table that is read in one look."""
        if rule.kind is Kind.TABLE and len(rule.text) <= _TABLE:
            return (Clause(rule.id, "decides", rule.text, rule.title),)
        title, parts = self._parts.keys(rule.title), self._parts.of(rule)
        forms = {unit.id: unit.form for unit in self._parts.units(rule) if unit.kind is not Kind.EXAMPLE}
        before: list[Part] = []
        for is_list, held in groupby(parts, key=lambda part: forms.get(part.unit) in _ITEMS):
            found = [*held]
            said = frozenset[str]().union(title, *(part.keys for part in before[-_ANNOUNCING:]))
            if is_list and len({part.unit for part in found}) >= _SEVERAL and not said.isdisjoint(wanted):
                announcing = [part for part in before if _announces(part.text)] or before
                quoted = self.unled(rule, [*announcing[-1:], *_as_far(found)], ())
                return tuple(self._parts.clause(rule, run) for run in runs(quoted))
            before = found
        return ()

    def items(self, passage: Passage, chosen: Sequence[Part]) -> list[Part]:
        """The items of each list of which the words that lead it alone are chosen, as far as they are read in one look."""
        leads = self._leads(passage)
        taken = {part.unit for part in chosen}
        found: list[Part] = []
        for leading in dict.fromkeys(part.id for part in chosen if part.id in leads.values()):
            items = [part for part in self._parts.of(passage) if leads.get(part.unit) == leading]
            if taken.isdisjoint(item.unit for item in items):
                kept = _as_far(items)
                found += kept if _size(kept) <= MOST else []
        return found

    def unled(self, passage: Passage, quoted: Sequence[Part], chosen: Collection[Part]) -> list[Part]:
        """Some parts without the words that lead a list: an item of it that is there bears them, and alone they are worth no quote.

        They stay where they are chosen and none of their items is there, too long as these may be.
        """
        leads = self._leads(passage)
        borne = {leads.get(part.unit) for part in quoted}
        return [part for part in quoted if part.id not in leads.values() or (part.id not in borne and part in chosen)]

    def announced(self, passage: Passage, quoted: Sequence[Clause]) -> list[tuple[Passage, list[Part]]]:
        """What stands below a rule of which the words that announce it are quoted, where it is read in one look, with what is said of each.

        Each by its first clause; of an ability, all that it does.
        """
        leads = {lead.text for _unit, lead in self._parts.led(passage).values() if lead is not None}
        if not any(clause.text.endswith(":") and not clause.text.endswith((*leads,)) for clause in quoted):
            return []
        below = [child for child in self._base.children(passage.id, passage.layer) if child.kind in _ANNOUNCED]
        firsts = [(child, effect(self._parts.of(child)) or self._parts.of(child)[:1]) for child in below]
        return firsts if _size([part for _child, first in firsts for part in first]) <= MOST else []

    def _leads(self, passage: Passage) -> Mapping[str, str]:
        """By the id of each item of the lists of a rule, that of the clause that leads it."""
        return {unit.id: lead.id for unit, lead in self._parts.led(passage).values() if lead is not None}


def _announces(text: str) -> bool:
    """True for a clause that says that a list follows."""
    return text.endswith(":") or motifs("phrases", "annonce").search(fold(text)) is not None


def _as_far(items: Sequence[Part]) -> list[Part]:
    """The items of a list, each whole where all are read in one look, else each by its first clause."""
    if _size(items) <= MOST:
        return [*items]
    return [*{part.unit: part for part in reversed(items)}.values()][::-1]


def _size(parts: Iterable[Part]) -> int:
    return sum(len(part.text) for part in parts)

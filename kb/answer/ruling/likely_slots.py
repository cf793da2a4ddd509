"""A question of figures read as a request of one quantity by what the worked examples say around theirs: the likeliest slots together."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nlargest
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

from kb.answer.ruling.named import values_given
from kb.answer.ruling.slot_filling import Slots, operations_said
from kb.answer.ruling.slot_odds import NO_SLOT, SlotOdds, conditions_of, shares, values_of
from kb.model.words import fold
from kb.policy import Attribute, NamedModifier, Quantity
from kb.search import BASE, OPERATIONS, Analyzer, Figure, Utterance, asked_in_keys, bundled, figures_of
from kb.system.data import motifs

# More figures than this are a story, and fill the slots in too many ways.
_MANY_FIGURES = 12
# How many ways to give the figures are followed at once, and how many are given.
_FOLLOWED, _WAYS = 16, 3
_OPERATIONS = {sign: op for op, sign in OPERATIONS.items()}
# What a verb says against a slot that adds to the value, or takes away from it.
_AGAINST = {1: OPERATIONS["subtract"], -1: OPERATIONS["add"]}
# A figure that no slot takes: « 9,5 pouces ».
_DECIMAL = re.compile(r"\d,\d")
# The clauses to which modifiers are given.
_APPLYING = frozenset({"appliquer", "somme", "plus-haut"})


class Filled(NamedTuple):
    """A request, and how likely it is: in all, its least likely figure or condition (in logarithms); how many figures it leaves out."""

    request: dict[str, Any]
    odds: float
    sure: float
    unused: int


class LikelySlots(Slots):
    """What a question tells of the slots of one quantity, each figure in the slot that it is most likely of."""

    def __init__(self, text: str, utterance: Utterance, quantity: Quantity, analyzer: Analyzer, odds: SlotOdds) -> None:
        """Find the figures of the question, and the articles that may count."""
        super().__init__(text, utterance, quantity, analyzer)
        self._odds = odds
        self._shares: dict[Figure, Mapping[Any, float]] = {}
        self._slots = {one.name: one for one in quantity.attributes if one.type == "nombre"}
        # Of a value that nothing is applied to, « + » parts two figures.
        self._applies = quantity.based or any(clause.genre in _APPLYING for clause in quantity.clauses)

    def ways(self, known: Sequence[NamedModifier]) -> Iterator[Filled]:
        """The likeliest requests, with modifiers known by name; none when something that they need is not said, or no figure is."""
        return islice(self._all_ways(known), _WAYS)

    def _all_ways(self, known: Sequence[NamedModifier]) -> Iterator[Filled]:
        dice, counting = self._dice([*self._slots.values()])
        signed = self._signed() if self._applies else []
        if signed is None:
            return
        operations = [*signed, *self._in_words()] if self._applies else []
        taken, counted = {one.start for one in self._figures if one.taken}, {one.start for one in counting}
        free = [one for one in figures_of(self._text, small=True) if one.start not in taken]
        if not self._figures or sum(one.is_plain for one in free) > _MANY_FIGURES:
            return
        figures = self._likeliest([self._shares_of(one) for one in free], dice)
        together = (
            (odds + share, least, {**conditions, **dice}, [*zip(free, slots, strict=True)])
            for share, least, conditions in self._conditions()
            for odds, slots in figures
        )
        for odds, least, stated, given in nlargest(_FOLLOWED, together, key=itemgetter(0)):
            request = self._requested(stated, operations, given, known) if self._accepts(stated) else None
            unused = [one for one, slot in given if slot == NO_SLOT and _counts(one) and one.start not in counted]
            # What is left of a list of dice may be of another list.
            if request is not None and not (dice and any(one.is_plain for one in unused)):
                sure = min([least, *(self._shares_of(one)[slot] for one, slot in given)])
                yield Filled(request, odds, sure, len(unused) + len(_DECIMAL.findall(self._text)))

    def _conditions(self) -> list[tuple[float, float, Mapping[str, object]]]:
        """The likeliest values of the conditions together, those left out that they have when nothing is said.

        How likely they are in all, and the least likely of them.
        """
        ways: list[tuple[float, float, Mapping[str, object]]] = [(0.0, 0.0, {})]
        for one in conditions_of(self._quantity):
            odds = shares(bundled().condition, self.evidence_of_condition(one))
            said = {value for name, value in values_given(self._quantity, self._utterance) if name == one.name}
            if len(odds) == 1 and self._lacks(one):
                return []
            if max(odds, key=odds.__getitem__) in said:
                # What it says by its name, and is likeliest, is not left for what would need less.
                odds = {value: share for value, share in odds.items() if value in said}
            stated = {
                value: {one.name: value} if value is not None and (one.required or value != one.default) else {}
                for value in odds
            }
            ways = nlargest(
                _WAYS,
                (
                    (whole + share, min(least, share), {**values, **stated[value]})
                    for whole, least, values in ways
                    for value, share in odds.items()
                ),
                key=itemgetter(0),
            )
        return ways

    def _lacks(self, attribute: Attribute) -> bool:
        """True when a condition that has one value is not named, and is in nearly all that is written of the quantity."""
        named = {key for _value, names in attribute.names for name in names for key in self._analyzer.keys(name)}
        return named.isdisjoint(self._keys) and self._odds.is_said(self._quantity.id, attribute, named)

    def evidence_of_condition(self, attribute: Attribute) -> Mapping[object, Sequence[float]]:
        """What tells which value a condition has, by value."""
        said = {value for name, value in values_given(self._quantity, self._utterance) if name == attribute.name}
        return {
            value: self._odds.of_condition(self._quantity.id, attribute, value, self._keys, said)
            for value in values_of(attribute)
        }

    @cached_property
    def _keys(self) -> frozenset[str]:
        return frozenset(asked_in_keys(self._text, self._analyzer))

    def evidence_of_figure(self, figure: Figure) -> Mapping[object, Sequence[float]]:
        """What tells which slot a figure is of, by slot: those that may hold it, the operations that it may be of, and none."""
        around = figure.around(self._analyzer)
        slots = [name for name in self._slots if self._admits(figure, name)] + [BASE] * self._quantity.based
        slots += _OPERATIONS if self._applies and not figure.is_roll else ()
        said = {OPERATIONS[op] for op, end, far in self._verbs if 0 <= figure.start - end <= far}
        named = {slot: self._named(figure, slot) for slot in slots}
        return {
            slot: self._odds.of_figure(self._quantity.id, slot, figure, around, named.get(slot, 0.0), said)
            for slot in (*slots, NO_SLOT)
            if not (_AGAINST.get(self._counted.get(slot, 0), "") in said and (not named[slot] or self._is_to(figure)))
        }

    @cached_property
    def _counted(self) -> Mapping[str, int]:
        """Whether the figure of a slot adds to the value (1) or takes away from it (-1), where all that counts it does the same."""
        terms = [term for clause in self._quantity.clauses if clause.genre == "ajouter" for term in clause.terms]
        ways = {name: {factor > 0 for one, factor in terms if one == name} for name, _factor in terms}
        return {name: 1 if True in way else -1 for name, way in ways.items() if len(way) == 1}

    def _is_to(self, figure: Figure) -> bool:
        """True where a figure is said of what it changes: « 4 aux dégâts »."""
        return (
            motifs("intentions", "a-quoi").match(fold(self._text), figure.start + len(str(figure.number))) is not None
        )

    @cached_property
    def _verbs(self) -> Sequence[tuple[str, int, int]]:
        """The verbs of an operation whose figure follows: which, where each ends, how far the figure may stand."""
        said = operations_said(fold(self._text))
        return [(self._op_of(entry), met.end(), entry["loin"]) for entry, met in said if "valeur" not in entry]

    def _shares_of(self, figure: Figure) -> Mapping[Any, float]:
        """How likely a figure is of each slot that it may be of, in logarithms."""
        if figure not in self._shares:
            self._shares[figure] = shares(bundled().figure, self.evidence_of_figure(figure))
        return self._shares[figure]

    def _accepts(self, stated: Mapping[str, object]) -> bool:
        """False where what is said is none of this quantity."""
        accepted = {one.name: one.values for one in self._quantity.attributes}
        return all(not accepted[name] or value in accepted[name] for name, value in stated.items())

    def _in_words(self) -> list[tuple[int, str, int]]:
        """The operations that tell their figure themselves: « doublé », « moitié »."""
        found = list[tuple[int, str, int]]()
        for entry, met in operations_said(fold(self._text)):
            if "valeur" in entry:
                if "chiffre" in entry:
                    self._take(met.end() - 1)
                found.append((met.start(), entry["nom"], entry["valeur"]))
        return found

    def _likeliest(
        self, likely: Sequence[Mapping[str, float]], stated: Collection[str]
    ) -> list[tuple[float, tuple[str, ...]]]:
        """The slots of the figures, the likeliest together first: one has one figure, but for those that sum, and the operations."""
        several = {name for name, one in self._slots.items() if one.sums} | {NO_SLOT, *_OPERATIONS}
        ways: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
        for one in likely:
            ways = nlargest(
                _FOLLOWED,
                (
                    (odds + share, (*slots, slot))
                    for odds, slots in ways
                    for slot, share in one.items()
                    if slot not in stated and (slot in several or slot not in slots)
                ),
            )
        return ways

    def _requested(
        self,
        stated: Mapping[str, object],
        operations: Sequence[tuple[int, str, int]],
        given: Sequence[tuple[Figure, str]],
        known: Sequence[NamedModifier],
    ) -> dict[str, Any] | None:
        """The request of such slots; None when something that it needs is not said."""
        quantity, context = self._quantity, dict[str, Any](stated)
        applied = list(operations)
        for figure, slot in given:
            if slot in _OPERATIONS:
                applied.append((figure.start, _OPERATIONS[slot], figure.number))
            elif slot != NO_SLOT:
                context[slot] = context.get(slot, 0) + figure.number
        modifiers = [self._modifier(place, op, value) for place, (_at, op, value) in enumerate(sorted(applied), 1)]
        fixed = [value for _at, op, value in applied if op == "set"]
        if self._of_either([*self._slots.values()], context):
            return None
        # What is fixed needs no figure to start from.
        base = context.pop(BASE, fixed[0] if fixed else None)
        if self._lacking(context) or (quantity.based and base is None) or not (context or modifiers or known):
            return None
        modifiers += [{"label": one.name, "owner": "A"} for one in known]
        request = {"quantity": quantity.id, "context": context, "modifiers": modifiers, "active": "A"}
        return request | ({BASE: base} if quantity.based else {})

    def _admits(self, figure: Figure, slot: str) -> bool:
        """True when a slot may hold a figure: within its bounds, no roll where none is written, no place (« deuxième rang ») of a count."""
        one = self._slots[slot]
        low, high = (figure.number if bound is None else bound for bound in (one.least, one.most))
        is_place = figure.written == "ordinal" and not self._odds.takes_ordinals(slot)
        return low <= figure.number <= high and not (one.plain and figure.is_roll) and not is_place

    def _named(self, figure: Figure, slot: str) -> float:
        """How near a name of a slot stands to a figure."""
        one = self._slots.get(slot)
        return (
            self._similarity(one, self._figure(figure))
            if one is not None and one.aliases and not figure.signed
            else 0.0
        )


def _counts(figure: Figure) -> bool:
    """True for a figure that tells how many, or which one: an article does not, nor the first of anything."""
    return figure.is_plain or (figure.written == "ordinal" and figure.number > 1)

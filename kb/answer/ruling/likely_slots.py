"""A question of figures read as a request of one quantity by what the written questions say around theirs: the likeliest slots together."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from heapq import nlargest
from typing import Any, NamedTuple

from kb.answer.ruling.examples import Examples
from kb.answer.ruling.slot_filling import Slots, values_given
from kb.policy import Attribute, NamedModifier, Quantity
from kb.search import BASE, Analyzer, Figure, Utterance, figures_of

# More figures than this are a story, and fill the slots in too many ways.
_MANY_FIGURES = 7
# What a name of an attribute next to a figure is worth; by how much it must be likelier that a figure is of no slot, an article of one.
_NAMED, _OF_NONE, _ARTICLE = 2.0, 2.0, 2.0
# What a slot that is needed and has no figure takes away.
_LACKING = 100.0
_NO_SLOT = ""


class Filled(NamedTuple):
    """A request, how surely its figures are what the slots ask for, and how far ahead of the next best way to give them it is.

    `sure` is the least likely of them, above 0 when it is likely.
    """

    request: dict[str, Any]
    sure: float
    clear: float


class LikelySlots(Slots):
    """What a question tells of the slots of one quantity, each figure in the slot that it is most likely of."""

    def __init__(
        self, text: str, utterance: Utterance, quantity: Quantity, analyzer: Analyzer, examples: Examples
    ) -> None:
        """Find the figures of the question, and the articles that may count."""
        super().__init__(text, utterance, quantity, analyzer)
        self._examples = examples
        self._likely = cache(self._likelihood)
        self._slots = {one.name: one for one in quantity.attributes if one.type == "nombre"}
        self._names = (*self._slots, *[BASE] * quantity.based)

    def filled(self, known: Sequence[NamedModifier]) -> Filled | None:
        """The request, with modifiers known by name; None when something that it needs is not said, or a figure said is none of it."""
        quantity = self._quantity
        accepted = {one.name: one.values for one in quantity.attributes}
        context: dict[str, Any] = {
            **dict(values_given(quantity, self._utterance)),
            **self._dice([*self._slots.values()]),
        }
        if any(accepted[name] and value not in accepted[name] for name, value in context.items()):
            # What is said is none of this quantity.
            return None
        # Of a value that nothing is applied to, « + » parts two figures.
        applied = quantity.based or any(clause.genre == "appliquer" for clause in quantity.clauses)
        modifiers = self._modifiers() if applied else []
        taken = {one.start for one in self._figures if one.taken}
        free = [one for one in figures_of(self._text, articles=True) if one.start not in taken and self._counts(one)]
        if modifiers is None or len(free) > _MANY_FIGURES:
            return None
        given, clear = self._given(free, frozenset(self._names).difference(context))
        filled = [(figure, slot) for figure, slot in zip(free, given, strict=True) if slot != _NO_SLOT]
        if not self._figures or len(filled) < sum(not figure.is_article for figure in free):
            return None
        for figure, slot in filled:
            context[slot] = context.get(slot, 0) + figure.number
        if self._of_either([*self._slots.values()], context):
            return None
        fixed = [part["value"] for part in modifiers if part["op"] == "set"]
        # What is fixed needs no figure to start from.
        base = context.pop(BASE, fixed[0] if fixed else None)
        context |= {one.name: one.values[0] for one in self._untold(context)}
        if self._lacking(context) or (quantity.based and base is None) or not (context or modifiers or known):
            return None
        modifiers += [{"label": one.name, "owner": "A"} for one in known]
        request = {"quantity": quantity.id, "context": context, "modifiers": modifiers, "active": "A"}
        sure = min((self._likely(figure, slot) for figure, slot in filled), default=0.0)
        return Filled(request | ({BASE: base} if quantity.based else {}), sure, clear)

    def _untold(self, context: Collection[str]) -> Iterator[Attribute]:
        """The words that go without saying: the only ones accepted."""
        for one in self._quantity.attributes:
            if one.required and one.type == "mot" and len(one.values) == 1 and one.name not in context:
                yield one

    def _counts(self, figure: Figure) -> bool:
        """True for a figure, and for an article that is of a slot."""
        if not figure.is_article:
            return True
        least = self._likely(figure, _NO_SLOT) + _ARTICLE
        return any(self._likely(figure, slot) > least for slot in self._names)

    def _given(self, free: Sequence[Figure], slots: frozenset[str]) -> tuple[tuple[str, ...], float]:
        """The slot of each figure, or none, so that all that are needed have one and the whole is likeliest."""
        scores = [{slot: self._likely(one, slot) for slot in sorted(slots) if self._admits(one, slot)} for one in free]
        for one, scored in zip(free, scores, strict=True):
            scored[_NO_SLOT] = self._likely(one, _NO_SLOT) - (0 if one.is_article else _OF_NONE)
        needed = {name for name, one in self._slots.items() if one.required} | {BASE}
        several = {name for name, one in self._slots.items() if one.sums} | {_NO_SLOT}

        @cache
        def best(place: int, left: frozenset[str]) -> list[tuple[float, tuple[str, ...]]]:
            """The two likeliest ways from a figure on, the slots left being these."""
            if place == len(free):
                return [(-_LACKING * len(needed & left), ())]
            ways = (
                (score + rest, (slot, *chosen))
                for slot, score in scores[place].items()
                if slot in left or slot in several
                for rest, chosen in best(place + 1, left - {slot})
            )
            return nlargest(2, ways)

        ways = best(0, slots)
        return ways[0][1], ways[0][0] - ways[1][0] if len(ways) > 1 else _LACKING

    def _admits(self, figure: Figure, slot: str) -> bool:
        """True when a slot may hold a figure: within its bounds, and no roll where none is written."""
        one = self._slots.get(slot)
        if one is None:
            return True
        low, high = (figure.number if bound is None else bound for bound in (one.least, one.most))
        return low <= figure.number <= high and not (one.plain and figure.is_roll)

    def _likelihood(self, figure: Figure, slot: str) -> float:
        """How likely it is that a figure is of a slot: by what stands around it, and by the names of the slot."""
        one, named = self._slots.get(slot), 0.0
        if one is not None and one.aliases and not figure.signed:
            named = self._similarity(one, self._figure(figure))
        return self._examples.likely(self._quantity.id, slot, figure.around(self._analyzer)) + _NAMED * named

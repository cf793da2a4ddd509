"""What a figure of a question is, and which value a condition has, by what the worked examples say around theirs.

Each slot that a figure may go to gets a share of the odds, and so does being of none; so does each value of a condition. The counts are
those of one game's examples; how much each of them tells is learnt on other questions, once for all games (`kb/search/model.toml`).
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from kb.answer.ruling.word_counts import WordCounts
from kb.policy import Attribute, Quantity
from kb.search import OPERATIONS, Figure, dot
from kb.store import WorkedExample

NO_SLOT = ""
"""What a figure is of that counts for nothing."""

FIGURE_EVIDENCE = (
    "around-any",  # how much the words around it are those of figures of the slot, in any quantity
    "around",  # the same, of figures of the slot in this quantity
    "usual",  # how often a figure of this quantity's examples is of the slot
    "named",  # how near a name of the slot stands
    "roll",  # whether it is written as a roll (« 4+ »), of a slot
    "article",  # whether it is an article (« un coup mortel »), of a slot
    "ordinal",  # whether it is an ordinal (« le troisième round »), of a slot
    "operation",  # whether the slot is an operation
    "article-operation",
    "scaling",  # whether it is one that neither adds nor takes away
    "verb",  # whether a verb before it says this operation (1), or another (-1)
    "none",  # whether it is of no slot
    "article-none",
    "ordinal-none",
)
CONDITION_EVIDENCE = (
    "usual",  # how often it has this value in the examples of the quantity
    "around",  # how much the words of the question are those of examples where it has
    "default",  # whether it has this value when nothing is said
    "said",  # whether a name of this value is said (1), or one of another (-1)
)
# How many figures, or examples, a word must have been seen with to be believed: in any quantity, in this one.
_ANY, _OWN, _CONDITION = 4.0, 2.0, 1.0
# How often all slots of a quantity are, and one of them, and a value, that was never seen.
_WHOLE, _RARE = 3.0, 0.3
# Of how many of its worked examples a quantity has the name of a condition that it always has.
_NEARLY_ALL = 0.95
_ADDING = frozenset({"+", "-"})
_OPERATIONS = frozenset(OPERATIONS.values())


class SlotOdds:
    """What the worked examples of one game tell of the figures and the conditions of other questions."""

    def __init__(self, written: Iterable[WorkedExample], quantities: Mapping[str, Quantity]) -> None:
        """Count what is written of the quantities, by their ids."""
        self._figures, self._conditions = WordCounts(), WordCounts()
        self._written: Counter[str] = Counter()
        for one in written:
            quantity = quantities.get(one.quantity)
            if quantity is None:
                continue
            for slot, around in one.figures:
                self._figures.add(((one.quantity, slot), slot, None), around)
                self._written[one.quantity] += 1
            keys = frozenset(one.keys)
            for attribute in conditions_of(quantity):
                names = (one.quantity, attribute.name)
                self._conditions.add((names, (*names, value_given(one.given, attribute))), keys)

    def of_figure(
        self, quantity: str, slot: str, figure: Figure, around: Sequence[str], named: float, said: Collection[str] = ()
    ) -> Sequence[float]:
        """What tells how likely a figure, the words around it being such, is of a slot.

        `named` is how near a name of the slot stands; `said` are the operations that verbs before the figure say.
        """
        near = math.sqrt(len(around))
        is_operation, is_none = slot in _OPERATIONS, slot == NO_SLOT
        is_slot = not (is_operation or is_none)
        return (
            self._figures.tell(slot, None, around, _ANY) / near,
            self._figures.tell((quantity, slot), None, around, _OWN) / near,
            math.log((self._figures.seen((quantity, slot)) + _RARE) / (self._written[quantity] + _WHOLE)),
            named,
            float(is_slot and figure.is_roll),
            float(is_slot and figure.written == "article"),
            float(is_slot and figure.written == "ordinal"),
            float(is_operation),
            float(is_operation and not figure.is_plain),
            float(is_operation and slot not in _ADDING),
            float(is_operation and bool(said)) * (1 if slot in said else -1),
            float(is_none),
            float(is_none and figure.written == "article"),
            float(is_none and figure.written == "ordinal"),
        )

    def takes_ordinals(self, slot: str) -> bool:
        """True when a figure of a slot, in any quantity, is written as an ordinal: « le troisième round »."""
        return self._figures.knows(slot, "ordinal")

    def of_condition(
        self, quantity: str, attribute: Attribute, value: object, keys: Collection[str], said: Collection[object]
    ) -> Sequence[float]:
        """What tells how likely a condition has a value, in a question of such keys that says the names of these values."""
        names = (quantity, attribute.name)
        return (
            math.log((self._conditions.seen((*names, value)) + _RARE) / (self._conditions.seen(names) + 1)),
            self._conditions.tell(
                (*names, value), names, [key for key in keys if self._conditions.knows(names, key)], _CONDITION
            ),
            float(value == attribute.default),
            1.0 if value in said else -1.0 if said else 0.0,
        )

    def is_said(self, quantity: str, attribute: Attribute, names: Iterable[str]) -> bool:
        """True when nearly all that is written of a quantity has one of the names of a condition: where none is, it is not meant."""
        return any(self._conditions.share((quantity, attribute.name), key) >= _NEARLY_ALL for key in names)


def conditions_of(quantity: Quantity) -> Iterable[Attribute]:
    """The attributes of a quantity that are no figures."""
    return (one for one in quantity.attributes if one.type != "nombre")


def value_given(given: Iterable[str], attribute: Attribute) -> object:
    """The value of a condition in what a request gives (see `kb.search.worked_examples.given_by`)."""
    head = f"{attribute.name}="
    found = next((one.removeprefix(head) for one in given if one.startswith(head)), None)
    return attribute.default if found is None else found == "True" if attribute.type == "oui-non" else found


def values_of(attribute: Attribute) -> Sequence[object]:
    """The values that a condition may have, the one it has when nothing is said first; others than those that count may be named."""
    if attribute.type == "oui-non":
        return (False, True)
    named = [*(value for value, _names in attribute.names), *attribute.values]
    return tuple(dict.fromkeys([*([] if attribute.required else [attribute.default]), *named]))


def shares(weights: Mapping[str, float], evidence: Mapping[object, Sequence[float]]) -> dict[object, float]:
    """The logarithm of each thing's share of the odds, by what tells of it."""
    odds = {thing: dot(weights, features) for thing, features in evidence.items()}
    most = max(odds.values())
    whole = most + math.log(math.fsum(math.exp(one - most) for one in odds.values()))
    return {thing: one - whole for thing, one in odds.items()}

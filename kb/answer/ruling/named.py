"""What a question names of a quantity: its names, the values of its conditions, the modifiers that it has; the rules that it rests on."""

import re
from collections.abc import Iterator
from functools import lru_cache

from kb.policy import NamedModifier, Quantity
from kb.search import Analyzer, Place, Utterance
from kb.system.data import lexicon

# What parts the id of a rule from that of one within it.
_LEVEL = re.compile(r"[/.]")
_YES = frozenset({"true", "oui", "vrai"})


def names_of(quantity: Quantity, analyzer: Analyzer) -> Iterator[tuple[str, ...]]:
    """Each name of a quantity, as keys."""
    return (_name_keys(name, analyzer) for name in (quantity.title, *quantity.aliases))


@lru_cache(maxsize=1 << 12)
def _name_keys(name: str, analyzer: Analyzer) -> tuple[str, ...]:
    """The keys of the name of a quantity, without the words that name none."""
    empty = {*analyzer.keys(" ".join(lexicon("intentions")["valeur"]["vides"]))}
    return tuple(key for key in analyzer.keys(name) if key not in empty)


def values_given(quantity: Quantity, utterance: Utterance) -> Iterator[tuple[str, object]]:
    """The values of words of the context of a quantity that are said, and not denied.

    Of two of one attribute that share words, the longer one counts: « à la moitié et en fuite » is not « à la moitié ».
    """
    for attribute in quantity.attributes:
        said = [(value, utterance.said(names)) for value, names in attribute.names]
        met = [(value, places) for value, places in said if not all(denies(utterance, place) for place in places)]
        every = [place for _value, places in met for place in places]
        for value, places in met:
            if not all(any(is_within(place, other) for other in every) for place in places):
                yield attribute.name, value in _YES if attribute.type == "oui-non" else value


def named_modifiers(quantity: Quantity, utterance: Utterance) -> list[NamedModifier] | None:
    """The modifiers of a quantity that a question tells of; None when it does not tell which of several counts.

    Of two phrases that share words, the longer one counts: « couvert lourd » is not « couvert ».
    """
    said = [(utterance.said(one.said), one) for one in quantity.modifiers]
    # « Une sarbacane, sans venin »: what is denied once does not count, whatever else tells of it.
    met = [(places[0], one) for places, one in said if places and not any(denies(utterance, place) for place in places)]
    kept = [one for place, one in met if not any(is_within(place, other) for other, _one in met)]
    return None if any(one.value is None for one in kept) else kept


def is_within(place: Place, other: Place) -> bool:
    """True for a phrase that shares words with a longer one; what stands between these is not of it."""
    return other.size > place.size and not set(place.words).isdisjoint(other.words)


def denies(utterance: Utterance, place: Place) -> bool:
    """True when a question says that there is none of what stands there: « sans … », « 0 … »."""
    before = [token.word for token in utterance.tokens[max(0, place.first - 4) : place.first]]
    # « Armure lourde plus bouclier » adds; « n'a plus bouclier » does not.
    if before[-1:] == ["plus"] and not {"n", "ne"} & {*before}:
        return False
    return utterance.denies(place) or before[-1:] == ["0"]


def rests_on(quantity: Quantity) -> Iterator[str]:
    """What a quantity cites, and its clauses and modifiers."""
    yield from quantity.cites
    yield from (cite for clause in quantity.clauses for cite in clause.cites)
    yield from (cite for modifier in quantity.modifiers for cite in modifier.cites)


def wholes(rule: str) -> Iterator[str]:
    """A rule, and those that it is within."""
    return (rule[:at] for at in (*(met.start() for met in _LEVEL.finditer(rule)), len(rule)))

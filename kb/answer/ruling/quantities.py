"""A question of a value, put to the engine: its figures and words fill the slots of a request; a figure left over, and nothing is said."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from kb.answer.question.claims import claim_of
from kb.answer.question.intent import is_worded_as_closed
from kb.answer.ruling.examples import Examples
from kb.answer.ruling.left_over import LeftOver
from kb.answer.ruling.likely_slots import LikelySlots
from kb.answer.ruling.named import named_modifiers, names_of, rests_on, wholes
from kb.answer.ruling.slot_filling import Slots
from kb.answer.ruling.slot_odds import SlotOdds
from kb.answer.ruling.value_text import value_text
from kb.errors import ArbitreError
from kb.model.clauses import provision_of
from kb.model.words import fold, tokens
from kb.policy import NamedModifier, Quantity
from kb.precedence import Modified, Precedence
from kb.search import (
    PARTING,
    Analyzer,
    Utterance,
    asked_in_keys,
    bundled,
    denied_apart,
    in_plain_figures,
    in_words,
)
from kb.store import KnowledgeBase, WorkedExample
from kb.system.data import lexicon, motifs

# What a phrase of an editor is made of besides words.
_PARTS = re.compile(r"[…/*]")
# A value that is one figure, with its unit: « 4 pouces au plus » bounds it.
_PRINTED = re.compile(r"(?P<number>\d+)(?P<roll>\+?)(?: (?!plus|moins)[^\W\d_]+(?:['’][^\W\d_]+)?)*")
_PACES = re.compile(r"(?<=\d )pas\b")
# The name alone of what is asked has no more words that tell something.
_FEW = 3
# Among so many rules that answer a question best must be one that a quantity rests on.
_NEAREST = 2


# How many quantities are tried by what is written of them, those most like the question first; how unlikely a figure may be at most, and
# how far ahead of another value one may be (in logarithms).
_TRIED, _UNLIKELY, _AHEAD = 3, -6.0, 5.0
# How likely a figure is that is as likely of its slot as not.
_EVEN = -math.log(2)
# How much surer the reading of a question must be than the next one that comes to another value.
_APART = 0.3

VALUE_EVIDENCE = (
    "behind",  # how far behind the quantity whose worked examples are most like the question
    "alike",  # how like the question the nearest of its worked examples are
    "counted",  # whether what the question counts is what it is counted in (1), or what another quantity is (-1)
    "figures",  # how likely the least likely of its figures and conditions is
    "unused",  # how many figures are of none of its slots
    "clear",  # how far ahead of the next other value it is
)
"""What tells how surely a quantity is meant, and read."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A value worked out: the request as the engine got it, of which quantity, its answer, and how it is said."""

    quantity: Quantity
    request: dict[str, Any]
    answer: Modified
    text: str

    @property
    def value(self) -> str:
        """The value alone."""
        return self.text.partition(" : ")[0]


@dataclass(frozen=True, slots=True)
class Missing:
    """A value that a question tells enough to work out but for one figure or two: what to say, and of which quantity."""

    quantity: Quantity
    text: str


# What a question comes to: a value, what is missing of it, or what may count in a way that is not said.
_Worked = Valued | Missing | Literal["open"] | None


class Reading(NamedTuple):
    """A question read as one of a quantity: the value, what tells how surely it is meant (`VALUE_EVIDENCE`), the modifiers named."""

    value: Valued
    evidence: tuple[float, ...]
    known: Sequence[NamedModifier]


def asks_value(normalised: str) -> bool:
    """True when a question asks in so many words what something comes to."""
    return motifs("intentions", "valeur").search(normalised) is not None


class Valuer:
    """The values of a game that a question may ask for."""

    def __init__(self, engine: Precedence, base: KnowledgeBase, analyzer: Analyzer) -> None:
        """Read the names of the quantities of the game."""
        self._engine, self._base, self._analyzer = engine, base, analyzer
        self._quantities = engine.policy.quantities
        named = ((one.id, names_of(one, analyzer)) for one in self._quantities)
        self._names = {identifier: [keys for keys in names if keys] for identifier, names in named}
        self._named = {key for names in self._names.values() for keys in names for key in keys}
        phrases = (name for one in self._quantities for name in (one.title, *one.aliases, one.unit or ""))
        self._spoken = {key for name in phrases for key in analyzer.keys(_PARTS.sub(" ", name))}
        self._spoken -= {*analyzer.keys(" ".join(lexicon("intentions")["valeur"]["vrai"]))}
        self._units = {key for one in self._quantities for key in analyzer.keys(one.unit or "")}
        self._based = {key for one in self._quantities for key in analyzer.keys(one.title)[:1] if one.based}
        self._left = LeftOver(base, engine.work, analyzer)
        self._by_id = {one.id: one for one in self._quantities}
        # All that the value of a quantity rests on, and all that these rules are within.
        self._rules = {one.id: self._whole(rests_on(one)) for one in self._quantities}
        self._within = {one: {held for rule in rules for held in wholes(rule)} for one, rules in self._rules.items()}

    @cached_property
    def _written(self) -> Sequence[WorkedExample]:
        """The worked examples of the game, read when a value is asked for."""
        return self._base.examples(self._engine.work)

    @cached_property
    def _examples(self) -> Examples:
        return Examples(self._written, self._names)

    @cached_property
    def _odds(self) -> SlotOdds:
        return SlotOdds(self._written, self._by_id)

    def asked(self, question: str) -> bool:
        """True when a question asks what something comes to, or with a figure ends by the name of a quantity."""
        return asks_value(fold(question)) or self.named_alone(question)

    def named_alone(self, question: str) -> bool:
        """True when a question with a figure ends by the name alone of a value."""
        if not self._analyzer.has_figures(question):
            return False
        last = PARTING.split(question.rstrip(" ?."))[-1]
        keys, before = self._analyzer.keys(last), {*lexicon("intentions")["valeur"]["devant"]}
        # « Ma distance de charge ? », « …, touches ? »; « il charge ? » asks something else.
        small = {token for token in tokens(last) if not self._analyzer.keys(token)}
        return (
            0 < len(keys) <= _FEW
            and not any(map(str.isdigit, last))
            and self._spoken.issuperset(keys)
            and before.issuperset(small)
        )

    def stated(self, question: str, nearest: Sequence[str]) -> tuple[Valued, Literal["oui", "non"]] | None:
        """The value of which a question says what it comes to, and whether it does; None where a word of it is left over."""
        claim = claim_of(question, self._analyzer)
        found = self.valued(claim.asked, nearest) if claim is not None else None
        if claim is None or not isinstance(found, Valued):
            return None
        printed = _PRINTED.fullmatch(found.value)
        names = found.quantity.unit or " ".join([found.quantity.title, *found.quantity.aliases])
        counts_it = claim.counted is None or self._analyzer.key(claim.counted) in self._analyzer.keys(names)
        if printed is None or not counts_it:
            return None
        if int(printed["number"]) == claim.figure:
            return found, "oui"
        # A figure of another sort than the value is not what was asked for.
        return (found, "non") if claim.is_roll == bool(printed["roll"]) else None

    def valued(self, question: str, nearest: Sequence[str]) -> _Worked:
        """What the engine makes of a question: by the names of values and of their slots, else by the questions written of them.

        `open` when something said may count, and the question does not say how: no figure of a table answers it either. `nearest` are the
        rules that answer it best.
        """
        text, utterance = self.read(question)
        found = self.by_names(text, utterance, nearest)
        if isinstance(found, Valued | Missing) or is_worded_as_closed(question):
            return found
        model = bundled().value
        readings = sorted(
            ((model.odds(one.evidence), one) for one in self.readings(text, utterance)),
            key=itemgetter(0),
            reverse=True,
        )
        odds, likely = next(iter(readings), (model.threshold, None))
        if likely is None or self._left.counts(likely.value.quantity, likely.known, utterance):
            return found
        # What is asked for in so many words, and comes to nothing, is answered by no other quantity that it does not name.
        if found == "open" and not self._is_named(likely.value.quantity, utterance):
            return found
        # Two ways to read it that come to one value need not be so sure.
        named = self._worked_out(text, utterance, likely.value.quantity)
        if odds > 0 and isinstance(named, Valued) and named.value == likely.value.value:
            return named
        others = (other for other, one in readings if one.value.value != likely.value.value)
        return likely.value if odds >= model.threshold and odds - next(others, -math.inf) >= _APART else found

    def _is_named(self, quantity: Quantity, utterance: Utterance) -> bool:
        """True when a question says a name of a quantity, or a phrase that asks for it."""
        said = {token.key for token in utterance.tokens}
        return any(said.issuperset(keys) for keys in self._names[quantity.id]) or bool(utterance.said(quantity.asked))

    def row_of(self, question: str, table: str) -> int | Literal[False] | None:
        """By which figure a table is read whose rows go by a sum: what a question tells of it comes to; None when it tells a part of it.

        False for a table whose rows go by no sum, and for a question that tells of none.
        """
        quantity = next((one for one in self._quantities if one.rows == table), None)
        if quantity is None:
            return False
        text, utterance = self.read(question)
        if not self._is_named(quantity, utterance):
            return False
        slots = LikelySlots(text, utterance, quantity, self._analyzer, self._odds)
        way = next(slots.ways(()), None)
        whole = way is not None and way.sure > _EVEN and not way.unused and slots.figures >= len(way.request["context"])
        found = self._computed(quantity, way.request) if way is not None and whole else None
        if found is not None:
            return int(found.answer.value or 0)
        return None if slots.counts_part else False

    def read(self, question: str) -> tuple[str, Utterance]:
        """A question in figures, and what it tells word by word."""
        text = in_plain_figures(question, self._analyzer)
        # In « à 15 pas », the unit is none of the words that a phrase of the policy may take.
        return text, Utterance(_PACES.sub("ps", denied_apart(text)), self._analyzer)

    def by_names(self, text: str, utterance: Utterance, nearest: Sequence[str]) -> _Worked:
        """What the engine makes of a question that names a value; None when a figure is left over, or two readings differ."""
        known: dict[str, _Worked] = {}
        missing: dict[str, Missing] = {}
        for group in self._meant(self._near(nearest), utterance):
            # One may be meant in several ways: it is worked out once.
            for one in group:
                if one.id not in known:
                    known[one.id] = self._worked_out(text, utterance, one)
            read = [known[one.id] for one in group]
            found = {one.text: one for one in read if isinstance(one, Valued)}
            if found:
                return next(iter(found.values())) if len(found) == 1 else None
            missing = missing or {one.text: one for one in read if isinstance(one, Missing)}
            if "open" in read and not missing:
                # What is asked for in so many words is not answered by another quantity, asked for in fewer.
                return "open"
        # « Deux points de Force de plus que lui » tells enough.
        if len(missing) == 1 and motifs("intentions", "de-plus").search(fold(text)) is None:
            return next(iter(missing.values()))
        return None

    def _meant(self, near: Sequence[Quantity], utterance: Utterance) -> Iterator[Sequence[Quantity]]:
        """Those of some quantities that a question asks for, those first that it asks for in more words: by phrases, then by names.

        Then the plain ones that a figure of a characteristic may be.
        """
        said = {token.key for token in utterance.tokens}
        whole = Utterance(" ".join(token.word for token in utterance.tokens), self._analyzer)
        asked = [(max((place.size for place in whole.said(one.asked)), default=0), one) for one in near]
        named = [
            (max((len(keys) for keys in self._names[one.id] if set(keys) <= said), default=0), one) for one in near
        ]
        for sizes in (asked, named):
            for size in sorted({size for size, _quantity in sizes if size}, reverse=True):
                yield [quantity for held, quantity in sizes if held == size]
        if motifs("intentions", "caracteristique").search(fold(" ".join(token.word for token in utterance.tokens))):
            yield [one for one in near if one.based and not one.needed]

    def _near(self, nearest: Sequence[str]) -> list[Quantity]:
        """The quantities that rest on one of the rules that answer a question best.

        A rule is of what is within it too, and of what it is within.
        """
        rules = {provision_of(rule) for rule in nearest[:_NEAREST]}
        within = {held for rule in rules for held in wholes(rule)}
        return [
            one
            for one in self._quantities
            if not (within.isdisjoint(self._rules[one.id]) and rules.isdisjoint(self._within[one.id]))
        ]

    def readings(self, text: str, utterance: Utterance) -> Iterator[Reading]:
        """A question read as one of each of the quantities whose worked examples are most like it."""
        keys = asked_in_keys(text, self._analyzer)
        asked = frozenset(
            key for motif in ("compte", "chose") for key in self._analyzer.keys(_named(text, motif) or "")
        )
        for meant in self._examples.nearest(in_words(text), keys, _TRIED):
            quantity = self._by_id[meant.quantity]
            known = named_modifiers(quantity, utterance)
            if known is None:
                continue
            slots = LikelySlots(text, utterance, quantity, self._analyzer, self._odds)
            filled = [(one, self._computed(quantity, one.request)) for one in slots.ways(known)]
            first, value = next(iter(filled), (None, None))
            if first is None or value is None:
                continue
            others = (first.odds - one.odds for one, other in filled if other is None or other.value != value.value)
            yield Reading(
                value,
                (
                    meant.behind,
                    meant.alike,
                    self._counts(asked, quantity),
                    max(first.sure, _UNLIKELY),
                    float(first.unused),
                    min([_AHEAD, *others]),
                ),
                known,
            )

    def _counts(self, asked: frozenset[str], quantity: Quantity) -> float:
        """Whether what « combien de… » or « quelle… » asks of is what a quantity is counted in: 1; what another is: -1."""
        own = self._analyzer.keys(" ".join([quantity.title, *quantity.aliases, quantity.unit]))
        if not asked.isdisjoint(own):
            return 1.0
        return 0.0 if asked.isdisjoint(self._units) else -1.0

    def _whole(self, cites: Iterable[str]) -> set[str]:
        """The ids of the rules cited, or of which a unit is."""
        return {f"{self._engine.work}/{provision_of(cite)}" for cite in cites}

    def _worked_out(self, text: str, utterance: Utterance, quantity: Quantity) -> _Worked:
        """What the engine makes of a question read as one of a quantity."""
        known = named_modifiers(quantity, utterance)
        meant = bool(utterance.said(quantity.asked))
        if known is None or not self._is_of(quantity, text, meant=meant):
            return "open" if known is None else None
        reading = Slots(text, utterance, quantity, self._analyzer)
        own = {key for keys in self._names[quantity.id] for key in keys}
        request = reading.request(self._named - own, known)
        if request is None and not reading.missing:
            return "open" if reading.mixed else None
        if self._left.counts(quantity, known, utterance):
            return "open"
        return self._computed(quantity, request) if request is not None else self._lacking(quantity, reading, text)

    def _computed(self, quantity: Quantity, request: dict[str, Any]) -> Valued | None:
        try:
            answer = self._engine.modify(request)
        except ArbitreError:
            return None
        said = value_text(answer, request, quantity)
        return Valued(quantity, request, answer, said) if said is not None and not answer.ignored else None

    def _lacking(self, quantity: Quantity, reading: Slots, text: str) -> Missing | None:
        """What to ask for; nothing where the question counts something else than this quantity."""
        counted = _named(text, "compte")
        own = self._analyzer.keys(" ".join([quantity.title, *quantity.aliases, quantity.unit, "dé"]))
        if counted is not None and {*self._analyzer.keys(counted)}.isdisjoint(own):
            return None
        return Missing(quantity, f"Cela dépend : il manque {' et '.join(reading.missing)}.")

    def _is_of(self, quantity: Quantity, text: str, *, meant: bool) -> bool:
        """True when what « quelle… » asks of, if anything, is this quantity: « quelle PUI ? » asks for no dice.

        What « combien de… » counts is none of the figures that it is worked out from: « pour 40 points, combien de plateaux ? » ;
        nor another quantity, where it has that name; nor, unless a phrase says that this one is `meant`, what another is counted in.
        """
        keys = self._analyzer.keys
        asked, counted = _named(text, "chose"), _named(text, "compte")
        given = {*keys(" ".join(name for one in quantity.attributes for name in one.aliases))}
        own = {*keys(" ".join([quantity.title, *quantity.aliases, quantity.unit]))}
        if any(one and {*keys(one)} & given - own for one in (asked, counted)):
            return False
        # « Combien de points de victoire ? » asks for no points of another sort.
        of_what = {*keys(counted.partition(" ")[2])} if counted is not None else set()
        if of_what and of_what.isdisjoint(own):
            return False
        others = self._based if meant else self._based | self._units - {*keys(" ".join(quantity.asked))}
        if counted is not None and {*keys(counted)} & others - own:
            return False
        if asked is None:
            return True
        named = " ".join([quantity.title, *quantity.aliases, *quantity.asked, *lexicon("intentions")["chose"]["vides"]])
        return self._analyzer.key(asked) in keys(_PARTS.sub(" ", named))


def _named(text: str, motif: str) -> str | None:
    """The name that a question gives to what it asks or counts, with its accents where each letter has but one."""
    normalised = fold(text)
    met = motifs("intentions", motif).search(normalised)
    return met and (text if len(normalised) == len(text) else normalised)[slice(*met.span("nom"))]

"""A question about time or precedence, put to the engine: what it names becomes a request, and the engine's answer its proof.

A situation or a moment counts when its whole name stands there; a value that is not named is the likeliest, or none (`quantities`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Literal

from kb.answer.question.intent import is_closed, is_worded_as_closed
from kb.answer.question.sides import Sides, sides_of, stated_order
from kb.answer.ruling.items import Items, all_items, named_items
from kb.answer.ruling.listing import Listing
from kb.answer.ruling.mentions import Keys, NamedValue, Recogniser
from kb.answer.ruling.moments import Moments
from kb.answer.ruling.quantities import Missing, Valued, Valuer, asks_value
from kb.answer.ruling.resolver import Resolver
from kb.answer.ruling.two_sides import faced
from kb.answer.ruling.windows import usable_when
from kb.answer.values import Step
from kb.errors import ArbitreError, NoPolicyError
from kb.model.clauses import provision_of
from kb.model.words import fold
from kb.policy import Policy, Situation
from kb.precedence import Ordered, Precedence, Prevailing
from kb.search import Analyzer, Hit
from kb.store import KnowledgeBase, Proof
from kb.timing import Comparison, Timeline
from kb.timing.tree import Node

_ENGINE = frozenset({"precedence", "timing", "sequence"})
_PAIR = 2
# How many rules are quoted of a value.
_VALUE_PROOFS = 6
# Whether the first of two things comes before the other.
_SO: dict[str, Literal["oui", "non"]] = {"before": "oui", "after": "non"}
_STORY = re.compile(r"\b(?:je|moi|mon|ma|mes|miens?|miennes?|ils?|elles?|lui|son|sa|ses|leurs?)\b|\bj'")
_LISTED = re.compile(r",|\bet\b")
_CASE = re.compile(r"[:,]")
_SAID_OF = re.compile(r"[.!:?] +(?=\w)")
# Two things are set against one another, in time or in rank.
_SET_AGAINST = re.compile(
    r"\b(?:avant|apres|d'abord|puis|ensuite|ou|contre|vs|face a|premier|prime|ordre|contredi\w*|contraires?)\b"
)
_ORDER = re.compile(
    r"\b(?:ordre|premier|d'abord|commence\w*|deroul\w*|etapes?|sequence|simultane\w*|en meme temps|tour a tour)\b"
)
_SEQUENCE = re.compile(r"\b(?:quel ordre|dans l'ordre|l'ordre des|deroul\w*|etapes d|sequence d|enchain\w*)")
_EDGE = re.compile(r"\b(?:fin|debut) (?:de|du|d')")
_ONE = re.compile(r"\bd'une? ")
_INCHES = re.compile(r"(?<=\d) ?(?:[\"″]|'')")
_TOGETHER = re.compile(r"\b(?:a la fois|les deux regles|en meme temps|cumule\w*|aussi)\b")
_BOTH_SIDES = re.compile(
    r"\b(?:tous les deux|toutes les deux|les deux (?:camps|joueurs|cotes)|deux cotes|chacun|chaque cote|chaque joueur|face a face)\b"
)
_PLAYERS = re.compile(r"\b(?:joueurs?|adversaire|adverse|qui|lequel|laquelle)\b")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the engine says of a question: an order, who prevails, how two moments stand, (title, rule) of the steps of one, a value.

    `usable` are the things that may be used at a moment, each with its rule. `about` names what was recognised. It is `open` when a value
    is asked of which something said may count, in a way that is not said, or for which something is missing: `about` says what, and
    `missing` are the rules that ask for it.
    `verdict` is whether what the question states of an order or of a value is so. `which` tells that a question of two moments asks which
    of them comes first, not whether one comes before or after the other.
    """

    about: str
    precedence: Ordered | Prevailing | None = None
    timing: Comparison | None = None
    steps: tuple[tuple[str, Proof], ...] = ()
    usable: tuple[tuple[str, Proof], ...] = ()
    value: Valued | None = None
    open: bool = False
    missing: tuple[Proof, ...] = ()
    verdict: Literal["oui", "non"] | None = None
    which: bool = False

    @property
    def placed(self) -> tuple[str, ...]:
        """The names of what it puts in order, each of them by a value of its own."""
        steps = self.precedence.steps if isinstance(self.precedence, Ordered) else ()
        return tuple(chain.from_iterable(step.labels for step in steps))

    @property
    def decided_by(self) -> tuple[Proof, ...]:
        """The rules that decide, in the order in which they are used."""
        if self.value is not None:
            answer = self.value.answer
            parts = (*(step.decided_by for step in answer.steps), *(limit.decided_by for limit in answer.limits))
            used = {cited for part in parts for cited in part}
            # A rule that adds modifiers up cites all that may give one: those that changed the value, or the row that gave it, prove it.
            proofs = [proof for proof in answer.decided_by if proof.id in used or "#" in proof.id] or answer.decided_by
            return tuple(proofs[:_VALUE_PROOFS])
        if self.missing:
            return self.missing
        found = self.precedence or self.timing
        listed = self.steps or self.usable
        return found.decided_by if found is not None else tuple(dict.fromkeys(proof for _title, proof in listed))


class Ruler:
    """The engine of one game, as a question speaks to it."""

    def __init__(self, base: KnowledgeBase, resolver: Resolver, game: str, analyzer: Analyzer) -> None:
        """Prepare; the names are read at the first question about order."""
        self._base, self._resolver, self._game, self._analyzer = base, resolver, game, analyzer

    @property
    def _engine(self) -> Precedence:
        return self._resolver.precedence(self._game)

    @property
    def _timeline(self) -> Timeline:
        return self._resolver.timeline(self._game)

    @cached_property
    def _policy(self) -> Policy:
        """The policy of the game; an empty one, when it has none."""
        try:
            return self._engine.policy
        except NoPolicyError:
            return Policy()

    @cached_property
    def valuer(self) -> Valuer | None:
        """The values of the game; none where it has no policy."""
        return Valuer(self._engine, self._base, self._analyzer) if self._policy.quantities else None

    @cached_property
    def _listing(self) -> Listing:
        return Listing(self._timeline)

    @cached_property
    def _moments(self) -> Moments:
        return Moments(self._timeline, self._analyzer, self._names.about)

    @cached_property
    def _names(self) -> Recogniser:
        return Recogniser(self._analyzer, self._policy, self._timeline.walk())

    def rule(self, question: str, intent: str, nearest: Sequence[str]) -> Ruling | None:
        """What the engine says, when the question names enough for a request; `nearest` are the rules that answer it best."""
        # « 7" » is said in words, as quantities are.
        question = _INCHES.sub(" pouces", question)
        stated = self._stated(question, nearest)
        if stated is not None:
            return stated
        moment, usable = usable_when(question, self._timeline, self._base, self._analyzer)
        if usable:
            return Ruling(moment, usable=tuple((one.title, proof) for one, proof in usable))
        phases = self._in_steps(self._listing.phases(question))
        if phases is not None:
            return phases
        things = () if is_closed(question) else self._listing.things(question)
        if not things:
            return self._asked(question, intent, nearest)
        listed = self._in_steps(self._listing.ordered(things, nearest)) or self._by_figures(question)
        found = self._asked(question, intent, nearest) if listed is None else None
        # An order in which not all of them stand answers another question.
        of_all = found is not None and (found.value is not None or len(found.placed) >= len(things))
        unplaced = Ruling(question, open=True) if all(map(self._listing.speaks, things)) else None
        return listed or (found if of_all else unplaced)

    def _asked(self, question: str, intent: str, nearest: Sequence[str]) -> Ruling | None:
        """A value, or the order of what is named."""
        normalised = fold(question)
        # To read the names of values may open the dictionary: not for a question that asks for none.
        # « Ma figurine au tapis peut frapper ? » asks for no score.
        may_ask = not is_worded_as_closed(question) and (asks_value(normalised) or self._analyzer.has_figures(question))
        of_value = may_ask and self.valuer is not None and self.valuer.asked(question)
        opposes = (sides_of(question) or stated_order(question)) is not None
        sets = opposes or _SET_AGAINST.search(normalised) or _SEQUENCE.search(normalised)
        if intent not in _ENGINE and not (of_value or sets):
            return None
        value = self._valued(question, nearest) if of_value else None
        # What asks for a value in figures gets one, or nothing: no order in its place.
        if value is not None or (of_value and self._analyzer.has_figures(question)):
            # « …, touches ? » is not answered by yes or no either.
            named = value is None and self.valuer is not None and self.valuer.named_alone(question)
            return Ruling(question, open=True) if named else value
        said = self._analyzer.keys(question)
        # No order takes a figure: one that is said tells of a case that the order would not be of.
        figured = any(key.isdigit() for key in said)
        found = self._by_figures(question) if figured else self._by_values(question, normalised, said, intent)
        found = found or (self._by_layers(said) if intent == "precedence" else None)
        if found is not None:
            return found
        if intent in _ENGINE or opposes:
            found = self._timed(question)
            if found is None and intent in _ENGINE and not figured and _ORDER.search(normalised):
                found = self._by_situation(normalised, said)
        if found is None and _SEQUENCE.search(normalised) and not is_closed(question):
            found = self._sequence(question, said)
        return found

    def _stated(self, question: str, nearest: Sequence[str]) -> Ruling | None:
        """Whether what a question says that a value comes to is so."""
        if not (self._analyzer.has_figures(question) and is_closed(question)) or self.valuer is None:
            return None
        stated = self.valuer.stated(question, nearest)
        return Ruling(stated[0].text, value=stated[0], verdict=stated[1]) if stated is not None else None

    def _valued(self, question: str, nearest: Sequence[str]) -> Ruling | None:
        """The value that is asked for, or what is missing to work it out."""
        value = self.valuer.valued(question, nearest) if self.valuer is not None else None
        if value == "open":
            return Ruling(question, open=True) if self._analyzer.has_figures(question) else None
        if isinstance(value, Missing):
            return Ruling(value.text, missing=self._engine.proofs(value.quantity.cites), open=True)
        return Ruling(value.text, value=value) if value is not None else None

    def _by_figures(self, question: str) -> Ruling | None:
        """The order of two sides with a figure each; of two that are equal, where it is known who the first player is."""
        sides = faced(question, self._engine, self._names, self._analyzer) if self._policy.situations else None
        found = self._ordered(sides.situation, list(sides.items), sides.first or "A") if sides is not None else None
        if sides is None or found is None or not isinstance(found.precedence, Ordered):
            return None
        order = found.precedence
        proofs = tuple(dict.fromkeys((*sides.proofs, *order.decided_by)))
        in_turn = any(step.mode == "alternate" for step in order.steps)
        if in_turn and sides.first is None:
            return None
        # Who plays first is known: players in turn are one after the other.
        items = sorted(sides.items, key=lambda item: item["owner"] != sides.first)
        steps = tuple(
            replace(step, labels=(item["label"],), mode="single")
            for step in order.steps
            for item in items
            if item["label"] in step.labels
        )
        whole = replace(order, decided_by=proofs, steps=steps if in_turn else order.steps)
        if sides.asked is None or order.undecided or not is_closed(question):
            return replace(found, precedence=whole)
        so = whole.steps[0].labels == (sides.items[sides.asked]["label"],)
        return replace(found, precedence=whole, verdict="oui" if so else "non")

    def _by_values(self, question: str, normalised: str, said: Keys, intent: str) -> Ruling | None:
        """The order of two values or more that are named, or of one that both players have.

        Where two things are opposed, each side names one of them.
        """
        named = [(part, self._names.values(part, said)) for part in self._policy.situations]
        if not named:
            return None
        situation, values = max(named, key=lambda pair: len(pair[1]))
        both = intent in _ENGINE and len(values) == 1 and _BOTH_SIDES.search(normalised) is not None
        if (len(values) < _PAIR and not both) or not self._asks_order(normalised, values):
            return None
        asking = _SAID_OF.split(question.strip())[-1]
        if _SEQUENCE.search(fold(asking)) and len(_LISTED.split(asking)) > len(values) + 1:
            # One of the things listed has no place in the order.
            return None
        sides = sides_of(question) if len(values) >= _PAIR else None
        each = [
            self._names.values(situation, self._analyzer.keys(side)) for side in ((sides.a, sides.b) if sides else ())
        ]
        if any(len(one) != 1 for one in each):
            return None
        together = _TOGETHER.search(normalised) is not None
        return self._ordered(situation, named_items(situation, values, together=together and not both, both=both))

    @staticmethod
    def _asks_order(normalised: str, values: Sequence[NamedValue]) -> bool:
        """True when a question sets things against one another by other words than their names: one may be called « premier »."""
        for name in (name for read in values for _value, names in read.attribute.names for name in names):
            normalised = normalised.replace(fold(name), " ")
        return _SET_AGAINST.search(normalised) is not None or _BOTH_SIDES.search(normalised) is not None

    def _by_situation(self, normalised: str, said: Keys) -> Ruling | None:
        """The whole order of the situation that is all that a question names."""
        situation = self._names.sole(said)
        both = _PLAYERS.search(normalised) is not None or _BOTH_SIDES.search(normalised) is not None
        found = self._ordered(situation, all_items(situation, both=both)) if situation is not None else None
        return None if found is None or _says_no_one(found.precedence, both=both) else found

    def _ordered(self, situation: Situation, items: Items, first: str = "A") -> Ruling | None:
        # Player A is the active one, the first one unless it is said otherwise, and whom an attribute of the request names.
        given = {part.name: "A" if part.type == "camp" else part.default for part in situation.attributes if part.whole}
        request = {"situation": situation.id, "active": "A", "first_player": first, **given, "items": items}
        try:
            found = self._engine.order(request)
        except ArbitreError:
            return None
        if not (found.decided_by or found.undecided):
            return None
        # Of players in turn, the one who begins is named first.
        owners = {item["label"]: item["owner"] for item in items}
        steps = (
            replace(step, labels=tuple(sorted(step.labels, key=lambda label: owners[label] != step.chooser)))
            if step.mode == "alternate"
            else step
            for step in found.steps
        )
        return Ruling(situation.title, precedence=replace(found, steps=tuple(steps)))

    def _by_layers(self, said: Keys) -> Ruling | None:
        """Which of two layers of rules prevails, whatever they say."""
        layers = self._policy.conflict.layers
        named = [one for one in layers if {*self._analyzer.keys(one.replace("-", " "))} <= {*said}]
        if len(named) != _PAIR:
            return None
        a, b = ({"label": layer, "says": "must", "layer": layer} for layer in named)
        found = self._engine.conflict({"a": a, "b": b, "active": "A"})
        return Ruling(" contre ".join(named), precedence=found) if found.decided_by else None

    def _sequence(self, question: str, said: Keys) -> Ruling | None:
        """The steps of the one moment named that has some, or of the period that is named by its kind."""
        named = [node for held in self._names.moments(question, said).values() for node in held if node.children]
        by_name = bool(named)
        if not named and _EDGE.search(fold(question)) is None:
            # « À la fin du tour » asks of that end alone.
            period = self._names.period(question)
            named = [node for node in self._timeline.walk() if node.moment.kind == period]
        # Of moments within one another, the widest that has an order.
        named = sorted((node for node in named if not node.moment.free), key=lambda node: node.moment.id.count("/"))
        if not named or not all(node.moment.id.startswith(named[0].moment.id) for node in named):
            return None
        if _ONE.search(fold(question)) is not None:
            # « Les étapes d'une attaque » are those of each one, not of the phase that holds them all.
            named = sorted(named, key=lambda node: len(node.children), reverse=True)
        # A moment that is named by the way is not what is asked in order: « deux effets au même moment, un à chaque joueur ».
        said_of, asked = self._moments.said_of(said, [named[0], *named[0].children])
        if (by_name or _STORY.search(fold(question))) and 2 * said_of < asked:
            return None
        steps = [(child.moment.title, self._timeline.proofs(child.moment)) for child in named[0].children]
        return Ruling(named[0].moment.title, steps=tuple((title, proofs[0]) for title, proofs in steps if proofs))

    def _in_steps(self, nodes: Sequence[Node]) -> Ruling | None:
        """Moments in their order, each with the rule that gives it: those that a question lists, or the phases of a turn."""
        steps = [(node.moment.title, self._timeline.proofs(node.moment)) for node in nodes]
        if not steps or not all(proofs for _title, proofs in steps):
            return None
        return Ruling(steps[0][0], steps=tuple((title, proofs[0]) for title, proofs in steps))

    def opposed(self, question: str, nearest: Sequence[str]) -> Ruling | None:
        """How one of two things that a question opposes is to the other, each by what it is called in a sequence of the rules found."""
        sides = None if is_closed(question) else sides_of(question)
        # « Qui passe d'abord ? » asks for one of two players; « qu'est-ce qui ? » does not.
        if sides is None or "qui" in sides.word.replace("qu'est-ce qui", "").split():
            return None
        a, b = (_CASE.split(name)[-1].strip(" ;?") for name in (sides.a, sides.b))
        found = self._listing.compared(a, b, nearest)
        return _compared(found, sides) if found is not None else None

    def _timed(self, question: str) -> Ruling | None:
        """How one of two things that a question opposes in time is to the other, or whether the order that it states is so."""
        opposed = sides_of(question)
        sides = opposed or stated_order(question)
        if sides is None:
            return None
        # What comes before a colon or a comma tells of the case.
        found = self._moments.compared(*(_CASE.split(name)[-1].strip(" ;?") for name in (sides.a, sides.b)))
        if found is None:
            return None
        ruling = _compared(found, sides)
        if opposed is not None:
            return ruling
        # What is resolved at once, or in turn, is neither before nor after.
        so = _SO.get(found.relation)
        return replace(ruling, verdict=so) if so is not None else None


def _compared(found: Comparison, sides: Sides) -> Ruling:
    """How one of the two things that a question sets in order stands to the other."""
    return Ruling(f"{found.a.title} ; {found.b.title}", timing=found, which=not sides.of_one)


def ordering_rule(ruling: Ruling, found: Mapping[str, Hit]) -> dict[str, str]:
    """The rule by which a moment has steps, to stand first: the one that answers the words best, of those that give them."""
    rules = dict.fromkeys(provision_of(proof.id) for _title, proof in ruling.steps)
    best = max(rules, key=lambda rule: found[rule].score if rule in found else 0.0, default=None)
    return {best: f"moteur: {ruling.about}"} if best is not None else {}


def steps_of(ruling: Ruling) -> tuple[Step, ...]:
    """The steps of an order or of a moment, each with the rule that puts it there."""
    if isinstance(ruling.precedence, Ordered):
        steps = [(", ".join(step.labels), step.decided_by[-1]) for step in ruling.precedence.steps if step.decided_by]
    else:
        steps = [(title, proof.id) for title, proof in ruling.steps]
    return tuple(Step(place, text, identifier) for place, (text, identifier) in enumerate(steps, 1))


def _says_no_one(order: object, *, both: bool) -> bool:
    """True of an order by which players take turns, not who begins, or `both` do each thing together: the rule says as much."""
    if not isinstance(order, Ordered):
        return False
    modes = [one.mode for one in order.steps if one.mode != "alternate" or not one.chooser]
    return "alternate" in modes or modes in (["free"], ["by-player"]) or (both and {*modes} == {"simultaneous"})

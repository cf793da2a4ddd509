"""A question about time or precedence, put to the engine: what it names becomes a request, and the engine's answer its proof.

Nothing is read into a question that it does not say: a situation, a value or a moment counts when its whole name stands there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, Literal

from kb.answer.facing import faced
from kb.answer.intent import is_closed
from kb.answer.recognising import Keys, NamedValue, Recogniser
from kb.answer.resolving import Resolver
from kb.answer.values import Step
from kb.answer.valuing import Valued, asks_value, valued
from kb.errors import ArbitreError, NoPolicyError
from kb.model.words import fold
from kb.policy import Attribute, Policy, Scalar, Situation
from kb.precedence import Ordered, OrderStep, Precedence, Prevailing
from kb.precedence.ordering import MODES
from kb.search import Analyzer, Hit
from kb.store import KnowledgeBase, Proof
from kb.timing import Comparison, Timeline, compare

_Items = list[dict[str, Any]]
_OWNERS = ("A", "B")
_ENGINE = frozenset({"precedence", "timing", "sequence"})
_PAIR = 2
# How many rules are quoted of a value.
_VALUE_PROOFS = 6
# Relations that answer « avant ou après ? ».
_TELLING = frozenset({"before", "after", "simultaneous", "alternate"})
# Two things are set against one another, in time or in rank.
_EITHER = re.compile(
    r"(?:, )?(?:\bc'est |\bs?e? ?(?:vient|viennent|fait|font|passe|passent) )?\b(?:avant ou (?:bien )?apres|apres ou avant)\b"
)
_SET_AGAINST = re.compile(
    r"\b(?:avant|apres|d'abord|puis|ensuite|ou|contre|vs|face a|premier|prime|ordre|et|contredi\w*|contraires?)\b"
)
_ORDER = re.compile(
    r"\b(?:ordre|premier|d'abord|commence\w*|deroul\w*|etapes?|sequence|simultane\w*|en meme temps|tour a tour)\b"
)
_SEQUENCE = re.compile(r"\b(?:quel ordre|dans l'ordre|deroul\w*|etapes d|sequence d|enchain\w*)")
_CONTRARY = re.compile(
    r"\b(?:contredi\w*|contraires?|primer?|l'emporte|prevaut|fait foi|passe avant|au-dessus|contre|ou)\b"
)
_TOGETHER = re.compile(r"\b(?:a la fois|les deux regles|en meme temps|cumule\w*|aussi)\b")
_BOTH_SIDES = re.compile(
    r"\b(?:tous les deux|toutes les deux|les deux (?:camps|joueurs|cotes)|deux cotes|chacun|chaque cote|chaque joueur|face a face)\b"
)
_PLAYERS = re.compile(r"\b(?:joueurs?|adversaire|adverse|qui|lequel|laquelle)\b")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the engine says of a question: an order, who prevails, how two moments stand, the (title, rule) of each step of one, or a value.

    `about` names what was recognised. It is `open` when a value is asked of which something said may count, in a way that is not said.
    `verdict` is whether what the question states of an order is so.
    """

    about: str
    precedence: Ordered | Prevailing | None = None
    timing: Comparison | None = None
    steps: tuple[tuple[str, Proof], ...] = ()
    value: Valued | None = None
    open: bool = False
    verdict: Literal["oui", "non"] | None = None

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
        found = self.precedence or self.timing
        return found.decided_by if found is not None else tuple(dict.fromkeys(proof for _title, proof in self.steps))


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
    def _names(self) -> Recogniser:
        return Recogniser(self._analyzer, self._policy, self._timeline.walk())

    def rule(self, question: str, intent: str) -> Ruling | None:
        """What the engine says, when the question names enough for a request; None when it does not."""
        folded = fold(question)
        of_value = asks_value(question, self._analyzer, self._policy.quantities)
        if intent not in _ENGINE and not of_value and not _SET_AGAINST.search(folded):
            return None
        if of_value:
            # What asks for a value gets one, or nothing: no order of operations in its place.
            value = (
                valued(question, self._engine, self._base, self._game, self._analyzer)
                if self._policy.quantities
                else None
            )
            if value == "open":
                return Ruling(question, open=True)
            return Ruling(value.text, value=value) if value is not None else None
        said = self._analyzer.keys(question)
        # No order takes a figure: one that is said tells of a case that the order would not be of.
        figured = any(key.isdigit() for key in said)
        found = self._by_figures(question) if figured else self._by_values(folded, said, intent)
        found = found or self._by_operations(question, said)
        found = found or (self._by_layers(said) if _CONTRARY.search(folded) else None)
        if found is not None or intent not in _ENGINE:
            return found
        found = self._timed(question)
        if found is None and not figured and _ORDER.search(folded):
            found = self._by_situation(folded, said)
        if found is None and _SEQUENCE.search(folded):
            found = self._sequence(question, said)
        return found

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

    def _by_values(self, folded: str, said: Keys, intent: str) -> Ruling | None:
        """The order of two values or more that are named, or of one that both players have."""
        named = [(part, self._names.values(part, said)) for part in self._policy.situations]
        if not named:
            return None
        situation, values = max(named, key=lambda pair: len(pair[1]))
        both = intent in _ENGINE and len(values) == 1 and _BOTH_SIDES.search(folded) is not None
        if len(values) < _PAIR and not both:
            return None
        together = _TOGETHER.search(folded) is not None
        return self._ordered(situation, _named_items(situation, values, together=together and not both, both=both))

    def _by_situation(self, folded: str, said: Keys) -> Ruling | None:
        """The whole order of the situation that is all that a question names."""
        situation = self._names.sole(said)
        both = _PLAYERS.search(folded) is not None or _BOTH_SIDES.search(folded) is not None
        return self._ordered(situation, _all_items(situation, both=both)) if situation is not None else None

    def _ordered(self, situation: Situation, items: _Items, first: str = "A") -> Ruling | None:
        # Player A is the active one, the first one unless it is said otherwise, and whom an attribute of the request names.
        given = {part.name: "A" if part.type == "camp" else part.default for part in situation.attributes if part.whole}
        request = {"situation": situation.id, "active": "A", "first_player": first, **given, "items": items}
        try:
            found = self._engine.order(request)
        except ArbitreError:
            return None
        return Ruling(situation.title, precedence=found) if found.decided_by or found.undecided else None

    def _by_layers(self, said: Keys) -> Ruling | None:
        """Which of two layers of rules prevails, whatever they say."""
        named = self._names.layers(said)
        if len(named) != _PAIR:
            return None
        sides = {
            side: {"label": layer, "says": "must", "kind": "rule", "layer": layer, "owner": "neutral"}
            for side, layer in zip(("a", "b"), named, strict=True)
        }
        found = self._engine.conflict({**sides, "active": "A"})
        return Ruling(" contre ".join(named), precedence=found) if found.decided_by else None

    def _by_operations(self, question: str, said: Keys) -> Ruling | None:
        """The order of two operations or more, on which all the quantities that have one agree."""
        named = self._names.operations(question, said)
        if len(named) < _PAIR:
            return None
        applied = [
            clause
            for _where, clause in self._policy.clauses()
            if clause.genre == "appliquer" and clause.groups and clause.context.always
        ]
        if len({clause.groups for clause in applied}) != 1:
            return None
        proofs = self._engine.proofs(applied[0].cites)
        groups = [tuple(word for op, word in named.items() if op in group) for group in applied[0].groups]
        cited = tuple(proof.id for proof in proofs)
        steps = tuple(OrderStep(group, "single" if len(group) == 1 else None, None, cited) for group in groups if group)
        return Ruling("Ordre des modificateurs", precedence=Ordered(steps, (), (), proofs)) if proofs else None

    def _sequence(self, question: str, said: Keys) -> Ruling | None:
        """The steps of the one moment named that has some, or of the period that is named by its kind."""
        named = [node for held in self._names.moments(question, said).values() for node in held if node.children]
        if not named:
            period = self._names.period(question)
            named = [node for node in self._timeline.walk() if node.moment.kind == period]
        # Of moments within one another, the widest that has an order.
        named = sorted((node for node in named if not node.moment.free), key=lambda node: node.moment.id.count("/"))
        if not named or not all(node.moment.id.startswith(named[0].moment.id) for node in named):
            return None
        steps = [(child.moment.title, self._timeline.proofs(child.moment)) for child in named[0].children]
        return Ruling(named[0].moment.title, steps=tuple((title, proofs[0]) for title, proofs in steps if proofs))

    def _moments(self, name: str) -> list[str]:
        """The moments that a player names so: their own names hold the first word of it that says something of the game."""
        said = self._analyzer.keys(name)
        first = next(iter(said), None)
        # « La suite », « le reste » name nothing.
        if {*said} <= {self._analyzer.key(word) for word in self._analyzer.lexicon.moments.light}:
            return []
        try:
            found = self._timeline.find(name)
        except ArbitreError:
            return []
        moments = (self._timeline.nodes[identifier].moment for identifier in found)
        return [
            one.id
            for one in moments
            if first in {key for name in (one.title, *one.aliases) for key in self._analyzer.keys(name)}
        ]

    def _timed(self, question: str) -> Ruling | None:
        """How what stands before « avant ou après » is to what stands after it, each named as a player names it."""
        asked = _EITHER.search(fold(question))
        if asked is None:
            return None
        named = (question[: asked.start()], question[asked.end() :])
        found = [self._moments(name.strip(" ,;:?!")) for name in named]
        compared = [compare(self._timeline, a, b) for a, b in product(*found) if a != b]
        relations = {comparison.relation for comparison in compared}
        if len(relations) != 1 or not relations <= _TELLING:
            return None
        return Ruling(f"{compared[0].a.title} ; {compared[0].b.title}", timing=compared[0])


# --- a request: one item for each thing that a question speaks of, of each player that it sets apart


def _named_items(situation: Situation, values: Sequence[NamedValue], *, together: bool, both: bool) -> _Items:
    """The items that a question names.

    One for each value, of either player in turn where players matter; one for all the values when something has them `together`; one
    of each player for a value that `both` have.
    """
    if together and len({read.attribute.name for read in values}) == len(values):
        given = {read.attribute.name: read.value for read in values}
        return [_item(situation, " et ".join(read.name for read in values), "A", given)]
    if both:
        figure = _figure(situation)
        sides: list[tuple[str, dict[str, Scalar]]] = [(f" : {name}", {}) for name in _players(situation)]
        if figure is not None:
            named = ((f", {figure.name} plus haute", 2), (f", {figure.name} plus basse", 1))
            sides = [(name, {figure.name: place}) for name, place in named]
        return [
            _item(situation, f"{read.name}{name}", owner, {read.attribute.name: read.value, **given})
            for read in values
            for owner, (name, given) in zip(_OWNERS, sides, strict=True)
        ]
    turns = _OWNERS if _looks_at_players(situation) else _OWNERS[:1]
    return [
        _item(situation, read.name, turns[at % len(turns)], {read.attribute.name: read.value})
        for at, read in enumerate(values)
    ]


def _all_items(situation: Situation, *, both: bool) -> _Items:
    """An item for each value of what tells the items apart; of each player when `both` are asked of, or nothing else tells apart."""
    named, figure = _told_apart(situation), _figure(situation)
    if figure is not None and not named:
        return _ranked(situation, figure)
    owners = _OWNERS if _looks_at_players(situation) and (both or not named) else _OWNERS[:1]
    players = _players(situation) if len(owners) > 1 else ("",)
    return [
        _item(situation, " : ".join(filter(None, (name, players[at]))) or situation.title, owner, given)
        for name, given in named or [("", {})]
        for at, owner in enumerate(owners)
    ]


def _ranked(situation: Situation, figure: Attribute) -> _Items:
    """The lowest, two that are equal, and the highest, of what a situation sorts by a figure."""
    first, second = _players(situation)
    places = (
        ("la plus basse", "A", 1),
        (f"égale, {first}", "A", 2),
        (f"égale, {second}", "B", 2),
        ("la plus haute", "A", 3),
    )
    return [_item(situation, f"{figure.name} {name}", owner, {figure.name: place}) for name, owner, place in places]


def _players(situation: Situation) -> tuple[str, str]:
    """What the two players are called, by whom the rules of a situation look at."""
    roles = [role for clause in situation.clauses for role in (*clause.roles, clause.chooser)]
    named = next((part for part in situation.attributes if part.whole and part.type == "camp"), None)
    if named is not None and any(role.endswith(f":{named.name}") for role in roles):
        return named.meaning, "l'autre joueur"
    if any("joueur" in role for role in roles):
        return "le premier joueur", "le second joueur"
    return "le joueur actif", "son adversaire"


def _looks_at_players(situation: Situation) -> bool:
    """True when a clause tells the players apart."""
    return any(clause.genre in {"camps", *MODES} for clause in situation.clauses)


def _item(situation: Situation, label: str, owner: str, given: dict[str, Scalar]) -> dict[str, Any]:
    """An item: the attributes given, the others by default, or one value for all."""
    rest = {part.name: _neutral(part) for part in situation.attributes if not part.whole and part.name not in given}
    return {"label": label, "owner": owner, **rest, **given}


def _figure(situation: Situation) -> Attribute | None:
    """The figure by which a situation sorts, if it does."""
    by = {clause.by for clause in situation.clauses}
    return next((part for part in situation.attributes if part.name in by), None)


def _told_apart(situation: Situation) -> list[tuple[str, dict[str, Scalar]]]:
    """The name of each value of the first attribute of words, and what it says."""
    words = (part for part in situation.attributes if part.type == "mot" and not part.whole)
    attribute = next(words, None)
    if attribute is None:
        return []
    names = {value: names[0] for value, names in attribute.names if names}
    return [(names.get(value, value), {attribute.name: value}) for value in attribute.values]


def _neutral(attribute: Attribute) -> Scalar:
    if not attribute.required:
        return attribute.default
    if attribute.type == "nombre":
        return 1 if attribute.least is None else attribute.least
    return False if attribute.type == "oui-non" else next(iter(attribute.values), "A")


def deciding_rule(ruling: Ruling, found: Mapping[str, Hit]) -> dict[str, str]:
    """The rule by which the engine decides, to stand first: the one that answers the words best, of those that it used."""
    rules = list(dict.fromkeys(proof.id.partition("#")[0] for proof in ruling.decided_by))
    best = max(rules, key=lambda rule: found[rule].score if rule in found else 0.0, default=None)
    return {best: f"moteur: {ruling.about}"} if best is not None else {}


def steps_of(ruling: Ruling) -> tuple[Step, ...]:
    """The steps of an order or of a moment, each with the rule that puts it there."""
    if isinstance(ruling.precedence, Ordered):
        steps = [(", ".join(step.labels), step.decided_by[-1]) for step in ruling.precedence.steps if step.decided_by]
    else:
        steps = [(title, proof.id) for title, proof in ruling.steps]
    return tuple(Step(place, text, identifier) for place, (text, identifier) in enumerate(steps, 1))

"""A question about time or precedence, put to the engine: what it names becomes a request, and the engine's answer its proof.

Nothing is read into a question that it does not say: a situation, a value or a moment counts when its whole name stands there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from kb.answer.recognising import Keys, Recogniser
from kb.answer.requesting import Items, all_items, named_items, request
from kb.answer.resolving import Resolver
from kb.errors import ArbitreError, NoPolicyError
from kb.model.words import fold
from kb.policy import Policy, Situation
from kb.precedence import Ordered, OrderStep, Precedence, Prevailing
from kb.search import Analyzer
from kb.store import Proof
from kb.timing import Comparison, Timeline, compare

_ENGINE = frozenset({"precedence", "timing", "sequence"})
_PAIR = 2
# Relations that answer « avant ou après ? ».
_TELLING = frozenset({"before", "after", "simultaneous", "alternate"})
# Two things are set against one another, in time or in rank.
_COMPARED = re.compile(r"\b(?:avant|apres|d'abord|puis|ensuite|plus tot|plus tard)\b")
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
    """What the engine says of a question: an order, who prevails, how two moments stand, or the (title, rule) of each step of one.

    `about` names what was recognised.
    """

    about: str
    precedence: Ordered | Prevailing | None = None
    timing: Comparison | None = None
    steps: tuple[tuple[str, Proof], ...] = ()

    @property
    def decided_by(self) -> tuple[Proof, ...]:
        """The rules that decide, in the order in which they are used."""
        found = self.precedence or self.timing
        return found.decided_by if found is not None else tuple(dict.fromkeys(proof for _title, proof in self.steps))


class Ruler:
    """The engine of one game, as a question speaks to it."""

    def __init__(self, resolver: Resolver, game: str, analyzer: Analyzer) -> None:
        """Prepare; the names are read at the first question about order."""
        self._resolver, self._game, self._analyzer = resolver, game, analyzer

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
        if intent not in _ENGINE and not _SET_AGAINST.search(folded):
            return None
        said = self._names.keys(question)
        found = self._by_values(folded, said, intent) or self._by_operations(question, said)
        found = found or (self._by_layers(said) if _CONTRARY.search(folded) else None)
        if found is not None or intent not in _ENGINE:
            return found
        found = self._timed(question, said) if _COMPARED.search(folded) else None
        if found is None and _ORDER.search(folded):
            found = self._by_situation(folded, said)
        if found is None and _SEQUENCE.search(folded):
            found = self._sequence(question, said)
        return found

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
        return self._ordered(situation, named_items(situation, values, together=together and not both, both=both))

    def _by_situation(self, folded: str, said: Keys) -> Ruling | None:
        """The whole order of the situation named."""
        situation = self._names.situation(said) or self._names.sole(said)
        both = _PLAYERS.search(folded) is not None or _BOTH_SIDES.search(folded) is not None
        return self._ordered(situation, all_items(situation, both=both)) if situation is not None else None

    def _ordered(self, situation: Situation, items: Items) -> Ruling | None:
        try:
            found = self._engine.order(request(situation, items))
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
        applied = [
            clause
            for _where, clause in self._policy.clauses()
            if clause.genre == "appliquer" and clause.groups and clause.context.always
        ]
        if len(named) < _PAIR or len({clause.groups for clause in applied}) != 1:
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

    def _timed(self, question: str, said: Keys) -> Ruling | None:
        """How two moments named stand to one another: exactly two, neither named within the other."""
        found = self._names.moments(question, said)
        if len(found) != _PAIR:
            return None
        first, second = sorted(found)
        compared = [
            compare(self._timeline, a.moment.id, b.moment.id)
            for a, b in product(found[first], found[second])
            if a is not b
        ]
        relations = {comparison.relation for comparison in compared}
        if len(relations) != 1 or not relations <= _TELLING:
            return None
        return Ruling(f"{compared[0].a.title} ; {compared[0].b.title}", timing=compared[0])

"""A ruling card: what decides a question, a rule, a term, two rules or a moment, with what it rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.answer.answering import Answerer
from kb.answer.surroundings import around
from kb.answer.values import Answer, Linked, Quote
from kb.errors import ArbitreError, NoPolicyError, UnknownIdError
from kb.model import EdgeType
from kb.precedence import Ordered, Prevailing
from kb.store import KnowledgeBase, Passage, View
from kb.timing import Comparison

_NUMBERS = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?![\w.])")
_BETWEEN = re.compile(r"\s+(?:et|ou|contre|vs)\s+", re.IGNORECASE)
_ASKED = re.compile(r"\s*[:,]?\s*(?:laquelle|lequel|qui|que)?\s*(?:l'emporte|prime|prévaut)?\s*\?*\s*$", re.IGNORECASE)
_PAIR = 2
_LAYERS = ("overrides", "excepts")


@dataclass(frozen=True, slots=True)
class Card:
    """A ruling: the deciding rule and its words, or none when nothing decides (`undecided`, with the `reason` where it is known).

    `rests_on` are the rules quoted, the deciding one first; `order` is what the engine said; `status` that of the deciding rule.
    """

    question: str
    game: str | None
    mode: str | None
    rule: Passage | None
    text: str
    verdict: str | None
    rests_on: tuple[Quote, ...]
    exceptions: tuple[Linked, ...]
    order: Ordered | Prevailing | Comparison | None
    undecided: bool
    reason: str = ""


class Judge:
    """Ruling cards over one opened base."""

    def __init__(self, answerer: Answerer) -> None:
        """Rule by what answers questions."""
        self.answerer, self.base = answerer, answerer.base

    def card(self, question: str, game: str | None = None, mode: str | None = None, view: View = "both") -> Card:
        """The card of a question, a rule number, a term, two rules or a moment; without a game, of the one that answers best.

        Raises:
            UnknownWorkError: there is no such game.
        """
        pair = self._pair(question, game, view)
        if pair is not None:
            return self._between(question, pair, mode, view)
        if game is None:
            answers = self.answerer.ask_all(question, view=view, mode=mode)
            if not answers:
                return _open(question, None, mode, "aucun jeu n'a de règle qui réponde")
            game = next(iter(answers))
            return self._answered(answers[game], view)
        answer = self.answerer.ask(question, game, view=view, mode=mode)
        if not answer.answerable:
            return self._moment(question, game, mode, view) or self._answered(answer, view)
        return self._answered(answer, view)

    def _answered(self, answer: Answer, view: View) -> Card:
        """The card of an answer.

        Of two rules that contradict each other, the one with authority over the other decides; without any, or when the engine leaves
        something open, so does the card.
        """
        if not answer.answerable or not answer.quotes:
            return _open(answer.question, answer.game, answer.mode, answer.reason or "aucune règle ne répond")
        rule, quotes, torn = self._settled(answer, view)
        order = answer.precedence or answer.timing
        open_order = isinstance(order, Ordered) and bool(order.undecided)
        return Card(
            question=answer.question,
            game=answer.game,
            mode=answer.mode,
            rule=rule,
            text=quotes[0].text,
            verdict=answer.verdict,
            rests_on=quotes,
            exceptions=tuple(answer.exceptions),
            order=order,
            undecided=torn or open_order,
            reason="deux règles se contredisent" if torn else "aucune règle ne tranche tout" if open_order else "",
        )

    def _settled(self, answer: Answer, view: View) -> tuple[Passage, tuple[Quote, ...], bool]:
        """The rule that decides, its quote first; True when another contradicts it and neither has authority over the other."""
        rule = answer.passages[0].passage
        # Only what contradicts the words quoted: another bullet of the rule may be contradicted without harm.
        places = list(dict.fromkeys((answer.quotes[0].id, rule.id)))
        edges = [*self.base.edges_of(places, view=view), *self.base.edges_of(places, incoming=True, view=view)]
        against = [edge.id for edge in edges if edge.type == EdgeType.CONTRADICTS]
        for identifier in against:
            other = _passage(self.base, identifier, view)
            ranked = self._by_rank((rule, other), view) if other is not None else None
            if other is None or ranked is None or ranked.prevails is None:
                return rule, answer.quotes, True
            if ranked.prevails == "b":
                first = sorted(
                    answer.quotes, key=lambda quote: quote.id.partition("#")[0] != other.id.partition("#")[0]
                )
                return other, tuple(first), False
        return rule, answer.quotes, False

    # --- two rules --------------------------------------------------------------------------------------------------------------

    def _pair(self, question: str, game: str | None, view: View) -> tuple[Passage, Passage] | None:
        """The two rules that a question names and nothing else: by number, id or title."""
        numbers = _NUMBERS.findall(question)
        named = numbers if len(numbers) == _PAIR else _BETWEEN.split(_ASKED.sub("", question))
        if len(named) != _PAIR:
            return None
        found = [self._rule(name.strip(), game, view) for name in named]
        if found[0] is None or found[1] is None or found[0].id == found[1].id or found[0].work != found[1].work:
            return None
        return found[0], found[1]

    def _rule(self, name: str, game: str | None, view: View) -> Passage | None:
        ids = self.base.lookup(name, game, view) if name else ()
        works = {identifier.partition("/")[0] for identifier in ids}
        return self.base.passage(ids[0], view) if ids and len(works) == 1 else None

    def _between(self, question: str, pair: tuple[Passage, Passage], mode: str | None, view: View) -> Card:
        """The card of two rules: the exception that the book prints, then the authority of the texts."""
        ids = [(rule.id,) for rule in pair]
        above = [self.base.overriding(one, other, _LAYERS, view) for one, other in (ids, reversed(ids))]
        order: Prevailing | None = None
        winner: Passage | None = None
        if bool(above[0]) != bool(above[1]):
            winner = pair[0] if above[0] else pair[1]
        else:
            order = self._by_rank(pair, view)
            winner = {"a": pair[0], "b": pair[1]}.get(order.prevails or "") if order is not None else None
        quotes = tuple(Quote(rule.id, rule.own or rule.text) for rule in pair)
        proofs = tuple(Quote(proof.id, proof.quote) for proof in order.decided_by) if order is not None else ()
        if winner is None:
            reason = "aucune règle ne dit laquelle l'emporte"
            return Card(question, pair[0].work, mode, None, "", None, quotes, (), order, undecided=True, reason=reason)
        # Two rules that order what bears them have that order besides.
        asked = self.answerer.ask(question, winner.work, view=view, mode=mode).precedence
        first = tuple(sorted(quotes, key=lambda quote: quote.id != winner.id))
        near = around(self.base, winner.id, winner.parent, view)
        return Card(
            question,
            winner.work,
            mode,
            winner,
            first[0].text,
            None,
            (*first, *proofs),
            near.exceptions,
            asked if isinstance(asked, Ordered) else order,
            undecided=False,
        )

    def _by_rank(self, pair: tuple[Passage, Passage], view: View) -> Prevailing | None:
        try:
            engine = self.answerer.resolver(view).precedence(pair[0].work)
        except NoPolicyError:
            return None
        layers = engine.policy.conflict.layers
        sides = {
            side: {
                "label": rule.title or rule.id,
                "says": "must",
                **({"layer": rule.authority} if rule.authority in layers else {}),
            }
            for side, rule in zip(("a", "b"), pair, strict=True)
        }
        try:
            return engine.conflict({**sides, "active": "A"})
        except ArbitreError:
            return None

    # --- a moment ---------------------------------------------------------------------------------------------------------------

    def _moment(self, name: str, game: str, mode: str | None, view: View) -> Card | None:
        """The card of a moment named and nothing else: the rules that place it."""
        timeline = self.answerer.resolver(view).timeline(game)
        try:
            found = timeline.find(name.strip(" ?"))
        except ArbitreError:
            return None
        moment = timeline.nodes[found[0][0]].moment if len(found) == 1 and found[0][0] else None
        proofs = timeline.proofs(moment) if moment is not None else ()
        rule = _passage(self.base, proofs[0].id, view) if proofs else None
        if rule is None:
            return None
        quotes = tuple(Quote(proof.id, proof.quote) for proof in proofs)
        near = around(self.base, rule.id, rule.parent, view)
        return Card(name, game, mode, rule, quotes[0].text, None, quotes, near.exceptions, None, undecided=False)


def _passage(base: KnowledgeBase, identifier: str, view: View) -> Passage | None:
    try:
        return base.passage(identifier, view)
    except UnknownIdError:
        return None


def _open(question: str, game: str | None, mode: str | None, reason: str) -> Card:
    return Card(question, game, mode, None, "", None, (), (), None, undecided=True, reason=reason)

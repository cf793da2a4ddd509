"""A ruling card: what decides a question, a rule, a term, two rules or a moment, with what it rests on."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.answer import values
from kb.answer.answering import Answerer
from kb.answer.quote.proof import marked, stands
from kb.answer.quote.selection import is_quoted
from kb.answer.table.notes import noted
from kb.answer.values import Answer, Card, Clause, Decision, Elsewhere, Ground
from kb.errors import ArbitreError, UnknownIdError
from kb.model import EdgeType
from kb.model.clauses import note_call, provision_of, unit_of
from kb.precedence import Ordered, Prevailing
from kb.store import KnowledgeBase, LinkedNode, Passage, Proof, View

_NUMBERS = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?![\w.])")
_BETWEEN = re.compile(r"\s+(?:et|ou|contre|vs)\s+", re.IGNORECASE)
_ASKED = re.compile(r"\s*[:,]?\s*(?:laquelle|lequel|qui|que)?\s*(?:l'emporte|prime|prévaut)?\s*\?*\s*$", re.IGNORECASE)
_PAIR = 2
_LAYERS = ("overrides", "excepts")


Rule = Passage | values.Passage


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
        named = self.answerer.names.games(question)
        if game is None and len(named) == 1 and (mode is None or mode in self.base.work(named[0]).modes):
            game = named[0]
        said = self.answerer.names.without_games(question, game) if game in named else question
        pair = self._pair(said, game, view)
        if pair is not None:
            return self._between(question, pair, mode, view)
        if game is None:
            answers = self.answerer.ask_all(question, view=view, mode=mode)
            if not answers:
                return Card(question, None, mode, reason="aucun jeu n'a de règle qui réponde")
            best, *others = answers.values()
            return replace(self._answered(best, view), elsewhere=tuple(map(_elsewhere, others)))
        answer = self.answerer.ask(question, game, view=view, mode=mode)
        moment = None if answer.answerable else self._moment(said, game, mode, view)
        return moment or self._answered(answer, view)

    def _answered(self, answer: Answer, view: View) -> Card:
        """The card of an answer.

        Of two rules that contradict each other, the one with authority over the other decides; without any, or when the engine leaves
        something open, so does the card.
        """
        if not answer.answerable:
            return Card(answer.question, answer.game, answer.mode, reason=answer.reason or "aucune règle ne répond")
        rule, quotes, torn = self._settled(answer, view)
        order = answer.precedence or answer.timing
        open_order = isinstance(order, Ordered) and bool(order.undecided)
        # What is concluded is not left open: the contradiction does not bear on what is asked.
        torn = torn and answer.verdict is None
        reason = "deux règles se contredisent" if torn else "aucune règle ne tranche tout" if open_order else None
        card = self._card(answer.question, answer.mode, rule, quotes, view)
        conclusion, decision = answer.answer.conclusion, card.decision
        if decision is not None:
            text = conclusion.text if conclusion is not None and not torn else decision.text
            decision = replace(decision, verdict=answer.verdict, text=text)
        return replace(
            card,
            decision=decision,
            exceptions=answer.exceptions,
            versions=answer.answer.versions,
            order=order,
            undecided=card.undecided or reason is not None,
            reason=reason,
        )

    def _card(self, question: str, mode: str | None, rule: Rule, quotes: Sequence[Clause], view: View) -> Card:
        """The card of a rule that decides, the first of the quotes being its own."""
        grounds = self._grounds(quotes, view)
        if not grounds:
            return Card(question, rule.work, mode)
        amended = any(link.type == EdgeType.AMENDS for link in self.base.edges(rule.id, incoming=True, view=view))
        return Card(
            question=question,
            game=rule.work,
            mode=mode,
            edition=rule.edition,
            decision=Decision(None, grounds[0].quote, grounds[0].id, grounds[0].citation),
            rests_on=grounds,
            status=rule.status,
            erratum=rule.authority == "erratum" or amended,
            undecided=False,
        )

    def _grounds(self, quotes: Iterable[Clause], view: View) -> tuple[Ground, ...]:
        """The rules quoted, as they are cited; a quote that does not stand in what it cites is left out."""
        held = [quote for quote in quotes if stands(self.base, quote.id, quote.text, view)]
        cited = {passage.id: passage for passage in self.base.passages([unit_of(quote.id) for quote in held], view)}
        return tuple(
            Ground(
                id=quote.id,
                citation=citation(self.base, cited[unit_of(quote.id)]),
                quote=quote.text,
                role=quote.role,
                lead=quote.lead,
                call=note_call(quote.id),
                marked=quote.marked or marked(self.base, quote.id, quote.text, view),
                ours=quote.is_ours or self.base.is_ours(cited[unit_of(quote.id)], quote.text),
            )
            for quote in held
            if unit_of(quote.id) in cited
        )

    def _settled(self, answer: Answer, view: View) -> tuple[Rule, Sequence[Clause], bool]:
        """The rule that decides, its quote first; True when another contradicts it and neither has authority over the other."""
        quotes = answer.answer.because
        rule: Rule = self.base.passage(provision_of(quotes[0].id), view)
        # Only what contradicts the words quoted: another bullet of the rule may be contradicted without harm.
        places = [unit_of(quotes[0].id)]
        edges = [*self.base.edges(*places, view=view), *self.base.edges(*places, incoming=True, view=view)]
        against = [edge for edge in edges if edge.type == EdgeType.CONTRADICTS and is_quoted(self.base, edge, quotes)]
        for edge in against:
            other = _passage(self.base, edge.id, view)
            prevails = self._prevails(rule, edge, other, view)
            if other is None or prevails is None:
                return rule, quotes, True
            if prevails:
                theirs = provision_of(other.id)
                return other, sorted(quotes, key=lambda quote: provision_of(quote.id) != theirs), False
        return rule, quotes, False

    def _prevails(self, rule: Rule, edge: LinkedNode, other: Passage | None, view: View) -> bool | None:
        """True when what contradicts a rule prevails over it: as the relation says, else by authority; None where nothing settles it."""
        if edge.prevails is not None or other is None:
            return edge.prevails
        ranked = self._by_rank((rule, other), view)
        return {"a": False, "b": True}.get(ranked.prevails or "") if ranked is not None else None

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
        quotes = tuple(Clause(rule.id, "decides", rule.own or self.base.printed(rule) or rule.text) for rule in pair)
        proofs = _computing(order.decided_by) if order is not None else ()
        if winner is None:
            reason = "aucune règle ne dit laquelle l'emporte"
            grounds = self._grounds(noted(self.base, quotes, view), view)
            return Card(question, pair[0].work, mode, rests_on=grounds, order=order, reason=reason)
        # Two rules that order what bears them have that order besides.
        asked = self.answerer.ask(question, winner.work, view=view, mode=mode).precedence
        first = tuple(sorted(quotes, key=lambda quote: quote.id != winner.id))
        shown = asked if isinstance(asked, Ordered) else order
        card = self._card(question, mode, winner, noted(self.base, (*first, *proofs), view), view)
        return replace(card, exceptions=self.answerer.exceptions(first[:1], view, mode), order=shown)

    def _by_rank(self, pair: tuple[Rule, Passage], view: View) -> Prevailing | None:
        try:
            engine = self.answerer.resolver(view).precedence(pair[0].work)
            sides = {
                side: {
                    "label": rule.title or rule.id,
                    "says": "must",
                    "layer": rule.authority if rule.authority in engine.policy.conflict.layers else None,
                }
                for side, rule in zip(("a", "b"), pair, strict=True)
            }
            return engine.conflict({**sides, "active": "A"})
        except ArbitreError:
            return None

    # --- a moment ---------------------------------------------------------------------------------------------------------------

    def _moment(self, name: str, game: str, mode: str | None, view: View) -> Card | None:
        """The card of a moment named and nothing else: the rules that place it. What only speaks of one is no name of it."""
        timeline = self.answerer.resolver(view).timeline(game)
        bare = name.strip(" ?")
        found = timeline.find(bare) if timeline.names.bear(bare) else []
        moment = timeline.nodes[found[0]].moment if len(found) == 1 else None
        proofs = timeline.proofs(moment) if moment is not None else ()
        rule = _passage(self.base, proofs[0].id, view) if proofs else None
        if rule is None:
            return None
        quotes = noted(self.base, _computing(proofs), view)
        return replace(
            self._card(name, mode, rule, quotes, view), exceptions=self.answerer.exceptions(quotes, view, mode)
        )


def _elsewhere(answer: Answer) -> Elsewhere:
    concluded = answer.answer.conclusion
    return Elsewhere(answer.game, concluded.text if concluded is not None else answer.passages[0].title)


def _computing(proofs: Iterable[Proof]) -> tuple[Clause, ...]:
    """The rules by which the engine decides, as clauses."""
    return tuple(Clause(proof.id, "computes", proof.quote) for proof in proofs)


def _passage(base: KnowledgeBase, identifier: str, view: View) -> Passage | None:
    try:
        return base.passage(identifier, view)
    except UnknownIdError:
        return None


def citation(base: KnowledgeBase, rule: Rule) -> str:
    """`Jeu, Guide de référence, 35.3`: the game by its short name, the document, the number or else the title."""
    name = base.work(rule.work).title.partition(" : ")[0]
    return f"{name}, {rule.path[0]}, {rule.number or rule.title}"

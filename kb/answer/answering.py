"""Answer a question from the base: search, choose what to quote, gather what surrounds it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from kb.answer.intent import intent_of
from kb.answer.shortening import shortened
from kb.answer.values import Answer, Linked, Quote, Results, Scored
from kb.model import Kind, Status
from kb.search import Hit, Searcher
from kb.store import KnowledgeBase, LinkedNode, Passage, View

_RELATED_LIMIT = 8
# Below this share of the question's words, each by its rarity, the best passage speaks of something else. One in a hundred of our own
# questions, held out of the index, falls below it; a fifth of the questions of other games do: a first, careful refusal.
_LEAST_SHARE = 0.2
_EXCEPTIONS = frozenset({"excepts", "overrides", "contradicts"})


class Answerer:
    """Search and answers over one opened base."""

    def __init__(self, base: KnowledgeBase) -> None:
        """Prepare the searcher."""
        self.base = base
        self.searcher = Searcher(base)

    def search(
        self,
        query: str,
        game: str | None = None,
        kind: str | None = None,
        limit: int = 10,
        offset: int = 0,
        view: View = "both",
        mode: str | None = None,
    ) -> Results:
        """Ranked passages; an id, number or title that names a provision exactly puts it first.

        Raises:
            UnknownWorkError: there is no such game.
        """
        started = time.perf_counter()
        ranking = self.searcher.rank(query, game, view)
        hits = {hit.id: hit for hit in ranking.hits}
        named = [identifier for identifier in self._named(query, game, view) if not kind or identifier in hits]
        order = list(dict.fromkeys([*named, *(hit.id for hit in ranking.hits)]))
        if kind or mode:
            order = [
                p.id
                for p in self.base.passages(order, view)
                if (not kind or p.kind == kind) and (not mode or mode in p.scope)
            ]
        shown = [shortened(self.base, passage) for passage in self.base.passages(order[offset : offset + limit], view)]
        top = ranking.hits[0].score if ranking.hits else 0.0
        results = tuple(self._scored(passage, hits, named, top) for passage in shown)
        return Results(query, results, len(order), _elapsed(started))

    def _named(self, query: str, game: str | None, view: View) -> list[str]:
        """The provisions that the whole query names: only whole ids, numbers and titles count."""
        games = self.searcher.works(game)
        found = [identifier for work in games for identifier in self.base.lookup(query, work, view)]
        return [identifier for identifier in dict.fromkeys(found) if identifier.partition("/")[0] in games]

    def _scored(self, passage: Passage, hits: dict[str, Hit], named: list[str], top: float) -> Scored:
        hit = hits.get(passage.id)
        score, why, share = (hit.score, hit.why, hit.share) if hit else (0.0, (), 0.0)
        if passage.id in named:
            return Scored(passage, round(max(score, top) + 1.0, 3), ("nom exact", *why))
        return Scored(passage, round(score, 3), why, round(share, 3))

    def ask(self, question: str, game: str, limit: int = 10, view: View = "both", mode: str | None = None) -> Answer:
        """The answer of one game: the best rule quoted, or the nearest passages when none answers.

        Raises:
            UnknownWorkError: there is no such game.
        """
        started = time.perf_counter()
        found = self.search(question, game, None, limit, 0, view, mode)
        raised = [self._brought_up(scored, view) for scored in found.results]
        first = {scored.passage.id: scored for scored in reversed(raised)}
        passages = tuple(scored for scored in raised if first[scored.passage.id] is scored)
        best = passages[0] if passages else None
        answerable = best is not None and best.share >= _LEAST_SHARE
        quotes = (self._quote(question, best.passage),) if best is not None and answerable else ()
        consequences, exceptions, related = (
            self._around(best.passage, view) if best is not None and answerable else ((), (), ())
        )
        return Answer(
            question=question,
            game=game,
            intent=intent_of(question),
            answerable=answerable,
            confidence=_confidence(passages) if answerable else 0.0,
            quotes=quotes,
            passages=passages,
            consequences=consequences,
            exceptions=exceptions,
            related=related,
            took_ms=_elapsed(started),
            corrected=found.corrected,
        )

    def ask_all(
        self, question: str, limit: int = 10, view: View = "both", mode: str | None = None
    ) -> dict[str, Answer]:
        """The answers of every game that answers, best first."""
        answers = {work: self.ask(question, work, limit, view, mode) for work in self.searcher.works(None)}
        answering = {work: answer for work, answer in answers.items() if answer.answerable}
        return dict(sorted(answering.items(), key=lambda pair: -pair[1].passages[0].score))

    def _brought_up(self, scored: Scored, view: View) -> Scored:
        """A redirecting entry gives way to what it points to."""
        if not scored.passage.redirect:
            return scored
        targets = [
            link.id
            for link in self.base.edges(scored.passage.id, view=view)
            if link.type == "cites" and link.how == "explicit"
        ]
        found = self.base.passages(targets[:1], view)
        return (
            Scored(shortened(self.base, found[0]), scored.score, (f"redirection: {scored.passage.title}", *scored.why))
            if found
            else scored
        )

    def _quote(self, question: str, passage: Passage) -> Quote:
        """The part of the passage to quote: the unit that answers best, else its own text; always a part of the node cited."""
        analyzer = self.searcher.analyzer(passage.work)
        asked = set(analyzer.keys(question))
        view: View = "texte" if passage.layer == "texte" else "precis"
        parts = [(passage.id, passage.own)] if passage.own else []
        parts += [(unit.id, unit.text) for unit in self.base.children(passage.id, view, units=True)]
        if not parts:
            return Quote(passage.id, passage.text)
        # The lead wins a tie: a bullet without its rule is half a sentence.
        best = max(parts, key=lambda part: len(asked & set(analyzer.keys(part[1]))))
        return Quote(*best)

    def _around(
        self, passage: Passage, view: View
    ) -> tuple[tuple[Linked, ...], tuple[Linked, ...], tuple[Linked, ...]]:
        """What follows; what takes exception to it, prevails over it or contradicts it; what it lifts and what is related."""
        # A relation may stand on a bullet: it surrounds the whole rule all the same.
        parts = [passage.id, *(unit.id for unit in self.base.children(passage.id, view, units=True))]
        outgoing = [link for part in parts for link in self.base.edges(part, view=view) if link.id not in parts]
        incoming = [
            link for part in parts for link in self.base.edges(part, incoming=True, view=view) if link.id not in parts
        ]
        follows = [link for link in outgoing if link.type == "precedes"]
        cited = [link for link in outgoing if link.type == "cites"]
        against = [link for link in incoming if link.type in _EXCEPTIONS]
        against += [link for link in outgoing if link.type == "contradicts"]
        lifted = [replace(link, type=f"{link.type}-it") for link in outgoing if link.type in {"excepts", "overrides"}]
        amended = [link for link in incoming if link.type == "amends"]
        parents = self.base.edges(passage.parent, view=view) if passage.parent else []
        near = [link for link in (*outgoing, *parents) if link.type == "related"]
        same = [link for link in (*outgoing, *incoming) if link.type == "restates"]
        return (
            self._linked((*follows, *cited), view),
            self._linked((*against, *amended), view),
            self._linked((*lifted, *same, *near), view),
        )

    def _linked(self, links: Iterable[LinkedNode], view: View) -> tuple[Linked, ...]:
        unique = {link.id: link for link in links}
        texts = {passage.id: passage for passage in self.base.passages(list(unique)[:_RELATED_LIMIT], view)}
        return tuple(
            Linked(link.id, link.title, texts[link.id].own or texts[link.id].text, link.type)
            for link in unique.values()
            if link.id in texts
            and texts[link.id].status is not Status.SUPERSEDED
            and texts[link.id].kind is not Kind.ROW
        )


def _confidence(passages: tuple[Scored, ...]) -> float:
    """How far the best passage stands from the next: 0.5 for a tie, towards 1 when nothing comes near."""
    best = passages[0].score
    second = passages[1].score if len(passages) > 1 else 0.0
    return round(best / (best + second), 3) if best + second else 0.0


def _elapsed(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)

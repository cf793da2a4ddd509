"""Answer a question from the base: search, decide whether a rule answers, choose what to quote, gather what surrounds it."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import chain

from kb.answer.case import SILENT, Case, Side
from kb.answer.excerpts import Scored, brought_up, shortened, with_score
from kb.answer.question.context import to_the_point
from kb.answer.question.intent import intent_of, is_closed
from kb.answer.question.query import LONGEST_NAME, Named, Names
from kb.answer.question.refusal import NO_ROW, NO_RULE, UNKNOWN_NAME, Answerability, answerability, is_asked_so, refused
from kb.answer.question.sides import sides_of
from kb.answer.question.unknown_names import unknown_name, without_rule
from kb.answer.quote.citing import LIKELY, Citer
from kb.answer.quote.proof import conclusion, verified
from kb.answer.quote.reserves import depending, reserves
from kb.answer.ruling.extraction import Extractor
from kb.answer.ruling.from_question import Ruler, Ruling, ordering_rule, steps_of
from kb.answer.ruling.resolver import Resolver
from kb.answer.surroundings import around, bearing, clashes, replaced, steps_below
from kb.answer.table.lookup import Reader
from kb.answer.table.notes import noted
from kb.answer.table_choice import Tables
from kb.answer.values import (
    Answer,
    BaseVersion,
    Cell,
    Clause,
    Conclusion,
    Linked,
    Nearest,
    Quote,
    Reply,
    Results,
)
from kb.answer.verdict.by_questions import Written
from kb.answer.verdict.settling import Settlement, settled
from kb.model import Kind
from kb.model.clauses import provision_of
from kb.search import CANDIDATES, Found, Searcher, in_full
from kb.store import KnowledgeBase, Passage, View

# Of how many rules the surroundings are kept: the same few are asked for again and again.
_KEPT = 1024
# From how many passages an answer is drawn, however many are listed.
_WEIGHED = 10
# Under what confidence a rule with a likely rival says nothing of time and order.
_SURE = 0.9
# Of a question of no more keys, each word tells what is asked.
_BRIEF = 4
# The reason of a passage that the whole question names, and of one of two that it compares.
_EXACT, _COMPARED = "nom exact", "chose comparée"
# How sure an answer is that the engine gives with its rules.
_RULED = 0.95
_ORDERED = frozenset({"sequence", "timing", "precedence"})


class Answerer:
    """Search and answers over one opened base."""

    def __init__(self, base: KnowledgeBase) -> None:
        """Prepare the searcher."""
        self.base = base
        self.searcher = Searcher(base)
        self.names = Names(self.searcher)
        self.version = BaseVersion(base.meta["version"], base.meta["digest"])
        # Time and precedence in a view, and as a question to one work speaks to them.
        self.resolver = cache(partial(Resolver, base))
        self._called = {work: cache(partial(base.called, work)) for work in base.work_ids(unlisted=True)}
        # What quotes are looked for in, read when the first is.
        self.as_set = cache(base.texts_as_set)
        self._ruler = cache(lambda work, view: Ruler(base, self.resolver(view), work, self.searcher.analyzer(work)))
        self._tables = Tables(base, self.searcher)
        self._extractor = cache(lambda work, view: Extractor(base.windows(work, view), self.searcher.analyzer(work)))
        self._citer = Citer(base, self.searcher)
        self._around = lru_cache(_KEPT)(partial(around, base))
        self._clashes = lru_cache(_KEPT)(partial(clashes, base))

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
        games = self.searcher.works(game) if game else (self.names.games(query) or self.searcher.works(None))
        said = [self.names.read(query, work, mode, games) for work in games]
        corrected = next((one.corrected for one in said if one.corrected), None)
        # A name as it is written, before what it may have been meant for.
        exact = self._named(said[-1].written if said else query, games, view) or self._named(
            corrected or "", games, view
        )
        found = [self.searcher.find(one.text, work, view, one.mode) for one, work in zip(said, games, strict=True)]
        # All are ranked where one far below may be chosen, else those that the page may hold besides the candidates of each game.
        deep = bool(kind or mode or exact)
        depth = None if deep else CANDIDATES + offset + limit
        ranked = [hit for one in found for hit in self.searcher.hits(one, depth)]
        ranked.sort(key=lambda hit: -hit.score)
        hits = {hit.id: hit for hit in ranked}
        named = {identifier: _EXACT for identifier in exact if not kind or identifier in hits}
        order = list(dict.fromkeys([*named, *hits]))
        if kind or mode:
            order = [one.id for one in self.base.passages(order, view) if _is_of(one, kind, mode)]
        page = [shortened(self.base, passage) for passage in self.base.passages(order[offset : offset + limit], view)]
        top = ranked[0].score if ranked else 0.0
        results = tuple(with_score(passage, hits.get(passage.id), named, top).shown() for passage in page)
        total = len(order) if deep else sum(len(one.weighed) for one in found)
        return Results(query, results, total, _elapsed(started), corrected)

    def _named(self, query: str, games: Sequence[str], view: View) -> list[str]:
        """The provisions that the whole query names: only whole ids, numbers and titles count."""
        if len(query) > LONGEST_NAME:
            return []
        found = [identifier for work in games for identifier in self.base.lookup(query, work, view)]
        return [identifier for identifier in dict.fromkeys(found) if identifier.partition("/")[0] in games]

    def ask(
        self,
        question: str,
        game: str,
        limit: int = 10,
        view: View = "both",
        mode: str | None = None,
        among: Sequence[str] = (),
    ) -> Answer:
        """The answer of one game: the best rule quoted, or the nearest passages when none answers; `among` the games that are asked.

        Raises:
            UnknownWorkError: there is no such game.
        """
        started = time.perf_counter()
        said = self.names.read(question, self.base.work(game).work, mode, among)
        case, estimate = self._understood(said, self.base.work(game).work, view)
        answer = Answer(
            question=question,
            game=game,
            intent=case.intent,
            answerable=estimate.answerable,
            confidence=estimate.confidence,
            passages=(),
            took_ms=0.0,
            kb=self.version,
            corrected=said.corrected,
            mode=said.mode,
        )
        whole = self._answered(answer, case) if estimate.answerable else replace(answer, reason=estimate.reason or None)
        listed = tuple(scored.shown(said.mode) for scored in self._listed(case, limit))
        return replace(whole, passages=listed, took_ms=_elapsed(started))

    def _listed(self, case: Case, limit: int) -> tuple[Scored, ...]:
        """The passages that an answer lists: of those that it was drawn from, so many, then those that come after them."""
        more = self._passages(case.found, limit, case.said, case.ruling, case.sides) if limit > _WEIGHED else ()
        known = {one.passage.id for one in case.passages}
        return (*case.passages, *(one for one in more if one.passage.id not in known))[:limit]

    def _understood(self, said: Named, work: str, view: View) -> tuple[Case, Answerability]:
        """A question as it is understood, and whether a rule answers it."""
        found = self.searcher.find(said.text, work, view, said.mode)
        ruling = self._ruled(said, found)
        unruled = ruling is SILENT or ruling.open
        if unruled and (shorter := to_the_point(self.searcher, said, found)) is not None:
            # The engine reckons with all that is said; written questions are of one matter.
            said, found = shorter
            ruling = self._ruled(said, found)
        intent = _intent(said)
        if ruling.precedence is not None and intent not in _ORDERED:
            intent = "precedence"
        held = self.base.in_rules(work)
        reader = Reader(in_full(said.text), self.searcher.analyzer(work), self._called[work], held)
        sides = self._citer.sides(said.text, work, view)
        passages, read = self._tables.first(reader, self._passages(found, _WEIGHED, said, ruling, sides))
        passages, read = self._tables.by_sum(passages, read, said.text, self._ruler(work, view).valuer)
        if sides or (read is not None and read.inverse):
            # What is asked for is two rules, or the rows that hold a value, and no value.
            ruling = SILENT
        named = any(_EXACT in one.why for one in passages[:1])
        case = Case(said, found, intent, passages, read, ruling, sides, named=named)
        # What a row holds leaves no doubt when all that it is named by is said; of one cell, its table or profile at least.
        sure = read is not None and (
            read.crossed or reader.is_name_of(read) or (read.cell is not None and reader.names(passages[0].passage))
        )
        return case, self._answerability(case, sure=sure)

    def _ruled(self, said: Named, found: Found) -> Ruling:
        """What the engine says of a question."""
        return self._ruler(found.work, found.view).rule(said.text, _intent(said), found.rules) or SILENT

    def _answerability(self, case: Case, *, sure: bool) -> Answerability:
        """Whether a rule answers: what is named whole, decided by the engine, or read in a table (`sure`) leaves no doubt."""
        found, passages, read = case.found, case.passages, case.read
        estimate = answerability(found, self.searcher.model)
        if not passages:
            return replace(estimate, answerable=False, confidence=0.0)
        if case.named or case.sides:
            return Answerability(answerable=True, confidence=1.0)
        if read is not None and read.absent is not None:
            return refused(NO_ROW.format(read.absent, passages[0].passage.title))
        # A value may be that of another question, where the book leaves out what this one asks.
        unsettled = estimate.reason and case.ruling.value is not None
        if sure or (case.ruling.decided_by and not unsettled):
            return Answerability(answerable=True, confidence=max(estimate.confidence, _RULED))
        estimate = self._unnamed(case, estimate) or estimate
        return estimate if estimate.answerable else replace(estimate, confidence=0.0)

    def _unnamed(self, case: Case, estimate: Answerability) -> Answerability | None:
        """The refusal of what is asked of a name that the book has not, or of which it has no figure; None for all else."""
        found, passages, said = case.found, case.passages, case.said.whole
        if is_asked_so(found):
            # It is written for this rule, with the name in it.
            return None
        # Of a brief question each word tells what is asked, as where a row of a table is.
        of_row = passages[0].passage.kind is Kind.TABLE and (case.read is None or not case.read.values)
        name = unknown_name(self.base, self.searcher, said, found, at_all=of_row or len(found.keys) <= _BRIEF)
        # A matter that the book leaves out, and that is asked for by this name, says more of it.
        if name and not (estimate.reason and self.searcher.absent_tells(found, name)):
            return refused(UNKNOWN_NAME.format(name))
        analyzer = self.searcher.analyzer(found.work)
        name = without_rule(self.base, analyzer, found.work, said) if estimate.answerable else None
        return refused(NO_RULE.format(name)) if name else None

    def _answered(self, answer: Answer, case: Case) -> Answer:
        """An answer with what proves it and what surrounds the rule that gives it; every quote is found again in the base."""
        base, found = self.base, case.found
        wording = self.searcher.analyzer(found.work).wordings.of(case.said.text)
        turned, noting = wording.negated, self._citer.is_noted(case)
        done = case.ruling is not SILENT or case.sides or case.named
        settlement = Settlement() if done else settled(case.said, base, self.searcher, found, case.read, noted=noting)
        case, (quotes, cell, concluded) = self._proved(
            case, settlement, answer.confidence, turned=turned, noting=noting
        )
        best, ruling = case.best, case.ruling
        consequences, related = self._around(best.id, best.parent, found.view)
        against = self.exceptions(quotes, found.view, answer.mode)
        if replaced(against, answer.mode):
            settlement, concluded = settlement.withheld(), None
        verdict = settlement.verdict
        nearest = self._nearest(verdict.written) if verdict is not None and verdict.written is not None else None
        reply = Reply(
            steps=(steps_below(base, best, found.view) or steps_of(ruling)) if answer.intent in _ORDERED else (),
            conclusion=concluded,
            because=quotes,
            conditions=reserves(concluded, quotes, turned=wording.turned),
            asked=settlement.asked(turned=turned),
            nearest=nearest,
            versions=tuple(filter(None, map(self._nearest, settlement.versions))),
        )
        whole = replace(
            answer,
            consequences=consequences,
            exceptions=against,
            related=related,
            verdict=concluded.verdict if concluded is not None else None,
            settled_by=nearest.question if nearest is not None else None,
            conditions=tuple(Quote(link.id, link.text) for link in against) if verdict is not None else (),
            cell=cell,
            answer=reply,
            timing=ruling.timing,
            precedence=ruling.precedence,
        )
        return verified(base, whole, found.view)

    def _nearest(self, written: Written) -> Nearest | None:
        """A written question as it is shown; none where the base has it no more."""
        listed = self.base.asked_of(written.rule)[written.place :]
        titles = (rule.title for rule in self.base.passages([written.rule]))
        return next(
            (
                Nearest(question, written.verdict, written.rule, title)
                for question, title in zip(listed, titles, strict=False)
            ),
            None,
        )

    def exceptions(self, quotes: Sequence[Clause], view: View, mode: str | None) -> tuple[Linked, ...]:
        """What takes exception to what is quoted first, prevails over it or contradicts it in the mode, and is not quoted too."""
        rules = [provision_of(quote.id) for quote in quotes]
        own = [quote.id for quote, rule in zip(quotes, rules, strict=True) if rule == rules[0]]
        said = " ".join(quote.text for quote in quotes)
        return bearing(self._clashes(rules[0], view), own, said, mode) if rules else ()

    def _proved(
        self, case: Case, settlement: Settlement, sure: float, *, turned: bool, noting: bool
    ) -> tuple[Case, tuple[tuple[Clause, ...], Cell | None, Conclusion | None]]:
        """What is concluded; where nothing is, by the order of two things that the question opposes, which is then the ruling."""
        proved = self._concluded(case, settlement, sure, turned=turned, noting=noting)
        if proved[-1] is not None or case.ruling is not SILENT:
            return case, proved
        ruling = self._ruler(case.found.work, case.found.view).opposed(case.said.text, case.found.rules)
        if ruling is None:
            return case, proved
        case = replace(case, ruling=ruling)
        return case, self._concluded(case, settlement, sure, turned=turned, noting=noting)

    def _concluded(
        self, case: Case, settlement: Settlement, sure: float, *, turned: bool, noting: bool
    ) -> tuple[tuple[Clause, ...], Cell | None, Conclusion | None]:
        """The clauses that prove an answer, the cell that it reads, and what it concludes."""
        if settlement.comparison is not None and not turned:
            return (
                noted(self.base, settlement.comparison.because, case.found.view),
                None,
                settlement.comparison.conclusion,
            )
        definitions = [self._citer.definition(side, case.found.view) for side in case.sides]
        if len({one[0].text for one in definitions if one}) > 1:
            return noted(self.base, chain.from_iterable(definitions), case.found.view), None, None
        quotes, cell = self._citer.cited(case, settlement.verdict)
        wording = self.searcher.analyzer(case.found.work).wordings.of(case.said.text)
        # « Sans test ? » asks the contrary of what a column says, and a note may say it too.
        closed = is_closed(case.said.text) and not (wording.denied or wording.without or noting)
        concluded = settlement.choice or conclusion(settlement.verdict, cell, case.ruling, denied=turned, closed=closed)
        if concluded is not None and concluded.kind == "row" and sides_of(case.said.text) is not None:
            # No cell says which of two things comes first.
            cell = concluded = None
        if concluded is None and settlement.comparison is None and (not case.ruling.open or sides_of(case.said.text)):
            concluded = self._extracted(case, sure, quotes)
        if concluded is not None and concluded.verdict == "depends":
            concluded = replace(concluded, text=depending(quotes))
        return quotes, cell, concluded

    def _extracted(self, case: Case, sure: float, quotes: tuple[Clause, ...]) -> Conclusion | None:
        """What the rule quoted first says of when, of who or of what comes first, unless another is as likely."""
        found, passages = case.found, [one.passage for one in case.passages]
        best = next((one for one in passages if quotes and quotes[0].id.startswith(one.id)), None)
        rival = found.rival(LIKELY) if sure < _SURE else None
        # Of the same name, it says the same: an entry of the glossary and the rule itself.
        twins = {one.id for one in passages if best is not None and one.title == best.title}
        if best is None or (rival is not None and rival.row.id not in twins):
            return None
        extractor, titles = self._extractor(found.work, found.view), [one.title for one in passages]
        return extractor.concluded(case.said.text, best, quotes, titles, found.rarities)

    def ask_all(
        self, question: str, limit: int = 10, view: View = "both", mode: str | None = None
    ) -> dict[str, Answer]:
        """The answers of every game that answers, the surest first; of the games that the question names, when it names any.

        With `mode`, the games that have it alone are asked.
        """
        games = self.names.games(question) or self.searcher.works(None)
        played = [work for work in games if mode is None or mode in self.base.work(work).modes]
        answers = {work: self.ask(question, work, limit, view, mode, played) for work in played}
        answering = {work: answer for work, answer in answers.items() if answer.answerable}
        return dict(
            sorted(answering.items(), key=lambda pair: (-pair[1].confidence, -(pair[1].passages[0].score or 0.0)))
        )

    def _passages(
        self, found: Found, limit: int, said: Named, ruling: Ruling, sides: Sequence[Side] = ()
    ) -> tuple[Scored, ...]:
        """The best provisions, what the whole question names first, then what gives the steps of a moment; redirections brought up."""
        view = found.view
        hits = self.searcher.hits(found, limit)
        ranked = {hit.id: hit for hit in hits}
        # A name as it is written, before what it may have been meant for.
        names = (self._named(name, (found.work,), view) for name in dict.fromkeys((said.written, said.text)))
        exact = next(filter(None, names), [])
        named = dict.fromkeys(exact, _EXACT) | ordering_rule(ruling, ranked)
        named |= {side.rule.id: _COMPARED for side in sides}
        passages = [
            passage
            for passage in self.base.passages(list(dict.fromkeys([*named, *ranked]))[:limit], view)
            if said.mode is None or said.mode in passage.scope
        ]
        top = hits[0].score if hits else 0.0
        raised = [
            brought_up(self.base, with_score(shortened(self.base, p), ranked.get(p.id), named, top), view)
            for p in passages
        ]
        first = {scored.passage.id: scored for scored in reversed(raised)}
        return tuple(scored for scored in raised if first[scored.passage.id] is scored)


def _is_of(passage: Passage, kind: str | None, mode: str | None) -> bool:
    """True when a passage is of a kind, and of a mode, where one is asked for."""
    return (not kind or passage.kind == kind) and (not mode or mode in passage.scope)


def _intent(said: Named) -> str:
    return "definition" if said.is_topic else intent_of(said.text)


def _elapsed(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)

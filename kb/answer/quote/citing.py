"""Which clauses an answer quotes: of the rule that answers, of one as likely, of what contradicts it, of what the engine decides by."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache

from kb.answer.case import SILENT, Case, Side
from kb.answer.question.intent import contrasted, listed, may_list
from kb.answer.question.query import Named
from kb.answer.quote.selection import Quoter
from kb.answer.ruling.from_question import Ruling
from kb.answer.table.notes import noted
from kb.answer.values import Cell, Clause
from kb.answer.verdict.by_questions import Verdict
from kb.model import Kind
from kb.model.clauses import provision_of, unit_of
from kb.search import Found, Searcher
from kb.store import KnowledgeBase, Passage, Proof, View

# Among how many rules the table of the one that answers best answers nearly as well.
_NEAR = 3
# From what likelihood of another rule, against that of the first, it is quoted too: where a verdict is given, and where none is.
LIKELY, _POSSIBLE = 1 / 2, 1 / 5
# Of how many of the things that may be used at a moment the rule is quoted.
_USABLE = 4


class Citer:
    """Quotes the rules of a base for the questions that they answer."""

    def __init__(self, base: KnowledgeBase, searcher: Searcher) -> None:
        """Read nothing yet."""
        self._base, self._searcher = base, searcher
        self._quoter = cache(lambda work: Quoter(base, searcher.analyzer(work)))

    def is_noted(self, case: Case) -> bool:
        """True when a row that a question reads calls a note."""
        return case.read is not None and self._quoter(case.found.work).is_noted(case.read)

    def cited(self, case: Case, verdict: Verdict | None) -> tuple[tuple[Clause, ...], Cell | None]:
        """The clauses of an answer, in the order in which they are needed, each once, and the cell of the table that it reads."""
        said, found, best, ruling = case.said, case.found, case.best, case.ruling
        read = case.read if best is case.passages[0].passage else None
        quoter = self._quoter(found.work)
        weights = found.rarities
        quotes: list[Clause] = []
        if ruling.usable:
            keys = self._searcher.analyzer(found.work).keys(ruling.about)
            held = self._base.passages([proof.id for _title, proof in ruling.usable[:_USABLE]], found.view)
            return tuple(quoter.dated(one, keys) for one in held), None
        if verdict is not None and verdict.rule != best.id:
            quotes += self._giving(verdict, said, found)
        reading = read if read is not None and (read.values or best.kind is Kind.TABLE) else None
        elsewhere = reading is not None and _reads_elsewhere(ruling, best.id, [row.id for row in reading.rows])
        reading = None if elsewhere else reading
        by_rows = reading is not None and (reading.values or reading.named or reading.inverse)
        listing = self._listing(case) if verdict is None and not by_rows and ruling is SILENT else ()
        if listing:
            quotes, reading = [*listing], None
        elif reading is not None:
            quotes += quoter.table(reading)
        elif ruling.value is None:
            own = self._best_of(best, said, found, found.known, verdict.clause if verdict is not None else None)
            # Of a rule that does not give the verdict, one clause.
            quotes += own[:1] if quotes else own
            quotes += () if verdict is not None else self._below(best, said, found)
        if ruling.value is None and not listing:
            quotes += self._rival(best, quotes, said, found, LIKELY if verdict is not None else _POSSIBLE)
        quotes += quoter.against(quotes, weights, found.view)
        quoted = {unit_of(clause.id) for clause in quotes}
        proofs = [proof for proof in ruling.decided_by if unit_of(proof.id) not in quoted]
        # Of the table, the row that is read says more than the whole.
        proofs = [proof for proof in proofs if not (elsewhere and proof.id == best.id)]
        tied = self._pointed_at(proofs, said, found) if ruling.value is not None else {}
        quotes += quoter.proof(proofs, weights, tied, found.view)
        first = {clause.text: clause for clause in reversed(quotes)}
        clauses = [first[text] for text in dict.fromkeys(clause.text for clause in quotes)]
        read_rows = [row.id for row in reading.rows] if reading is not None else ()
        return noted(self._base, clauses, found.view, read_rows), reading.cell if reading is not None else None

    def _listing(self, case: Case) -> tuple[Clause, ...]:
        """The list that a question asks for, of the best rules; that of the best one alone, where a list may be what is asked."""
        asked, quoter = listed(case.said.whole), self._quoter(case.found.work)
        if asked is not None:
            found = quoter.lists.listed([one.passage for one in case.passages[:_NEAR]], asked)
        else:
            found = quoter.lists.enumerated(case.best, case.found.known) if may_list(case.said.whole) else ()
        return tuple(replace(clause, role="defines") for clause in found)

    def sides(self, question: str, work: str, view: View) -> tuple[Side, ...]:
        """The two things of which a question asks what sets them apart; none where the book has no rule for one."""
        sides = tuple(filter(None, (self._side(name, work, view) for name in contrasted(question) or ())))
        return sides if len(sides) > 1 else ()

    def _side(self, name: str, work: str, view: View) -> Side | None:
        """A thing by its name, else by the rule that a search finds whose title it holds, or the table."""
        found, keys = self._searcher.find(name, work, view), self._searcher.analyzer(work).keys
        likely = self._base.passages(found.rules[:1], view)
        titled = [one for one in likely if one.kind is Kind.TABLE or set(keys(one.title)) <= set(found.keys)]
        rules = self._base.passages(self._base.lookup(name, work, view)[:1], view) or titled
        return Side(rules[0], name) if rules else None

    def definition(self, side: Side, view: View) -> tuple[Clause, ...]:
        """The clause that says what a thing is, under the title of its rule: all that an ability does, else what best holds its name."""
        rule, name = side
        found = self._quoter(rule.work).effect(rule)
        if not found:
            asked = self._searcher.find(name, rule.work, view)
            found = self._best_of(rule, Named(name, name, name), asked)[:1]
        return tuple(replace(clause, role="defines", lead=clause.lead or rule.title) for clause in found)

    def _best_of(
        self, rule: Passage, said: Named, found: Found, asked: Collection[str] = (), deciding: str | None = None
    ) -> tuple[Clause, ...]:
        """The clauses of a rule that hold most of what a question asks of it."""
        places = [rule.id, *(child.id for child in self._base.children(rule.id, rule.layer) if child.kind is Kind.STEP)]
        tied = {
            clause: share
            for place in places
            for clause, share in self._searcher.tied(found, said.text, place, rule.layer).items()
        }
        return self._quoter(found.work).rule(rule, found.rarities, asked, deciding, tied)

    def _giving(self, verdict: Verdict, said: Named, found: Found) -> tuple[Clause, ...]:
        """The clauses of the rule that has the verdict, when it is another than the first."""
        rules = self._base.passages([verdict.rule], found.view)
        return next((self._best_of(rule, said, found, (), verdict.clause) for rule in rules), ())

    def _below(self, best: Passage, said: Named, found: Found) -> tuple[Clause, ...]:
        """What holds most of a question of the table below a rule, which answers nearly as well."""
        near = self._base.passages(found.rules[:_NEAR], found.view)
        tables = (one for one in near if one.kind is Kind.TABLE and one.parent == best.id)
        return next((self._best_of(table, said, found) for table in tables), ())

    def _pointed_at(self, proofs: Sequence[Proof], said: Named, found: Found) -> dict[str, float]:
        """How much the written questions point at each clause of the rules that prove a value."""
        proved = self._base.passages([proof.id for proof in proofs], found.view)
        rules = dict.fromkeys((provision_of(passage.id), passage.layer) for passage in proved)
        return {
            clause: share for rule in rules for clause, share in self._searcher.tied(found, said.text, *rule).items()
        }

    def _rival(
        self, best: Passage, quotes: Sequence[Clause], said: Named, found: Found, likely: float
    ) -> tuple[Clause, ...]:
        """The best clause of a rule that is so `likely` to answer as the one quoted."""
        first, quoted = found.first, {provision_of(clause.id) for clause in quotes}
        # What is named comes before what answers best.
        rival = found.rival(likely) if first is not None and best.id == first.row.id else first
        if rival is None or rival.row.id in quoted or len(quoted) > 1:
            return ()
        for rule in self._base.passages([rival.row.id], found.view):
            return self._best_of(rule, said, found, found.known)[:1]
        return ()


def _reads_elsewhere(ruling: Ruling, table: str, rows: Collection[str]) -> bool:
    """True for a value that is read in a table at other rows than those that a question names: at a Strength, its weapon included."""
    read = {proof.id for proof in ruling.decided_by if proof.id.startswith(f"{table}#")} if ruling.value else set()
    return bool(read) and read.isdisjoint(rows)

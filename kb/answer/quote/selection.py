"""What an answer quotes of a rule: the rows that a question names, a short rule whole, else the clauses that hold most of the question."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from types import MappingProxyType

from kb.answer.quote.lists import Lists
from kb.answer.quote.parts import MOST, NAMED, Part, Parts, effect, opens, runs
from kb.answer.table.lookup import Reading
from kb.answer.values import Cell, Clause, Quote
from kb.model import EdgeType, Kind
from kb.model.clauses import unit_of
from kb.search import Analyzer
from kb.store import KnowledgeBase, LinkedNode, Passage, Proof, View

Weights = Mapping[str, float]

_LAYERS: tuple[View, ...] = ("texte", "precis")

# A rule no longer than this is quoted whole, in characters.
_SHORT = 280
# A table longer than this, of several rows, is not quoted whole where some of them hold more of the question.
_LONG, _SEVERAL = 600, 2
# A clause is added for what it alone holds: at least this share of what the first one does.
_WORTH = 0.35
_AGAIN = 0.5
# What the written questions that point at a clause are worth, as a part of all that the question weighs.
_POINTED = 3.5
# What one that decides is worth besides, and how much less the first clause of a rule, which tells what it is about: as such parts too.
_DECIDING, _OPENING = 0.5, 0.5


class Quoter:
    """Chooses what to quote of the rules of a base."""

    def __init__(self, base: KnowledgeBase, analyzer: Analyzer) -> None:
        """Read nothing yet; the analyzer is that of the work."""
        self._base, self._parts = base, Parts(base, analyzer)
        self.lists = Lists(base, self._parts)

    def table(self, read: Reading) -> tuple[Clause, ...]:
        """The rows that a question reads, each with the notes that it calls: those of its name and of the cell asked for."""
        return tuple(clause for row in read.rows for clause in self._row(row, read.cell))

    def is_noted(self, read: Reading) -> bool:
        """True when a row that a question reads calls a note."""
        return any(clause.role == "note" for clause in self.table(read))

    def _row(self, row: Passage, cell: Cell | None) -> list[Clause]:
        notes = self._base.notes(row, {"", cell.column} if cell else None)
        return [
            Clause(row.id, "decides", row.text, self._title(row.parent or "", row.layer)),
            *(Clause(note.id, "note", note.text) for note in notes),
        ]

    def _title(self, identifier: str, layer: View) -> str | None:
        """The title of a table or of a profile, without which its figures are nobody's."""
        held = self._base.passages([identifier], layer)
        return held[0].title or None if held else None

    def rule(
        self,
        passage: Passage,
        weights: Weights,
        asked: Collection[str] = (),
        deciding: str | None = None,
        tied: Weights = MappingProxyType({}),
    ) -> tuple[Clause, ...]:
        """The clauses of a rule that hold most of a question, whose keys weigh as given: the one that holds most first.

        `deciding` is the clause of the précis that decides: it is always quoted, or what says the same in the layer shown, and first unless
        another holds much more. `tied` is how much the written questions point at each clause.
        """
        text = self._base.printed(passage)
        if not text:
            # What is said of a thing that the source has lost is our note.
            return (Clause(passage.id, "note", passage.text),)
        parts = self._parts.of(passage)
        first = [one.id for one in self._base.said_in(deciding, passage.layer)] if deciding is not None else []
        if passage.kind is Kind.TABLE:
            rows = self._rows(passage, asked, weights, tied, [unit_of(clause) for clause in first])
            found = tuple(Clause(row.id, "decides", row.text, passage.title) for row in rows)
            return found or (Clause(passage.id, "decides", text, passage.title),)
        if len(text) <= _SHORT:
            lead = passage.title if passage.kind in NAMED else None
            found = (Clause(passage.id, "decides", text, lead),)
            return self._announced(passage, found, weights, tied)
        chosen = _chosen(parts, weights, tied, [part for part in parts if part.id in first], _OPENING)
        effects = [part for part in parts if opens("effet", part.text)]
        if effects and not {part.unit for part in effects} & {part.unit for part in chosen}:
            # All that it does, where nothing else is asked of it.
            chosen += effects[:1] if chosen else effect(parts)
        cells = self._rest_of_rows(passage, chosen, parts)
        bound = _with_bound([*chosen, *cells, *self.lists.items(passage, chosen)], parts)
        quoted = runs(self.lists.unled(passage, bound, chosen))
        found = tuple(self._parts.clause(passage, run) for run in quoted)
        return self._announced(passage, found, weights, tied) or (Clause(passage.id, "decides", text),)

    def _announced(
        self, passage: Passage, quoted: Sequence[Clause], weights: Weights, tied: Weights
    ) -> tuple[Clause, ...]:
        """What is quoted of a rule, then what it announces, in order, each thing with the clauses below that hold most of the question.

        One thing alone, led by the words that announce it, where it has them all and the written questions point there, not at the rule.
        """
        below = self.lists.announced(passage, quoted)
        parts = [part for child, _first in below for part in self._parts.of(child)]
        best = _chosen([replace(part, place=place) for place, part in enumerate(parts)], weights, tied)
        taken = {part.id for part in best}
        deciding = [
            (child, held)
            for child, _first in below
            if (held := [part for part in self._parts.of(child) if part.id in taken])
        ]
        if len(deciding) == 1 and _pointed(best, tied) > _pointed(self._parts.of(passage), tied):
            lead = next(clause.text for clause in quoted if clause.text.endswith(":"))
            return tuple(
                replace(self._parts.clause(child, run), lead=lead) for child, held in deciding for run in runs(held)
            )
        said = [
            (child, [part for part in self._parts.of(child) if part in first or part.id in taken])
            for child, first in below
        ]
        # Read at once with what announces them.
        clauses = [
            replace(self._parts.clause(child, run), role="defines") for child, held in said for run in runs(held)
        ]
        return (*quoted, *clauses)

    def dated(self, passage: Passage, moment: Collection[str]) -> Clause:
        """The clause of a rule that says most of when it may be used, by the keys of the moment; of two, the first."""
        parts = self._parts.of(passage)
        best = max(parts, key=lambda part: len(part.keys.intersection(moment)), default=None)
        return (
            Clause(best.id, "computes", best.text, passage.title)
            if best is not None
            else Clause(passage.id, "computes", self._base.printed(passage) or passage.text, None)
        )

    def effect(self, passage: Passage) -> tuple[Clause, ...]:
        """All that an ability does, in one clause; nothing for what is none."""
        found = effect(self._parts.of(passage))
        return (self._parts.clause(passage, found),) if found else ()

    def _rows(
        self, table: Passage, asked: Collection[str], weights: Weights, tied: Weights, deciding: Collection[str]
    ) -> list[Passage]:
        """The rows of a table too long to be read in one look that hold most of a question, those that decide first; none if none does."""
        rows = [unit for unit in self._parts.units(table) if unit.kind is Kind.ROW]
        if len(table.text) <= _LONG or len(rows) < _SEVERAL:
            return []
        given = self._base.row_names(table.id)
        names = [[name for _title, label in row.fields[:2] for name in given.get(label, ())] for row in rows]
        held = [self._parts.keys(" ".join((row.text, *others))) for row, others in zip(rows, names, strict=True)]
        everywhere = frozenset.intersection(*held)
        pointed = dict.fromkeys((row.id for row in rows), 0.0)
        for clause, share in tied.items():
            pointed[unit_of(clause)] = pointed.get(unit_of(clause), 0.0) + share
        distinguishing = {key: weight for key, weight in weights.items() if key not in everywhere}
        title, columns = (
            self._parts.keys(table.title),
            self._parts.keys(" ".join(name for row in rows for name, _ in row.fields)),
        )
        said = everywhere.union(title, columns)
        if title.issubset(asked) and not any(key in keys for keys in held for key in asked if key not in said):
            # The table itself is asked for, or a column of it, and none of its rows.
            return []
        parts = [
            Part(row.id, row.id, place, row.text, keys, 1.0)
            for place, (row, keys) in enumerate(zip(rows, held, strict=True))
        ]
        chosen = _chosen(parts, distinguishing, pointed, [part for part in parts if part.id in deciding])
        return [rows[part.place] for part in chosen]

    def against(self, quotes: Sequence[Clause], weights: Weights, view: View) -> Iterator[Clause]:
        """What contradicts the very words quoted, by its best clauses: neither side is kept silent."""
        places = {unit_of(clause.id) for clause in quotes if clause.role == "decides"}
        # A rule that is quoted whole may be contradicted in any of its units.
        whole = [place for place in places if "#" not in place]
        places |= {unit.id for place in self._base.passages(whole, view) for unit in self._parts.units(place)}
        near = sorted(place for place in places if place in self._base.contradicted(place.partition("/")[0]))
        edges = {
            edge.id: edge
            for incoming in ((False, True) if near else ())
            for edge in self._base.edges(*near, incoming=incoming, view=view)
            if edge.type == EdgeType.CONTRADICTS and is_quoted(self._base, edge, quotes)
        }
        for other in self._base.passages(list(edges), view):
            edge = edges[other.id]
            said = self._base.clashing(edge.far_clause, other.layer, edge.far_texte)
            clashing = self.rule(other, weights)[:1] if said is None else (Clause(said.id, "decides", said.text),)
            yield from (replace(clause, role="contradicts") for clause in clashing)

    def proof(self, proofs: Iterable[Proof], weights: Weights, tied: Weights, view: View) -> Iterator[Clause]:
        """The rules by which the engine decides, each as it was given or, where it is long, by its best clauses."""
        for proof in proofs:
            held = self._base.passages([proof.id], view) if len(proof.quote) > _SHORT else []
            # A cell of a row says nothing without what the row is of.
            rules = (passage for passage in held if passage.kind is not Kind.ROW)
            best = [clause for passage in rules for clause in self.rule(passage, weights, tied=tied)]
            yield from (
                replace(clause, role="computes") for clause in best or [Clause(proof.id, "computes", proof.quote)]
            )

    def _rest_of_rows(self, passage: Passage, chosen: Sequence[Part], parts: Sequence[Part]) -> list[Part]:
        """The other cells of each row of which a cell is chosen: one alone says nothing of what it is in."""
        taken = {part.unit for part in chosen}
        rows = {unit.id for unit in self._parts.units(passage) if unit.kind is Kind.ROW and unit.id in taken}
        return [part for part in parts if part.unit in rows and part not in chosen]


def is_quoted(base: KnowledgeBase, edge: LinkedNode, quotes: Sequence[Clause | Quote]) -> bool:
    """True when the near clause of two that clash is quoted, in either layer; when the edge says none too."""
    said = [one.text for layer in _LAYERS for one in base.said_in(edge.near_clause, layer, edge.near_texte)]
    return not said or any(text in quote.text for text in said for quote in quotes)


def _pointed(parts: Iterable[Part], tied: Weights) -> float:
    """How much the written questions point at one of some clauses, at most."""
    return max((tied.get(part.id, 0.0) for part in parts), default=0.0)


def _chosen(
    parts: Sequence[Part], weights: Weights, tied: Weights, first: Sequence[Part] = (), opening: float = 0.0
) -> list[Part]:
    """The best part and those that decide, the best of these first, then what adds to them; the first of all is worth so much less."""
    left, whole = dict(weights), fsum(weights.values())
    held = [part.keys & left.keys() for part in parts]

    def gain(part: Part) -> float:
        said = fsum(left[key] for key in held[part.place])
        return part.worth * (said + _POINTED * whole * tied.get(part.id, 0.0))

    def merit(part: Part) -> tuple[float, int]:
        decides = _DECIDING * (part in first)
        return gain(part) + whole * (decides - opening * (part.place == 0)), -part.place

    chosen = [part for part in sorted(parts, key=merit, reverse=True)[:1] if part in first or gain(part) > 0]
    chosen += [part for part in first if part not in chosen]
    least = _WORTH * max(map(gain, chosen), default=0.0)
    for part in chosen:
        for key in held[part.place]:
            left[key] *= _AGAIN
    size = sum(len(part.text) for part in chosen)
    rest = [part for part in parts if part not in chosen]
    while chosen and (rest := [part for part in rest if size + len(part.text) <= MOST]):
        best = max(rest, key=lambda part: (gain(part), -part.place))
        if gain(best) <= least:
            break
        chosen.append(best)
        rest.remove(best)
        size += len(best.text)
        for key in held[best.place]:
            left[key] *= _AGAIN
    return chosen


def _with_bound(chosen: Sequence[Part], parts: Sequence[Part]) -> list[Part]:
    """The parts chosen, with what each takes up from the clause before it, what the one after it restricts, and what a throw comes to."""
    bound = dict.fromkeys(part.place for part in chosen)

    def adjoins(place: int) -> bool:
        return 0 <= place < len(parts) and parts[place].unit == part.unit

    for part in chosen:
        first = last = part.place
        if adjoins(first - 1) and any(opens(name, part.text) for name in ("reprise", "restriction", "issue")):
            first -= 1
        while first < part.place and adjoins(first - 1) and opens("issue", parts[first].text):
            first -= 1
        while adjoins(last + 1) and opens("issue", parts[last + 1].text):
            last += 1
        if last == part.place and adjoins(last + 1) and opens("restriction", parts[last + 1].text):
            last += 1
        bound |= dict.fromkeys(range(first, last + 1))
    return [parts[place] for place in bound]

"""What an answer quotes of a rule: the rows that a question names, a short rule whole, else the clauses that hold most of the question."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, groupby
from math import fsum
from types import MappingProxyType

from kb.answer.table.lookup import Reading
from kb.answer.values import Cell, Clause, Quote
from kb.model import EdgeType, Kind
from kb.model.clauses import Clause as ClauseOfUnit
from kb.model.clauses import unit_of
from kb.model.words import fold
from kb.search import Analyzer
from kb.store import KnowledgeBase, LinkedNode, Passage, Proof, View
from kb.system.data import motifs

Weights = Mapping[str, float]

# Of how many rules the parts are kept.
_KEPT = 1024
_LAYERS: tuple[View, ...] = ("texte", "precis")

# What holds figures under its name.
_NAMED = frozenset({Kind.TABLE, Kind.PROFILE})
# How an item of a list is set, and how many clauses before a list may say of what it is; what a rule that it is below lists.
_ITEMS, _ANNOUNCING = frozenset({"bullet", "nested"}), 3
_THINGS = frozenset({Kind.ABILITY, Kind.DEFINITION, Kind.KEYWORD, Kind.RULE, Kind.SECTION})
# A rule no longer than this is quoted whole; of a longer one, clauses as far as that. In characters.
_SHORT, _MOST = 280, 520
# A table longer than this, of several rows, is not quoted whole where some of them hold more of the question.
_LONG, _SEVERAL = 600, 2
# A table no longer than this is a list of its rows.
_TABLE = 900
# A clause is added for what it alone holds: at least this share of what the first one does.
_WORTH = 0.35
_AGAIN = 0.5
# What the written questions that point at a clause are worth, as a part of all that the question weighs.
_POINTED = 3.5
# A line that only says what kind of thing it is (« Moment : … ») is worth that much less.
_LABEL = 0.5


@dataclass(frozen=True, slots=True)
class _Part:
    """A clause of a rule: its id and that of its unit, its place in the rule, what it holds."""

    id: str
    unit: str
    place: int
    text: str
    keys: frozenset[str]
    worth: float


class Quoter:
    """Chooses what to quote of the rules of a base."""

    def __init__(self, base: KnowledgeBase, analyzer: Analyzer) -> None:
        """Read nothing yet; the analyzer is that of the work."""
        self._base, self._analyzer = base, analyzer
        self._keys = cache(lambda text: frozenset(analyzer.keys(text)))
        # Of a rule by its id and layer, its units by their ids with what leads each that is an item; of a passage, its clauses.
        self._led = lru_cache(_KEPT)(self._led_of)
        self._parts = lru_cache(_KEPT)(self._parts_of)

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

        `deciding` is the clause of the précis that decides: before
        all others it is quoted, or what says the same in the layer shown. `tied` is how much the written questions point at each clause.
        """
        text = self._printed(passage)
        if not text:
            # What is said of a thing that the source has lost is our note.
            return (Clause(passage.id, "note", passage.text),)
        parts = self._parts(passage)
        first = [one.id for one in self._base.said_in(deciding, passage.layer)] if deciding is not None else []
        if passage.kind is Kind.TABLE:
            rows = self._rows(passage, asked, weights, tied, [unit_of(clause) for clause in first])
            found = tuple(Clause(row.id, "decides", row.text, passage.title) for row in rows)
            return found or (Clause(passage.id, "decides", text, passage.title),)
        if len(text) <= _SHORT:
            lead = passage.title if passage.kind in _NAMED else None
            return (Clause(passage.id, "decides", text, lead),)
        chosen = _chosen(parts, weights, tied, [part for part in parts if part.id in first])
        effects = [part for part in parts if _opens("effet", part.text)]
        if effects and not {part.unit for part in effects} & {part.unit for part in chosen}:
            # All that it does, where nothing else is asked of it.
            chosen += effects[:1] if chosen else _effect(parts)
        whole = self._rest_of_rows(passage, chosen, parts)
        runs = _runs(_with_bound([*chosen, *whole, *self._items(passage, chosen, parts)], parts))
        return tuple(self._clause(passage, run) for run in runs) or (Clause(passage.id, "decides", text),)

    def listed(self, rules: Sequence[Passage], asked: str) -> tuple[Clause, ...]:
        """The list of what is asked, with what announces it: in the first of some rules, what is below it, or in the others.

        Theirs is the list when its title or the words before it say one of the words of what is asked. Of rules that stand together below
        another, that one too may list them.
        """
        wanted, head = self._keys(asked), self._keys(asked.partition(" ")[0])
        above = Counter(rule.parent for rule in rules if rule.parent)
        shared = [parent for parent, count in above.items() if count >= _SEVERAL]
        for rule in (
            *rules[:1],
            *(held for parent in shared for held in self._base.passages([parent], rules[0].layer)),
        ):
            if found := self.enumerated(rule, wanted) or self._things(rule, wanted, head):
                return found
        below = [child for rule in rules[:1] for child in self._base.children(rule.id, rule.layer)]
        named = [child for child in below if self._keys(child.title) >= wanted]
        lists = (
            *(self._things(child, wanted, head) for child in named),
            *(self.enumerated(rule, wanted) for rule in (*below, *rules[1:])),
        )
        return next(filter(None, lists), ())

    def _things(self, rule: Passage, wanted: frozenset[str], head: frozenset[str]) -> tuple[Clause, ...]:
        """What stands below a rule whose name holds the `head` of what is asked, or most of it is of that: the first clause of each."""
        below = self._base.children(rule.id, rule.layer)
        within = [*below, *(deeper for child in below for deeper in self._base.children(child.id, rule.layer))]
        # Abilities may be sorted below a rule: « Ordres » has those of each phase.
        abilities = [child for child in within if child.kind is Kind.ABILITY]
        below = abilities if len(abilities) >= _SEVERAL else [child for child in below if child.kind in _THINGS]
        firsts = [(child, self._parts(child)[:1]) for child in below if child.title != rule.title]
        things = [(child, first) for child, first in firsts if first]
        of_it = sum(not wanted.isdisjoint(self._keys(child.title) | first[0].keys) for child, first in things)
        if len(things) < _SEVERAL or not (head & self._keys(rule.title) or len(things) <= 2 * of_it):
            return ()
        return tuple(replace(self._clause(child, first), lead=child.title) for child, first in things)

    def enumerated(self, rule: Passage, wanted: Collection[str]) -> tuple[Clause, ...]:
        """The first list of a rule that is of what is asked, after the clause that announces it; a table that is read in one look."""
        if rule.kind is Kind.TABLE and len(rule.text) <= _TABLE:
            return (Clause(rule.id, "decides", rule.text, rule.title),)
        title, parts = self._keys(rule.title), self._parts(rule)
        forms = {unit.id: unit.form for unit in self._units(rule) if unit.kind is not Kind.EXAMPLE}
        before: list[_Part] = []
        for is_list, held in groupby(parts, key=lambda part: forms.get(part.unit) in _ITEMS):
            found = [*held]
            said = frozenset[str]().union(title, *(part.keys for part in before[-_ANNOUNCING:]))
            if is_list and len({part.unit for part in found}) >= _SEVERAL and not said.isdisjoint(wanted):
                announcing = [part for part in before if _announces(part.text)] or before
                return tuple(self._clause(rule, run) for run in _runs([*announcing[-1:], *_as_far(found)]))
            before = found
        return ()

    def dated(self, passage: Passage, moment: Collection[str]) -> Clause:
        """The clause of a rule that says most of when it may be used, by the keys of the moment; of two, the first."""
        parts = self._parts(passage)
        best = max(parts, key=lambda part: len(part.keys.intersection(moment)), default=None)
        return (
            Clause(best.id, "computes", best.text, passage.title)
            if best is not None
            else Clause(passage.id, "computes", passage.text, None)
        )

    def effect(self, passage: Passage) -> tuple[Clause, ...]:
        """All that an ability does, in one clause; nothing for what is none."""
        effect = _effect(self._parts(passage))
        return (self._clause(passage, effect),) if effect else ()

    def _rows(
        self, table: Passage, asked: Collection[str], weights: Weights, tied: Weights, deciding: Collection[str]
    ) -> list[Passage]:
        """The rows of a table too long to be read in one look that hold most of a question, those that decide first; none if none does."""
        rows = [unit for unit in self._units(table) if unit.kind is Kind.ROW]
        if len(table.text) <= _LONG or len(rows) < _SEVERAL:
            return []
        given = self._base.row_names(table.id)
        names = [[name for _title, label in row.fields[:2] for name in given.get(label, ())] for row in rows]
        held = [self._keys(" ".join((row.text, *others))) for row, others in zip(rows, names, strict=True)]
        everywhere = frozenset.intersection(*held)
        pointed = dict.fromkeys((row.id for row in rows), 0.0)
        for clause, share in tied.items():
            pointed[unit_of(clause)] = pointed.get(unit_of(clause), 0.0) + share
        distinguishing = {key: weight for key, weight in weights.items() if key not in everywhere}
        title, columns = self._keys(table.title), self._keys(" ".join(name for row in rows for name, _ in row.fields))
        said = everywhere.union(title, columns)
        if title.issubset(asked) and not any(key in keys for keys in held for key in asked if key not in said):
            # The table itself is asked for, or a column of it, and none of its rows.
            return []
        parts = [
            _Part(row.id, row.id, place, row.text, keys, 1.0)
            for place, (row, keys) in enumerate(zip(rows, held, strict=True))
        ]
        chosen = _chosen(parts, distinguishing, pointed, [part for part in parts if part.id in deciding])
        return [rows[part.place] for part in chosen]

    def against(self, quotes: Sequence[Clause], weights: Weights, view: View) -> Iterator[Clause]:
        """What contradicts the very words quoted, by its best clauses: neither side is kept silent."""
        places = {unit_of(clause.id) for clause in quotes if clause.role == "decides"}
        # A rule that is quoted whole may be contradicted in any of its units.
        whole = [place for place in places if "#" not in place]
        places |= {unit.id for place in self._base.passages(whole, view) for unit in self._units(place)}
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

    def _clause(self, passage: Passage, run: Sequence[_Part]) -> Clause:
        """Clauses that follow one another in a unit, as one; a bullet has the words that lead its list."""
        unit, lead = self._led(passage.id, passage.layer).get(run[0].unit, (passage, None))
        needed = lead.text if lead is not None else passage.title if passage.kind in _NAMED else None
        start = unit.text.find(run[0].text)
        text = unit.text[start : unit.text.find(run[-1].text, start) + len(run[-1].text)]
        return Clause(run[0].id if len(run) == 1 else run[0].unit, "decides", text, needed)

    def _rest_of_rows(self, passage: Passage, chosen: Sequence[_Part], parts: Sequence[_Part]) -> list[_Part]:
        """The other cells of each row of which a cell is chosen: one alone says nothing of what it is in."""
        taken = {part.unit for part in chosen}
        rows = {unit.id for unit in self._units(passage) if unit.kind is Kind.ROW and unit.id in taken}
        return [part for part in parts if part.unit in rows and part not in chosen]

    def _items(self, passage: Passage, chosen: Sequence[_Part], parts: Sequence[_Part]) -> list[_Part]:
        """The items of each list of which the words that lead it alone are chosen, as far as they are read in one look."""
        leads = {unit.id: lead.id for unit, lead in self._led(passage.id, passage.layer).values() if lead is not None}
        taken = {part.unit for part in chosen}
        found: list[_Part] = []
        for leading in dict.fromkeys(part.id for part in chosen if part.id in leads.values()):
            items = [part for part in parts if leads.get(part.unit) == leading]
            if taken.isdisjoint(item.unit for item in items) and sum(len(item.text) for item in items) <= _MOST:
                found += items
        return found

    def _units(self, passage: Passage) -> list[Passage]:
        return [unit for unit, _lead in self._led(passage.id, passage.layer).values()]

    def _led_of(self, identifier: str, layer: View) -> dict[str, tuple[Passage, ClauseOfUnit | None]]:
        return {one.id: (one, self._base.lead(one)) for one in self._base.children(identifier, layer, units=True)}

    def _printed(self, passage: Passage) -> str:
        """The text of a passage as far as the first note of something that its source has lost."""
        lost = (passage.text.find(unit.text) for unit in self._units(passage) if unit.subkind == "absent")
        end = min((start for start in lost if start >= 0), default=None)
        return passage.text if end is None else passage.text[:end].rpartition("\n")[0].strip()

    def _parts_of(self, passage: Passage) -> list[_Part]:
        units = [unit for unit in self._units(passage) if unit.subkind != "absent" and unit.kind is not Kind.NOTE]
        places = [passage, *units] if passage.own or not units else units
        found = [(unit.id, clause) for unit in places for clause in self._base.clauses(unit)]
        return [
            _Part(one.id, unit, place, one.text, self._distinctive(one.text, passage.title), _worth(one.text))
            for place, (unit, one) in enumerate(found)
        ]

    def _distinctive(self, text: str, title: str) -> frozenset[str]:
        """The keys of a clause; a line that only says what sort of thing it is tells nothing by the name of the thing."""
        return self._keys(text) - self._keys(title) if _opens("etiquette", text) else self._keys(text)


def is_quoted(base: KnowledgeBase, edge: LinkedNode, quotes: Sequence[Clause | Quote]) -> bool:
    """True when the near clause of two that clash is quoted, in either layer; when the edge says none too."""
    said = [one.text for layer in _LAYERS for one in base.said_in(edge.near_clause, layer, edge.near_texte)]
    return not said or any(text in quote.text for text in said for quote in quotes)


def _worth(text: str) -> float:
    return _LABEL if _opens("etiquette", text) or _opens("exemple", text) else 1.0


def _chosen(parts: Sequence[_Part], weights: Weights, tied: Weights, first: Sequence[_Part] = ()) -> list[_Part]:
    """The first parts, or the best one, then what adds to them, in reading order after it."""
    left, chosen = dict(weights), list(first)
    size = sum(len(part.text) for part in first)
    pointed = _POINTED * fsum(weights.values())
    held = [part.keys & left.keys() for part in parts]

    def gain(part: _Part) -> float:
        return part.worth * (fsum(left[key] for key in held[part.place]) + pointed * tied.get(part.id, 0.0))

    least = _WORTH * max(map(gain, first), default=0.0)
    for part in first:
        for key in held[part.place]:
            left[key] *= _AGAIN
    rest = [part for part in parts if part not in first]
    while rest := [part for part in rest if not chosen or size + len(part.text) <= _MOST]:
        best = max(rest, key=lambda part: (gain(part), -part.place))
        if gain(best) <= least:
            break
        least = least or _WORTH * gain(best)
        chosen.append(best)
        rest.remove(best)
        size += len(best.text)
        for key in held[best.place]:
            left[key] *= _AGAIN
    return chosen


def _announces(text: str) -> bool:
    """True for a clause that says that a list follows."""
    return text.endswith(":") or motifs("phrases", "annonce").search(fold(text)) is not None


def _as_far(items: Sequence[_Part]) -> list[_Part]:
    """The items of a list, each whole where all are read in one look, else each by its first clause."""
    if sum(len(part.text) for part in items) <= _MOST:
        return [*items]
    return [*{part.unit: part for part in reversed(items)}.values()][::-1]


def _effect(parts: Sequence[_Part]) -> list[_Part]:
    """What an ability does, as far as it is read in one look."""
    units = [part.unit for part in parts if _opens("effet", part.text)]
    held = [part for part in parts if part.unit in units[:1]]
    sizes = accumulate(len(part.text) for part in held)
    return [part for part, size in zip(held, sizes, strict=True) if size <= _MOST] or held[:1]


def _with_bound(chosen: Sequence[_Part], parts: Sequence[_Part]) -> list[_Part]:
    """The parts chosen, with what each takes up from the clause before it, what the one after it restricts, and what a throw comes to."""
    bound = dict.fromkeys(part.place for part in chosen)

    def adjoins(place: int) -> bool:
        return 0 <= place < len(parts) and parts[place].unit == part.unit

    for part in chosen:
        first = last = part.place
        if adjoins(first - 1) and any(_opens(name, part.text) for name in ("reprise", "restriction", "issue")):
            first -= 1
        while first < part.place and adjoins(first - 1) and _opens("issue", parts[first].text):
            first -= 1
        while adjoins(last + 1) and _opens("issue", parts[last + 1].text):
            last += 1
        if last == part.place and adjoins(last + 1) and _opens("restriction", parts[last + 1].text):
            last += 1
        bound |= dict.fromkeys(range(first, last + 1))
    return [parts[place] for place in bound]


def _opens(name: str, text: str) -> bool:
    return motifs("phrases", name).match(fold(text)) is not None


def _runs(chosen: Sequence[_Part]) -> list[list[_Part]]:
    """The parts that follow one another in a unit together, in order; the run of the first part comes first."""
    runs: list[list[_Part]] = []
    for part in sorted(chosen, key=lambda part: part.place):
        last = runs[-1][-1] if runs else None
        if last is not None and last.unit == part.unit and last.place + 1 == part.place:
            runs[-1].append(part)
        else:
            runs.append([part])
    return sorted(runs, key=lambda run: chosen[0] not in run)

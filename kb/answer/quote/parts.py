"""What a rule is made of, for who chooses what to quote of it: its clauses in order, and what leads those that are items of a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate

from kb.answer.values import Clause
from kb.model import Kind
from kb.model.clauses import Clause as ClauseOfUnit
from kb.model.words import fold
from kb.search import Analyzer
from kb.store import KnowledgeBase, Passage, View
from kb.system.data import motifs

# Of how many rules the parts are kept.
_KEPT = 1024
# A line that only says what kind of thing it is (« Moment : … ») is worth that much less.
_LABEL = 0.5

# What holds figures under its name.
NAMED = frozenset({Kind.TABLE, Kind.PROFILE})
# What is read in one look, in characters.
MOST = 520


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of a rule: its id and that of its unit, its place in the rule, what it holds."""

    id: str
    unit: str
    place: int
    text: str
    keys: frozenset[str]
    worth: float


class Parts:
    """The parts of the rules of a base."""

    def __init__(self, base: KnowledgeBase, analyzer: Analyzer) -> None:
        """Read nothing yet; the analyzer is that of the work."""
        self._base = base
        self.keys = cache(lambda text: frozenset(analyzer.keys(text)))
        # Of a rule by its id and layer, its units by their ids with what leads each that is an item; of a passage, its clauses.
        self._led = lru_cache(_KEPT)(self._led_of)
        self.of = lru_cache(_KEPT)(self._parts_of)

    def led(self, passage: Passage) -> Mapping[str, tuple[Passage, ClauseOfUnit | None]]:
        """The units of a rule by their ids, each with the clause that leads it where it is an item of a list."""
        return self._led(passage.id, passage.layer)

    def units(self, passage: Passage) -> list[Passage]:
        """The units of a rule, in order."""
        return [unit for unit, _lead in self.led(passage).values()]

    def clause(self, passage: Passage, run: Sequence[Part]) -> Clause:
        """Clauses that follow one another in a unit, as one; a bullet has the words that lead its list."""
        unit, lead = self.led(passage).get(run[0].unit, (passage, None))
        needed = lead.text if lead is not None else passage.title if passage.kind in NAMED else None
        start = unit.text.find(run[0].text)
        text = unit.text[start : unit.text.find(run[-1].text, start) + len(run[-1].text)]
        return Clause(run[0].id if len(run) == 1 else run[0].unit, "decides", text, needed)

    def _led_of(self, identifier: str, layer: View) -> dict[str, tuple[Passage, ClauseOfUnit | None]]:
        return {one.id: (one, self._base.lead(one)) for one in self._base.children(identifier, layer, units=True)}

    def _parts_of(self, passage: Passage) -> list[Part]:
        units = [unit for unit in self.units(passage) if not self._base.is_ours(unit) and unit.kind is not Kind.NOTE]
        places = [passage, *units] if passage.own or not units else units
        found = [(unit.id, clause) for unit in places for clause in self._base.clauses(unit)]
        return [
            Part(one.id, unit, place, one.text, self._distinctive(one.text, passage.title), _worth(one.text))
            for place, (unit, one) in enumerate(found)
        ]

    def _distinctive(self, text: str, title: str) -> frozenset[str]:
        """The keys of a clause; a line that only says what sort of thing it is tells nothing by the name of the thing."""
        return self.keys(text) - self.keys(title) if opens("etiquette", text) else self.keys(text)


def _worth(text: str) -> float:
    return _LABEL if opens("etiquette", text) or opens("exemple", text) else 1.0


def opens(name: str, text: str) -> bool:
    """True for a clause that opens by one of the phrases of a name."""
    return motifs("phrases", name).match(fold(text)) is not None


def effect(parts: Sequence[Part]) -> list[Part]:
    """What an ability does, as far as it is read in one look."""
    units = [part.unit for part in parts if opens("effet", part.text)]
    held = [part for part in parts if part.unit in units[:1]]
    sizes = accumulate(len(part.text) for part in held)
    return [part for part, size in zip(held, sizes, strict=True) if size <= MOST] or held[:1]


def runs(chosen: Sequence[Part]) -> list[list[Part]]:
    """The parts that follow one another in a unit together, in order; the run of the first part comes first."""
    found: list[list[Part]] = []
    for part in sorted(chosen, key=lambda part: part.place):
        last = found[-1][-1] if found else None
        if last is not None and last.unit == part.unit and last.place + 1 == part.place:
            found[-1].append(part)
        else:
            found.append([part])
    return sorted(found, key=lambda run: chosen[0] not in run)

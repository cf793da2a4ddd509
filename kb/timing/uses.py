"""Everything usable in a game: what the work declares, abilities by their timing line, and what the timeline cites at its steps."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.model import Kind, Moment
from kb.model.clauses import provision_of
from kb.model.words import stems, title_key
from kb.store import Passage, WindowRow
from kb.timing.tree import PERIODS, Timeline

_POWERS = frozenset({Kind.ABILITY, Kind.KEYWORD})
_RULES = frozenset({Kind.RULE, Kind.DEFINITION})
_ALLOWED = re.compile(r"\b(?:peut|peuvent|pouvez|pourra|pourront|au choix|choisit|choisissez)\b")
_IMPOSED = re.compile(r"\b(?:doit|doivent|devez|obligatoire\w*)\b")
_OTHER = {"active": "opponent", "opponent": "active"}


@dataclass(frozen=True, slots=True)
class Use:
    """Something usable: where it comes from, at which moment, whose it is there (active, opponent, both), and how its timing is bound.

    `declared` when the work's editor named its moments; `quoted` holds the words that say when, empty when they are ours.
    """

    identifier: str
    title: str
    moment: str
    owner: str
    timing: str
    frequency: str | None
    edge: str = ""
    declared: bool = False
    quoted: str = ""


class Uses:
    """The sources of what is usable in one game, read once."""

    def __init__(self, timeline: Timeline) -> None:
        """Read what is declared, the timing lines, and the provisions that moments cite or that have a line, with those above them."""
        self.timeline, base, view = timeline, timeline.base, timeline.view
        self.usages = base.usages(timeline.work)
        self.declared = {provision_of(identifier) for identifier, _usage in self.usages}
        rows = base.windows(timeline.work, view, role="usable")
        self.lines = {row.id: row for row in rows if row.id not in self.declared}
        cited = {cite for node in timeline.walk() for cite in timeline.cites(node.moment)}
        self.cited = {provision_of(cite) for cite in cited}
        known = base.passages(sorted({*cited, *self.cited, *self.lines}), view)
        above = base.passages(sorted({one.parent for one in known if one.parent}), view)
        self.passages = {passage.id: passage for passage in (*known, *above)}

    def all(self) -> Iterator[Use]:
        """Each thing usable, once a moment; what is declared of a provision stands for all that is known of it."""
        yield from self._declared()
        yield from self._lined()
        for node in self.timeline.walk():
            if node.moment.kind not in PERIODS:
                yield from self._cited(node.moment)

    def _declared(self) -> Iterator[Use]:
        for identifier, usage in self.usages:
            frequency = usage.kind if usage.kind != "libre" else usage.frequency or None
            for moment in usage.moments:
                if moment in self.timeline.nodes:
                    yield Use(identifier, usage.title, moment, usage.owner, usage.timing, frequency, declared=True)

    def _lined(self) -> Iterator[Use]:
        """Abilities whose timing line names a moment; those that answer an event stand where the timeline cites them, if it does."""
        for row in self.lines.values():
            if row.timeline in self.timeline.nodes and not (_answers(row) and row.id in self.cited):
                owner = ("both" if row.whose == "any" else row.whose) if row.moment else self._side(row.timeline, row)
                title, often = self.passages[row.id].title, row.frequency or None
                yield Use(row.id, title, row.timeline, owner, row.printed, often, row.edge, quoted=row.printed)

    def _cited(self, moment: Moment) -> Iterator[Use]:
        """What a moment cites as usable then: abilities, reactions, rules that let one side do something."""
        for identifier in self.timeline.cites(moment):
            rule, line = self.passages.get(provision_of(identifier)), self.lines.get(provision_of(identifier))
            if rule is None or self.declared & {rule.id, rule.parent} or (line is not None and not _answers(line)):
                continue
            cited = self.passages.get(identifier, rule)
            use = self._reaction(moment, rule, line) if line else self._power(moment, rule, cited)
            if use is not None:
                yield use

    def _reaction(self, moment: Moment, rule: Passage, line: WindowRow) -> Use:
        """A reaction or a passive ability, at a step where it answers."""
        passive = line.edge == "passive"
        owner = "both" if passive else self._side(moment.id.rpartition("/")[0], line)
        frequency = "passif" if passive else line.frequency or None
        return Use(rule.id, rule.title, moment.id, owner, line.printed, frequency, quoted=line.printed)

    def _side(self, event: str, line: WindowRow) -> str:
        """Whose an ability is that answers an event: of the side that acts in it, or of the other, as its timing line says."""
        acting = self.timeline.nodes[event].moment.who
        if acting not in _OTHER or line.whose == "any":
            return "both"
        return acting if line.whose == "active" else _OTHER[acting]

    def _power(self, moment: Moment, rule: Passage, cited: Passage) -> Use | None:
        """An ability, a keyword or a part of one; or a rule of the moment's own name that lets its side act. None for what only orders."""
        text = cited.own or cited.text
        owner = moment.who if moment.who in _OTHER else "both"
        above = self.passages.get(rule.parent or "")
        if rule.kind in _POWERS or (rule.kind in _RULES and above is not None and above.kind in _POWERS):
            return Use(cited.id, rule.title, moment.id, owner, moment.title, _obligation(text))
        opens = moment.kind == "step" and moment.who in _OTHER and rule.kind in _RULES
        if opens and _ALLOWED.search(text) and not _stems(moment.title).isdisjoint(_stems(rule.title)):
            return Use(cited.id, rule.title, moment.id, owner, moment.title, None)
        return None


def _answers(row: WindowRow) -> bool:
    return row.edge in {"reaction", "passive"}


def _stems(title: str) -> frozenset[str]:
    """What is compared of two titles: a rule of another name is cited by a moment for what else it says."""
    return stems(title_key(title).split())


def _obligation(text: str) -> str | None:
    """`None` for what one may do, `obligatoire` for what one must, `passif` for what happens by itself."""
    if _ALLOWED.search(text):
        return None
    return "obligatoire" if _IMPOSED.search(text) else "passif"

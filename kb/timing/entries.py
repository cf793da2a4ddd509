"""Everything usable in a game: what the work declares, abilities by their timing line, and what the timeline cites at its steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.model import Kind, Moment
from kb.model.words import title_key
from kb.store import Passage, WindowRow
from kb.timing.tree import PERIODS, Timeline

# Words no longer than this tell nothing of a title; the beginning of the others is what is compared.
_SHORT = 3
_STEM = 5
_POWERS = frozenset({Kind.ABILITY, Kind.KEYWORD})
_RULES = frozenset({Kind.RULE, Kind.DEFINITION})
_ALLOWED = re.compile(r"\b(?:peut|peuvent|pouvez|pourra|pourront|au choix|choisit|choisissez)\b")
_IMPOSED = re.compile(r"\b(?:doit|doivent|devez|obligatoire\w*)\b")
_OTHER = {"active": "opponent", "opponent": "active"}


@dataclass(frozen=True, slots=True)
class Entry:
    """Something usable: where it comes from, at which moment, whose it is there (active, opponent, both), and how its timing is bound.

    `declared` tells that the work's editor named its moments; `quoted` holds the words that say when, empty when they are ours.
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


class Entries:
    """The sources of what is usable in one game, read once."""

    def __init__(self, timeline: Timeline) -> None:
        """Read them."""
        self.timeline, self.work = timeline, timeline.work
        self.usages = timeline.base.usages(self.work)
        self.declared = {_whole(identifier) for identifier, _usage in self.usages}
        rows = timeline.base.windows(self.work, timeline.view, role="usable")
        self.lines = {row.id: row for row in rows if row.id not in self.declared}
        self.passages = self._read()

    def _read(self) -> Mapping[str, Passage]:
        """The provisions that moments cite or that have a timing line, those that hold them, and those above."""
        cited = {f"{self.work}/{one}" for node in self.timeline.walk() for one in node.moment.cites}
        base, view = self.timeline.base, self.timeline.view
        known = base.passages(sorted(cited | {_whole(one) for one in cited} | set(self.lines)), view)
        above = base.passages(sorted({one.parent for one in known if one.parent}), view)
        return {passage.id: passage for passage in (*known, *above)}

    def all(self) -> Iterator[Entry]:
        """Each thing usable, once a moment; what is declared of a provision stands for all that is known of it."""
        yield from self._declared()
        yield from self._lined()
        for node in self.timeline.walk():
            if node.moment.kind not in PERIODS:
                yield from self._cited(node.moment)

    def _declared(self) -> Iterator[Entry]:
        for identifier, usage in self.usages:
            frequency = usage.kind if usage.kind != "libre" else usage.frequency or None
            for moment in usage.moments:
                yield Entry(identifier, usage.title, moment, usage.owner, usage.timing, frequency, declared=True)

    def _lined(self) -> Iterator[Entry]:
        """Abilities whose timing line names a moment; those that answer an event stand where the timeline cites them, if it does."""
        cited = {_whole(f"{self.work}/{one}") for node in self.timeline.walk() for one in node.moment.cites}
        for row in self.lines.values():
            if row.timeline and not (_answers(row) and row.id in cited):
                owner = ("both" if row.whose == "any" else row.whose) if row.moment else self._side(row.timeline, row)
                frequency = row.frequency or None
                title = self.passages[row.id].title
                yield Entry(row.id, title, row.timeline, owner, row.printed, frequency, row.edge, quoted=row.printed)

    def _cited(self, moment: Moment) -> Iterator[Entry]:
        """What a moment cites as usable then: abilities, reactions, rules that let one side do something."""
        for identifier in (f"{self.work}/{one}" for one in moment.cites):
            whole, cited = self.passages.get(_whole(identifier)), self.passages.get(identifier)
            line = self.lines.get(_whole(identifier))
            if whole is None or self.declared & {whole.id, whole.parent} or (line is not None and not _answers(line)):
                continue
            entry = self._reaction(moment, whole, line) if line else self._power(moment, whole, cited or whole)
            if entry is not None:
                yield entry

    def _reaction(self, moment: Moment, whole: Passage, line: WindowRow) -> Entry:
        """A reaction or a passive ability, at a step where it answers."""
        passive = line.edge == "passive"
        owner = "both" if passive else self._side(moment.id.rpartition("/")[0], line)
        frequency = "passif" if passive else line.frequency or None
        return Entry(whole.id, whole.title, moment.id, owner, line.printed, frequency, quoted=line.printed)

    def _side(self, event: str, line: WindowRow) -> str:
        """Whose an ability is that answers an event: of the side that acts in it, or of the other, as its timing line says."""
        acting = self.timeline.nodes[event].moment.who
        if acting not in _OTHER or line.whose == "any":
            return "both"
        return acting if line.whose == "active" else _OTHER[acting]

    def _power(self, moment: Moment, whole: Passage, cited: Passage) -> Entry | None:
        """An ability, a keyword or a part of one; or a rule of the moment's own name that lets its side act. None for what only orders."""
        said = cited.own or cited.text
        owner = moment.who if moment.who in _OTHER else "both"
        above = self.passages.get(whole.parent or "")
        if whole.kind in _POWERS or (whole.kind in _RULES and above is not None and above.kind in _POWERS):
            return Entry(cited.id, whole.title, moment.id, owner, moment.title, _obligation(said))
        opens = moment.kind == "step" and moment.who in _OTHER and whole.kind in _RULES
        if opens and _ALLOWED.search(said) and _same_matter(moment, whole):
            return Entry(cited.id, whole.title, moment.id, owner, moment.title, None)
        return None


def _whole(identifier: str) -> str:
    return identifier.partition("#")[0]


def _answers(row: WindowRow) -> bool:
    return row.edge in {"reaction", "passive"}


def _same_matter(moment: Moment, rule: Passage) -> bool:
    """True when a moment and a rule are named alike: else the moment cites the rule for what else it says."""
    of_moment, of_rule = (
        {word[:_STEM] for word in title_key(name).split() if len(word) > _SHORT} for name in (moment.title, rule.title)
    )
    return bool(of_moment & of_rule)


def _obligation(said: str) -> str | None:
    """`None` for what one may do, `obligatoire` for what one must, `passif` for what happens by itself."""
    if _ALLOWED.search(said):
        return None
    return "obligatoire" if _IMPOSED.search(said) else "passif"

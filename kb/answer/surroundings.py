"""What surrounds a rule: what follows it, what takes exception to what is quoted of it, what is related; read from the graph."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kb.answer.values import Linked, Step
from kb.model import Kind
from kb.store import KnowledgeBase, LinkedNode, Passage, View

_LIMIT = 8
_EXCEPTIONS = frozenset({"excepts", "overrides", "contradicts"})


def around(
    base: KnowledgeBase, identifier: str, parent: str | None, view: View
) -> tuple[tuple[Linked, ...], tuple[Linked, ...]]:
    """What follows a rule; what it lifts and what is related. A relation of a bullet surrounds the whole rule all the same."""
    outgoing = base.gathered(identifier, view=view)
    incoming = base.gathered(identifier, incoming=True, view=view)
    parents = base.edges(parent, view=view) if parent else []
    follows = [link for kind in ("precedes", "cites") for link in outgoing if link.type == kind]
    near = [replace(link, type=f"{link.type}-it") for link in outgoing if link.type in {"excepts", "overrides"}]
    near += [link for link in (*outgoing, *incoming) if link.type == "restates"]
    near += [link for link in (*outgoing, *parents) if link.type == "related"]
    return _linked(base, follows, view), _linked(base, near, view)


@dataclass(frozen=True, slots=True)
class Clash:
    """What takes exception to a rule, prevails over it or contradicts it, by its words, in the modes that it is of.

    `here` are the clauses that it bears on.
    """

    there: Linked
    here: tuple[str, ...]
    modes: tuple[str, ...]

    def bears_on(self, quote: str) -> bool:
        """True when a clause that it bears on is quoted, or stands in what is; where none is known, it bears on the whole rule."""
        part = f"{quote}{'.' if '#' in quote else '#'}"
        return not self.here or any(clause == quote or clause.startswith(part) for clause in self.here)


def clashes(base: KnowledgeBase, rule: str, view: View) -> tuple[Clash, ...]:
    """What clashes with a rule or its units, the words of the publication where it has some."""
    incoming = base.gathered(rule, incoming=True, view=view)
    against = [link for link in incoming if link.type in _EXCEPTIONS]
    against += [link for link in base.gathered(rule, view=view) if link.type == "contradicts"]
    leads = base.leads([link.id for link in against], view, lost=True)
    own = base.passage(rule, view)
    return tuple(_clash(base, link, leads[link.id], own, view) for link in against if link.id in leads)


def _clash(base: KnowledgeBase, link: LinkedNode, lead: str, own: Passage, view: View) -> Clash:
    layers: tuple[View, ...] = ("precis",) if view == "precis" else ("texte", "precis")
    here = (base.said_in(link.near_clause, layer, link.near_texte) for layer in layers)
    there = (base.clashing(link.far_clause, layer, link.far_texte) for layer in layers)
    words = next((clause.text for clause in there if clause is not None), lead)
    clauses = next(filter(None, here), [])
    other = base.passage(link.id, view)
    # What holds in other modes than the rule is named with the part of the book that they are played by.
    title = link.title if other.scope == own.scope else f"{other.path[0]}, {link.title}"
    return Clash(Linked(link.id, title, words, link.type), tuple(clause.id for clause in clauses), other.scope)


def bearing(found: Iterable[Clash], quoted: Sequence[str], said: str, mode: str | None) -> tuple[Linked, ...]:
    """The first few of what clashes with what is quoted, one an id, in the mode given; what is `said` already is left out."""
    played = (clash for clash in found if mode is None or mode in clash.modes)
    borne = (clash.there for clash in played if any(map(clash.bears_on, quoted)))
    # Of a question of a FAQ and its answer, the answer may be quoted alone.
    shown = (there for there in borne if not any(line and line in said for line in there.text.splitlines()))
    return tuple({there.id: there for there in shown}.values())[:_LIMIT]


def replaced(against: Iterable[Linked], mode: str | None) -> bool:
    """True of a rule in whose place another holds in the mode played: what is concluded from it is not what is played."""
    return mode is not None and any(link.relation == "overrides" for link in against)


def steps_below(base: KnowledgeBase, passage: Passage, view: View) -> tuple[Step, ...]:
    """The steps of a sequence, in order: those of the rule itself, or of the sequence that it is a step of."""
    whole = passage.parent if passage.kind is Kind.STEP and passage.parent else passage.id
    found = [child for child in base.children(whole, view) if child.kind is Kind.STEP]
    said = [child.own or base.printed(child) or child.title for child in found]
    return tuple(Step(place, words, child.id) for place, (words, child) in enumerate(zip(said, found, strict=True), 1))


def _linked(base: KnowledgeBase, links: Iterable[LinkedNode], view: View) -> tuple[Linked, ...]:
    """The first few, one an id, with what each says first."""
    first = list({link.id: link for link in links}.values())[:_LIMIT]
    leads = base.leads([link.id for link in first], view, lost=True)
    return tuple(Linked(link.id, link.title, leads[link.id], link.type) for link in first if link.id in leads)

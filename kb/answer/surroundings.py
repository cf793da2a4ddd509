"""What surrounds a rule: what follows it, what takes exception to it, what is related; read from the graph."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kb.answer.values import Linked, Step
from kb.model import Kind
from kb.store import KnowledgeBase, LinkedNode, Passage, View

_LIMIT = 8
_EXCEPTIONS = frozenset({"excepts", "overrides", "contradicts"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What follows; what takes exception to the rule, prevails over it or contradicts it; what it lifts and what is related."""

    consequences: tuple[Linked, ...] = ()
    exceptions: tuple[Linked, ...] = ()
    related: tuple[Linked, ...] = ()


def around(base: KnowledgeBase, identifier: str, parent: str | None, view: View) -> Surroundings:
    """The surroundings of a rule. A relation may stand on a bullet: it surrounds the whole rule all the same."""
    outgoing = base.gathered(identifier, view=view)
    incoming = base.gathered(identifier, incoming=True, view=view)
    parents = base.edges(parent, view=view) if parent else []
    against = [link for link in incoming if link.type in _EXCEPTIONS]
    against += [link for link in outgoing if link.type == "contradicts"]
    against += [link for link in incoming if link.type == "amends"]
    follows = [link for kind in ("precedes", "cites") for link in outgoing if link.type == kind]
    near = [replace(link, type=f"{link.type}-it") for link in outgoing if link.type in {"excepts", "overrides"}]
    near += [link for link in (*outgoing, *incoming) if link.type == "restates"]
    near += [link for link in (*outgoing, *parents) if link.type == "related"]
    wanted = [_first(links) for links in (follows, against, near)]
    leads = base.leads([link.id for links in wanted for link in links], view)
    return Surroundings(
        *(
            tuple(Linked(link.id, link.title, leads[link.id], link.type) for link in links if link.id in leads)
            for links in wanted
        )
    )


def steps_below(base: KnowledgeBase, passage: Passage, view: View) -> tuple[Step, ...]:
    """The steps of a sequence, in order: those of the rule itself, or of the sequence that it is a step of."""
    whole = passage.parent if passage.kind is Kind.STEP and passage.parent else passage.id
    found = [child for child in base.children(whole, view) if child.kind is Kind.STEP]
    return tuple(Step(place, child.own or child.text or child.title, child.id) for place, child in enumerate(found, 1))


def _first(links: Iterable[LinkedNode]) -> list[LinkedNode]:
    """The first few, one an id."""
    return list({link.id: link for link in links}.values())[:_LIMIT]

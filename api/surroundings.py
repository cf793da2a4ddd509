"""A provision with what surrounds it, as `/v1/rules/{id}` gives it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from typing import Any

from api.values import Clause, Links, NodeLink, Rule, Segment, Version
from kb.answer import shortened, shown
from kb.store import KnowledgeBase, LinkedNode, Passage, View

# The parts of a rule that `expand` turns into whole passages.
EXPANSIONS = ("children", "links", "cited_by")

# The lists of a rule: the type of the edges followed, outwards, inwards or both.
_LINKS: dict[str, tuple[str, bool, bool]] = {
    "cites": ("cites", True, False),
    "cited_by": ("cites", False, True),
    "related": ("related", True, False),
    "excepts": ("excepts", True, False),
    "excepted_by": ("excepts", False, True),
    "overrides": ("overrides", True, False),
    "overridden_by": ("overrides", False, True),
    "contradicts": ("contradicts", True, True),
    "restates": ("restates", True, True),
    "amends": ("amends", True, False),
    "amended_by": ("amends", False, True),
    "uses": ("uses", True, False),
}


def rule(base: KnowledgeBase, stored: Passage, view: View = "both", expand: Iterable[str] = ()) -> Rule:
    """A passage with its children, neighbours, edges and versions; `expand` names the lists given as whole passages."""
    seen = _one_edition(base, stored, view)
    around = _Surroundings(base, seen, frozenset(expand))
    before, after = base.neighbours(stored)
    lead = base.lead(stored)
    passage = shown(shortened(base, stored))
    parts: dict[str, Any] = {part.name: getattr(passage, part.name) for part in fields(passage)}
    links: dict[str, Any] = around.links(stored.id)
    return Rule(
        **parts,
        **links,
        children=around.passages(base.children(stored.id, seen), "children"),
        units=around.passages(base.children(stored.id, seen, units=True), "children"),
        previous=around.passages([before] if before else [], "links"),
        next=around.passages([after] if after else [], "links"),
        segments=tuple(Segment(*astuple(one)) for one in base.segments(stored)) if not passage.truncated else (),
        clauses=tuple(Clause(*one) for one in base.clauses(stored)),
        lead=Clause(*lead) if lead is not None else None,
        aligned=base.aligned(stored),
        versions=tuple(_version(other) for other in _versions(base, stored, view)),
    )


def link(stored: Passage | LinkedNode) -> NodeLink:
    """A link to a provision."""
    return NodeLink(stored.id, stored.title, stored.kind, stored.number)


def _version(stored: Passage) -> Version:
    layer = shown(stored).layer
    named = link(stored)
    return Version(
        named.id, named.title, named.kind, named.number, layer=layer, edition=stored.edition, status=stored.status
    )


def _one_edition(base: KnowledgeBase, stored: Passage, view: View) -> View:
    """The view itself, or the passage's own layer when the layers of its work are two editions: those are never mixed."""
    if view != "both" or len(set(base.editions(stored.work).values())) == 1:
        return view
    return stored.layer


class _Surroundings:
    """Links of one view, as links or as whole passages."""

    def __init__(self, base: KnowledgeBase, view: View, expand: frozenset[str]) -> None:
        self.base, self.view, self.expand = base, view, expand

    def passages(self, stored: Sequence[Passage], part: str) -> Links:
        """These passages: whole when `part` is expanded."""
        if part in self.expand:
            return tuple(shown(shortened(self.base, item)) for item in stored)
        return tuple(link(item) for item in stored)

    def links(self, identifier: str) -> dict[str, Links]:
        """Every list of `_LINKS` for a provision: what stands on a unit of it concerns the whole."""
        outgoing = self.base.gathered(identifier, view=self.view)
        incoming = self.base.gathered(identifier, incoming=True, view=self.view)
        found: dict[str, Links] = {}
        for name, (kind, outwards, inwards) in _LINKS.items():
            ends = [node for node in outgoing if outwards and node.type == kind]
            ends += [node for node in incoming if inwards and node.type == kind]
            found[name] = self._nodes(ends, "cited_by" if name == "cited_by" else "links")
        return found

    def _nodes(self, nodes: Iterable[LinkedNode], part: str) -> Links:
        unique = {node.id: node for node in nodes}
        if part in self.expand:
            return self.passages(self.base.passages(list(unique), self.view), part)
        return tuple(link(node) for node in unique.values())


def _versions(base: KnowledgeBase, stored: Passage, view: View) -> list[Passage]:
    """The texts that this one replaced or that replaced it, and the same id in another edition."""
    texts = [item for item in base.passages(base.versions(stored.id), view) if item.id != stored.id]
    if view != "both":
        return texts
    other: View = "precis" if stored.layer == "texte" else "texte"
    return [*texts, *(item for item in base.passages([stored.id], other) if item.edition != stored.edition)]

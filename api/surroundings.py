"""A provision with what surrounds it, as `/v1/rules/{id}` gives it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from api import compose, wire
from kb.answer import shortened
from kb.store import KnowledgeBase, LinkedNode, Passage, View

# The parts of a rule that `expand` turns into whole passages.
EXPANSIONS = ("children", "links", "cited_by")

# Wire field: edge types followed outwards, and inwards.
_LINKS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "cites": (frozenset({"cites"}), frozenset()),
    "cited_by": (frozenset(), frozenset({"cites"})),
    "related": (frozenset({"related"}), frozenset()),
    "excepts": (frozenset({"excepts"}), frozenset()),
    "excepted_by": (frozenset(), frozenset({"excepts"})),
    "overrides": (frozenset({"overrides"}), frozenset()),
    "overridden_by": (frozenset(), frozenset({"overrides"})),
    "contradicts": (frozenset({"contradicts"}), frozenset({"contradicts"})),
    "restates": (frozenset({"restates"}), frozenset({"restates"})),
    "amends": (frozenset({"amends"}), frozenset()),
    "amended_by": (frozenset(), frozenset({"amends"})),
    "uses": (frozenset({"uses"}), frozenset()),
}


def rule(base: KnowledgeBase, stored: Passage, view: View = "both", expand: Iterable[str] = ()) -> wire.Rule:
    """A passage with its children, neighbours, edges and versions; `expand` names the lists given as whole passages."""
    seen = _one_edition(base, stored, view)
    around = _Surroundings(base, seen, frozenset(expand))
    before, after = base.neighbours(stored)
    return wire.Rule(
        **compose.passage(shortened(base, stored)).__dict__,
        children=around.passages(base.children(stored.id, seen), "children"),
        units=around.passages(base.children(stored.id, seen, units=True), "children"),
        previous=around.passages([before] if before else [], "links"),
        next=around.passages([after] if after else [], "links"),
        **around.links(stored.id),
        versions=[compose.version(other) for other in _versions(base, stored, view)],
    )


def _one_edition(base: KnowledgeBase, stored: Passage, view: View) -> View:
    """The view itself, or the passage's own layer when the layers of its work are two editions: those are never mixed."""
    if view != "both" or len(set(base.editions(stored.work).values())) == 1:
        return view
    return "texte" if stored.layer == "texte" else "precis"


class _Surroundings:
    """Links of one view, as links or as whole passages."""

    def __init__(self, base: KnowledgeBase, view: View, expand: frozenset[str]) -> None:
        self.base, self.view, self.expand = base, view, expand

    def passages(self, stored: Sequence[Passage], part: str) -> wire.Links:
        """These passages: whole when `part` is expanded."""
        if part in self.expand:
            return [compose.passage(shortened(self.base, item)) for item in stored]
        return [compose.link(item) for item in stored]

    def links(self, identifier: str) -> dict[str, wire.Links]:
        """Every list of `_LINKS` for a provision."""
        outgoing = self.base.edges(identifier, view=self.view)
        incoming = self.base.edges(identifier, incoming=True, view=self.view)
        found: dict[str, wire.Links] = {}
        for name, (outwards, inwards) in _LINKS.items():
            ends = [node for node in outgoing if node.type in outwards]
            ends += [node for node in incoming if node.type in inwards]
            found[name] = self._nodes(ends, "cited_by" if name == "cited_by" else "links")
        return found

    def _nodes(self, nodes: Iterable[LinkedNode], part: str) -> wire.Links:
        unique = {node.id: node for node in nodes}
        if part in self.expand:
            return self.passages(self.base.passages(list(unique), self.view), part)
        return [
            wire.NodeLink(id=node.id, title=node.title, kind=node.kind, number=node.number) for node in unique.values()
        ]


def _versions(base: KnowledgeBase, stored: Passage, view: View) -> list[Passage]:
    """The texts that this one replaced or that replaced it, and the same id in another edition."""
    texts = [item for item in base.passages(base.versions(stored.id), view) if item.id != stored.id]
    if view != "both":
        return texts
    other: View = "precis" if stored.layer == "texte" else "texte"
    return [*texts, *(item for item in base.passages([stored.id], other) if item.edition != stored.edition)]

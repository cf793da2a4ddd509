"""A provision with what surrounds it, as `/v1/rules/{id}` gives it."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from api.shapes import Links, NodeLink, Rule, RuleClause, Version
from kb.answer import shortened, shown
from kb.model.french import WORDS
from kb.store import KnowledgeBase, LinkedNode, Passage, View

# The lists of a rule: the type of the edges followed, and whether those that come in, those that go out, or both.
_OUT, _IN = (False,), (True,)
_LINKS: dict[str, tuple[str, tuple[bool, ...]]] = {
    "excepted_by": ("excepts", _IN),
    "excepts": ("excepts", _OUT),
    "overrides": ("overrides", _OUT),
    "overridden_by": ("overrides", _IN),
    "contradicts": ("contradicts", _OUT + _IN),
    "amended_by": ("amends", _IN),
    "amends": ("amends", _OUT),
    "cites": ("cites", _OUT),
    "related": ("related", _OUT),
    "restates": ("restates", _OUT + _IN),
    "cited_by": ("cites", _IN),
    "uses": ("uses", _OUT),
}
# What each list is called, as on the page of a rule; the terms that it employs are named nowhere else.
LABELS = {
    name: WORDS["incoming" if ways == _IN else "outgoing"][kind]
    for name, (kind, ways) in _LINKS.items()
    if name != "uses"
}


def rule(base: KnowledgeBase, stored: Passage, view: View = "both", expand: Iterable[str] = ()) -> Rule:
    """A passage with its children, neighbours, edges and versions; `expand` names the lists given as whole passages."""
    seen, whole = _one_edition(base, stored, view), frozenset(expand)
    before, after = base.neighbours(stored)
    lead = base.lead(stored)
    passage = shown(shortened(base, stored))
    # What stands on a unit of a provision concerns the whole.
    ends = {incoming: base.gathered(stored.id, incoming=incoming, view=seen) for incoming in (False, True)}

    def around(found: Iterable[Passage], part: str) -> Links:
        return tuple(shown(shortened(base, item)) if part in whole else link(item) for item in found)

    def linked(name: str, kind: str, ways: tuple[bool, ...]) -> Links:
        nodes = {node.id: node for incoming in ways for node in ends[incoming] if node.type == kind}
        part = "cited_by" if name == "cited_by" else "links"
        return around(base.passages(list(nodes), seen), part) if part in whole else tuple(map(link, nodes.values()))

    parts: dict[str, Any] = {part.name: getattr(passage, part.name) for part in fields(passage)}
    links: dict[str, Any] = {name: linked(name, *followed) for name, followed in _LINKS.items()}
    return Rule(
        **parts,
        **links,
        children=around(base.children(stored.id, seen), "children"),
        units=around(base.children(stored.id, seen, units=True), "children"),
        previous=around([before] if before else [], "links"),
        next=around([after] if after else [], "links"),
        segments=base.segments(stored) if not passage.truncated else (),
        clauses=tuple(RuleClause(*one) for one in base.clauses(stored)),
        lead=RuleClause(*lead) if lead is not None else None,
        aligned=base.aligned(stored),
        notes=base.notes(stored),
        versions=tuple(_version(other) for other in _versions(base, stored, view)),
    )


def link(stored: Passage | LinkedNode) -> NodeLink:
    """A link to a provision."""
    return NodeLink(stored.id, stored.title, stored.kind, stored.number)


def _version(stored: Passage) -> Version:
    named = stored.id, stored.title, stored.kind, stored.number
    return Version(*named, layer=stored.layer, edition=stored.edition, status=stored.status)


def _one_edition(base: KnowledgeBase, stored: Passage, view: View) -> View:
    """The view itself, or the passage's own layer when the layers of its work are two editions: those are never mixed."""
    if view != "both" or len(set(base.editions(stored.work).values())) == 1:
        return view
    return stored.layer


def _versions(base: KnowledgeBase, stored: Passage, view: View) -> list[Passage]:
    """The texts that this one replaced or that replaced it, and the same id in another edition."""
    texts = [item for item in base.passages(base.versions(stored.id), view) if item.id != stored.id]
    if view != "both":
        return texts
    other: View = "precis" if stored.layer == "texte" else "texte"
    return [*texts, *(item for item in base.passages([stored.id], other) if item.edition != stored.edition)]

"""Two knowledge bases side by side: added, removed, moved, changed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from kb.store import KnowledgeBase, Passage, View

# What is compared of a provision, and its name in a change.
_PARTS = {
    "number": "numéro",
    "title": "titre",
    "kind": "genre",
    "subkind": "sous-genre",
    "own": "texte",
    "fields": "champs",
    "status": "état",
    "redirect": "redirection",
    "scope": "portée",
    "authority": "autorité",
}
_LAYERS: tuple[View, ...] = ("precis", "texte")


@dataclass(frozen=True, slots=True)
class Node:
    """A provision or a unit, in one layer."""

    id: str
    layer: str


@dataclass(frozen=True, slots=True)
class Change(Node):
    """A node that both bases hold, and what differs: parts of it, or its place."""

    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What must be done to the first base to get the second."""

    added: tuple[Node, ...]
    removed: tuple[Node, ...]
    moved: tuple[Change, ...]
    changed: tuple[Change, ...]


Nodes = Mapping[Node, Passage]


def compare_bases(first: KnowledgeBase, second: KnowledgeBase) -> Difference:
    """The provisions and units added, removed, moved (another parent, another order) and changed from one base to another."""
    before, after = _nodes(first), _nodes(second)
    both = [node for node in after if node in before]
    moved = dict(_moved(before, after))
    former, latter = _contents(first, before), _contents(second, after)
    changed = {node: [part for part, value in former[node].items() if value != latter[node][part]] for node in both}
    return Difference(
        added=tuple(node for node in after if node not in before),
        removed=tuple(node for node in before if node not in after),
        moved=tuple(Change(node.id, node.layer, (moved[node],)) for node in both if node in moved),
        changed=tuple(Change(node.id, node.layer, tuple(parts)) for node, parts in changed.items() if parts),
    )


def _nodes(base: KnowledgeBase) -> dict[Node, Passage]:
    return {
        Node(passage.id, layer): passage
        for layer in _LAYERS
        for work in base.work_ids(unlisted=True, view=layer)
        for passage in base.passages(base.all_ids(work, layer, units=True), layer)
    }


def _contents(base: KnowledgeBase, nodes: Nodes) -> dict[Node, dict[str, object]]:
    """What is compared of each node: its parts, its questions, its links.

    Questions are written for the précis; of links, those printed or declared: what is deduced changes with the program.
    """
    works = (base.questions(work) for work in base.work_ids(unlisted=True))
    asked = {Node(identifier, "precis"): found for questions in works for identifier, found in questions.items()}
    links: dict[Node, set[tuple[str, str]]] = defaultdict(set)
    for source, target, kind, how, layer, _spans in base.edge_rows():
        if how != "inferred" and kind != "contains":
            links[Node(source, layer)].add((kind, target))
    return {
        node: {name: getattr(passage, attribute) for attribute, name in _PARTS.items()}
        | {"questions": asked.get(node), "liens": links.get(node)}
        for node, passage in nodes.items()
    }


def _moved(before: Nodes, after: Nodes) -> Iterator[tuple[Node, str]]:
    """Nodes with another parent, then those that changed places among the siblings that both bases have."""
    parents = {node: (before[node].parent, passage.parent) for node, passage in after.items() if node in before}
    yield from ((node, f"de {former} à {latter}") for node, (former, latter) in parents.items() if former != latter)
    siblings: dict[tuple[str | None, str], tuple[list[Node], list[Node]]] = defaultdict(lambda: ([], []))
    for side, nodes in enumerate((before, after)):
        for node, passage in nodes.items():
            if node in parents and parents[node] == (passage.parent, passage.parent):
                siblings[passage.parent or passage.work, node.layer][side].append(node)
    for former_order, latter_order in siblings.values():
        blocks = SequenceMatcher(a=former_order, b=latter_order, autojunk=False).get_matching_blocks()
        kept = {node for block in blocks for node in former_order[block.a : block.a + block.size]}
        yield from ((node, "ordre") for node in latter_order if node not in kept)

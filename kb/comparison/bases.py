"""Two knowledge bases side by side: added, removed, moved, changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from kb.store import KnowledgeBase, Passage, View

# What is compared of a provision, as it is told.
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
    "questions": "questions",
}
_LAYERS: tuple[View, ...] = ("precis", "texte")


@dataclass(frozen=True, slots=True)
class Change:
    """A provision that both bases hold, in one layer, and what differs: parts of it, or its place."""

    id: str
    layer: str
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What must be done to the first base to get the second; ids are (id, layer)."""

    added: tuple[tuple[str, str], ...]
    removed: tuple[tuple[str, str], ...]
    moved: tuple[Change, ...]
    changed: tuple[Change, ...]


def compare_bases(first: KnowledgeBase, second: KnowledgeBase) -> Difference:
    """The provisions and units added, removed, moved (another parent, another order) and changed from one base to another."""
    before, after = _nodes(first), _nodes(second)
    both = [key for key in after if key in before]
    links = _links(first), _links(second)
    moved = dict(_moved(before, after))
    changed = [
        Change(*key, tuple(what)) for key in both if (what := [*_parts(before[key], after[key]), *_edges(key, links)])
    ]
    return Difference(
        tuple(key for key in after if key not in before),
        tuple(key for key in before if key not in after),
        tuple(Change(*key, (moved[key],)) for key in both if key in moved),
        tuple(changed),
    )


Key = tuple[str, str]
Nodes = Mapping[Key, Passage]


def _nodes(base: KnowledgeBase) -> dict[Key, Passage]:
    return {
        (passage.id, layer): passage
        for layer in _LAYERS
        for work in base.work_ids(unlisted=True, view=layer)
        for passage in base.passages(base.all_ids(work, layer, units=True), layer)
    }


def _parts(before: Passage, after: Passage) -> Iterator[str]:
    return (told for name, told in _PARTS.items() if getattr(before, name) != getattr(after, name))


def _links(base: KnowledgeBase) -> dict[Key, set[tuple[str, str]]]:
    """(type, target) of the edges printed or curated of each node; what is deduced changes with the program."""
    links: dict[Key, set[tuple[str, str]]] = defaultdict(set)
    for source, target, kind, how, layer, _spans in base.edge_rows():
        if how != "inferred" and kind != "contains":
            links[source, layer].add((kind, target))
    return links


def _edges(key: Key, links: tuple[Mapping[Key, set[tuple[str, str]]], ...]) -> Iterator[str]:
    if links[0].get(key, set()) != links[1].get(key, set()):
        yield "liens"


def _moved(before: Nodes, after: Nodes) -> Iterator[tuple[Key, str]]:
    """Nodes with another parent, then those that changed places among the siblings that both bases have."""
    siblings: dict[tuple[str | None, str], tuple[list[Key], list[Key]]] = defaultdict(lambda: ([], []))
    for side, nodes in enumerate((before, after)):
        for key, passage in nodes.items():
            if key not in before or key not in after:
                continue
            if before[key].parent == after[key].parent:
                siblings[passage.parent or passage.work, key[1]][side].append(key)
            elif side:
                yield key, f"de {before[key].parent} à {passage.parent}"
    for former, latter in siblings.values():
        kept = {
            key
            for block in SequenceMatcher(a=former, b=latter, autojunk=False).get_matching_blocks()
            for key in former[block.a : block.a + block.size]
        }
        yield from ((key, "ordre") for key in latter if key not in kept)

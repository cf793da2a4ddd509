"""The timeline of a game as a tree, read from the base, and the moment that a name means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.errors import UnknownMomentError
from kb.store import KnowledgeBase, MomentRow, Proof
from kb.words import title_key, words


@dataclass(slots=True)
class Node:
    """A moment with those in it; `order` is its place among its siblings, from 1."""

    moment: MomentRow
    order: int
    children: list[Node] = field(default_factory=list)


class Timeline:
    """The moments of one game."""

    def __init__(self, base: KnowledgeBase, work: str) -> None:
        """Read the tree.

        Raises:
            UnknownWorkError: there is no such game.
        """
        self.base, self.work = base, base.work(work).work
        self.nodes: dict[str, Node] = {}
        self.roots: list[Node] = []
        for moment in base.moments(self.work):
            parent = self.nodes.get(moment.id.rpartition("/")[0])
            siblings = parent.children if parent else self.roots
            node = self.nodes[moment.id] = Node(moment, len(siblings) + 1)
            siblings.append(node)

    def path(self, identifier: str) -> tuple[MomentRow, ...]:
        """A moment and all that hold it, from the game down."""
        parts = identifier.split("/")
        return tuple(self.nodes["/".join(parts[: end + 1])].moment for end in range(len(parts)))

    def find(self, name: str) -> list[tuple[str, str | None]]:
        """The moments that a name may mean, each with the rule through which it does when the name is that of a rule.

        An id, then titles, then other names, then the rule of that name and the moment that cites it, then the titles that hold every
        word of the name.

        Raises:
            UnknownMomentError: no moment bears the name.
        """
        key = title_key(name)
        titled = [identifier for identifier, node in self.nodes.items() if title_key(node.moment.title) == key]
        others = [
            identifier
            for identifier, node in self.nodes.items()
            if key in {title_key(alias) for alias in node.moment.aliases}
        ]
        for found in ([name] if name in self.nodes else [], titled, others):
            if found:
                return [(identifier, None) for identifier in found]
        cited = self._through_rule(name)
        if cited is not None:
            return [cited]
        held = self._holding(name)
        if not held:
            raise UnknownMomentError(name, self._near(name), several=False)
        return [(identifier, None) for identifier in held]

    def proofs(self, *moments: MomentRow) -> tuple[Proof, ...]:
        """The rules that these moments cite, those of the last first, each quoted."""
        cited = dict.fromkeys(
            f"{self.work}/{identifier}" for moment in reversed(moments) for identifier in moment.cites
        )
        leads = self.base.leads(list(cited), rows=True)
        return tuple(Proof(identifier, leads[identifier]) for identifier in cited if leads.get(identifier))

    def told(self, found: Sequence[tuple[str, str | None]]) -> tuple[str, ...]:
        """Moments as a person tells them apart."""
        return tuple(" › ".join(moment.title for moment in self.path(identifier)[1:]) for identifier, _rule in found)

    def _holding(self, name: str) -> list[str]:
        """The moments with a name that holds every word of what is said; the shallowest of them when they are one below the other."""
        asked = {_stem(word) for word in words(name) if len(word) > _SHORT}
        if not asked:
            return []
        found = [
            identifier
            for identifier, node in self.nodes.items()
            if any(asked <= {_stem(word) for word in words(held)} for held in (node.moment.title, *node.moment.aliases))
        ]
        return [identifier for identifier in found if not any(identifier.startswith(f"{other}/") for other in found)]

    def _through_rule(self, name: str) -> tuple[str, str] | None:
        """The deepest moment that cites the rule of that name, or one that stands in it."""
        for rule in self.base.lookup(name, self.work):
            if rule.partition("/")[0] != self.work:
                continue
            citing = [identifier for identifier, node in self.nodes.items() if self._cites(node, rule)]
            if citing:
                return max(citing, key=lambda identifier: identifier.count("/")), rule
        return None

    def _cites(self, node: Node, rule: str) -> bool:
        cited = {f"{self.work}/{identifier}" for identifier in node.moment.cites}
        return rule in cited or rule.partition("#")[0] in cited

    def _near(self, name: str) -> tuple[str, ...]:
        asked = {_stem(word) for word in words(name) if len(word) > _SHORT}
        shared = [
            (len(asked & {_stem(word) for word in words(node.moment.title)}), node) for node in self.nodes.values()
        ]
        best = sorted((pair for pair in shared if pair[0]), key=lambda pair: -pair[0])[:3]
        return tuple(node.moment.title for _count, node in best)

    def walk(self) -> Iterator[Node]:
        """Every moment, each before those in it."""
        pending = list(reversed(self.roots))
        while pending:
            node = pending.pop()
            yield node
            pending += reversed(node.children)


# Words no longer than this (« le », « de ») tell nothing of a name.
_SHORT = 3
_STEM = 5


def _stem(word: str) -> str:
    """The beginning of a word: « déclarer » and « déclaration » share it."""
    return word[:_STEM]

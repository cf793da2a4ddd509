"""The timeline of a game as a tree, read from the base, and the moment that a name means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from kb.model import Moment
from kb.store import KnowledgeBase, Proof, View
from kb.timing.moment_names import MomentNames
from kb.timing.paths import Spot, holders

PERIODS = frozenset({"game", "round", "turn"})


@dataclass(slots=True)
class Node:
    """A moment with those in it; `order` is its place among its siblings, from 1."""

    moment: Moment
    order: int
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Place:
    """A moment, a rule or an ability on the timeline: its id, its title, the titles of the moments that hold it, from the game down."""

    id: str
    title: str
    path: tuple[str, ...]


class Timeline:
    """The moments of one game, or of one mode of it; whatever is read of its rules is read in a view."""

    def __init__(
        self,
        base: KnowledgeBase,
        work: str,
        view: View = "both",
        mode: str | None = None,
        moments: Sequence[Moment] | None = None,
    ) -> None:
        """Read the tree. In a mode, a moment that only rules of others place is left out, with all that it holds.

        `moments` are those that an author is writing; without them, those of the base.

        Raises:
            UnknownModeError: the game has no such mode.
            UnknownWorkError: there is no such game.
        """
        base.check_mode(mode, work, view)
        self.base, self.work, self.view, self.mode = base, base.work(work, view).work, view, mode
        self.nodes: dict[str, Node] = {}
        self.roots: list[Node] = []
        self._players: dict[str, list[str]] = defaultdict(list)
        for moment in self._played(base.moments(self.work) if moments is None else moments):
            parent = self.nodes.get(moment.id.rpartition("/")[0])
            siblings = parent.children if parent else self.roots
            node = self.nodes[moment.id] = Node(moment, len(siblings) + 1)
            siblings.append(node)
            for played in moment.plays:
                self._players[played].append(moment.id)

    def _played(self, moments: Sequence[Moment]) -> list[Moment]:
        if self.mode is None:
            return list(moments)
        outside = self.outside({cite for moment in moments for cite in self.cites(moment)})
        left: set[str] = set()
        kept: list[Moment] = []
        for moment in moments:
            cites = tuple(one for one in moment.cites if f"{self.work}/{one}" not in outside)
            if (moment.cites and not cites) or moment.id.rpartition("/")[0] in left:
                left.add(moment.id)
            else:
                kept.append(replace(moment, cites=cites))
        return kept

    @cached_property
    def names(self) -> MomentNames:
        """The names of its moments, and of the rules that stand at them."""
        return MomentNames(self)

    def outside(self, rules: Iterable[str]) -> frozenset[str]:
        """Of these rules, those that do not apply in the mode."""
        return self.base.outside(rules, self.mode, self.view)

    def cites(self, moment: Moment) -> list[str]:
        """The whole ids of the rules that a moment cites."""
        return [f"{self.work}/{identifier}" for identifier in moment.cites]

    def path(self, identifier: str) -> tuple[Moment, ...]:
        """A moment and all that hold it, from the game down."""
        return tuple(self.nodes[held].moment for held in holders(identifier))

    def spots(self, identifier: str, played: tuple[str, ...] = ()) -> list[Spot]:
        """The places of a moment: its own, and one wherever the sequence that holds it is played; `played` are those already entered."""
        own = holders(identifier)
        found = [own]
        for depth, holder in enumerate(own):
            if holder not in played:
                players = self._players.get(holder, ())
                found += [(*spot, *own[depth:]) for player in players for spot in self.spots(player, (*played, holder))]
        return found

    def find(self, name: str) -> list[str]:
        """The moments that a name may mean; none for a rule that stands at no moment."""
        return [meaning.moment for meaning in self.names.meanings(name) if meaning.moment]

    def proofs(self, moment: Moment) -> tuple[Proof, ...]:
        """The rules that a moment cites, each quoted."""
        return self.quoted(dict.fromkeys(self.cites(moment)))

    def quoted(self, cited: Iterable[str]) -> tuple[Proof, ...]:
        """Rules in their own words, those that the view holds and that are of the mode."""
        outside = self.outside(cited := list(cited))
        cited = [identifier for identifier in cited if identifier not in outside]
        leads = self.base.leads(cited, self.view, rows=True)
        return tuple(Proof(identifier, leads[identifier]) for identifier in cited if leads.get(identifier))

    def full_titles(self, found: Sequence[str]) -> tuple[str, ...]:
        """Moments by all the titles that tell them apart."""
        return tuple(" › ".join(moment.title for moment in self.path(identifier)[1:]) for identifier in found)

    def walk(self) -> Iterator[Node]:
        """Every moment, each before those in it."""
        pending = self.roots[::-1]
        while pending:
            node = pending.pop()
            yield node
            pending += reversed(node.children)

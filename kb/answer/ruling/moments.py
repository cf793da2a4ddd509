"""The moments of a timeline that a player names, and how two of them stand to one another."""

from collections.abc import Collection, Sequence
from itertools import product

from kb.answer.ruling.mentions import Keys
from kb.errors import ArbitreError
from kb.search import Analyzer
from kb.timing import Comparison, Timeline, compare
from kb.timing.tree import Node

# Relations that answer « avant ou après ? ».
_ANSWERING = frozenset({"before", "after", "simultaneous", "alternate"})


class Moments:
    """The moments of one game, by what players call them."""

    def __init__(self, timeline: Timeline, analyzer: Analyzer, about: Collection[str]) -> None:
        """Read nothing yet; `about` are the keys of what a question of order says of itself."""
        self._timeline, self._analyzer, self._about = timeline, analyzer, about

    def named(self, name: str) -> list[str]:
        """The moments that a player names so: most of what it says of the game is said by their own names, or by what holds them."""
        try:
            found = self._timeline.find(name)
        except ArbitreError:
            return []
        said = self._analyzer.keys(name)
        sides = [(one, *self.said_of(said, [self._timeline.nodes[one]])) for one in found]
        return [one for one, named, asked in sides if 2 * named > asked]

    def said_of(self, said: Keys, nodes: Sequence[Node]) -> tuple[int, int]:
        """How many words the names of some moments, and the titles of what holds them, say of those that are said of the game."""
        lexicon = self._analyzer.lexicon.moments
        # « La suite », « le reste » name nothing.
        asked = {*said} - {*self._about} - {self._analyzer.key(word) for word in lexicon.light}
        names = (
            name
            for node in nodes
            for name in (*node.moment.aliases, *(held.title for held in self._timeline.path(node.moment.id)))
        )
        named = {key for name in names for key in self._analyzer.keys(name)}
        return len(asked & named), len(asked)

    def compared(self, a: str, b: str) -> Comparison | None:
        """How what is called `a` stands to what is called `b`; None where the moments that they may be do not agree."""
        pairs = (pair for pair in product(self.named(a), self.named(b)) if len({*pair}) > 1)
        compared = [compare(self._timeline, *pair) for pair in pairs]
        relations = {comparison.relation for comparison in compared}
        return compared[0] if len(relations) == 1 and relations <= _ANSWERING else None

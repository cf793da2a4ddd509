"""The words that the place of a moment gives to its names: those of what holds it, of what plays it, of its other names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from kb.store import MomentRow
from kb.timing.wording import Wording, Wordings


class Surroundings:
    """The words of each moment and around it."""

    def __init__(self, moments: Mapping[str, MomentRow], wordings: Wordings) -> None:
        """Read the names of every moment."""
        self._moments, self._wordings = moments, wordings
        self._players: dict[str, list[str]] = defaultdict(list)
        for moment in moments.values():
            for sequence in moment.plays:
                self._players[sequence].append(moment.id)
        self.own = {
            moment.id: frozenset(word for name in (moment.title, *moment.aliases) for word in wordings.read(name).every)
            for moment in moments.values()
        }
        self.around = {identifier: frozenset(self._words_around(identifier)) for identifier in moments}
        self.holding = {identifier: self._holding(identifier) for identifier in moments}

    def _words_around(self, identifier: str) -> Iterator[str]:
        """The words of a place: of its path, of the titles and other names of the moments that hold it."""
        for part in identifier.split("/")[1:]:
            yield from self._wordings.read(part.replace("-", " ")).heavy
        for name in self._names_around(identifier):
            yield from self._wordings.read(name).heavy

    def _names_around(self, identifier: str) -> Iterator[str]:
        """The titles and other names of the moments that hold one."""
        parts = identifier.split("/")
        for end in range(1, len(parts)):
            holder = self._moments["/".join(parts[:end])]
            yield from (holder.title, *holder.aliases)

    def _names_played(self, identifier: str, played: tuple[str, ...] = ()) -> Iterator[str]:
        """The same of the moments that play the sequence that holds one."""
        parts = identifier.split("/")
        for holder in ("/".join(parts[:end]) for end in range(1, len(parts) + 1)):
            for player in self._players.get(holder, ()) if holder not in played else ():
                yield from (self._moments[player].title, *self._moments[player].aliases)
                yield from self._names_around(player)
                yield from self._names_played(player, (*played, holder))

    def _holding(self, identifier: str) -> frozenset[str]:
        """Every word of the names of the moments that hold one, by its place or by what plays it."""
        names = (*self._names_around(identifier), *self._names_played(identifier))
        return frozenset(word for name in names for word in self._wordings.read(name).every)

    def said_around(self, wording: Wording, spot: tuple[str, ...]) -> int:
        """How many words of a name, beside those of the moment that it means, the moments that hold a place have in theirs."""
        held = set[str]().union(*(self.own[identifier] for identifier in spot[:-1]))
        return len((wording.heavy.keys() - self.own[spot[-1]]) & held)

    def of_another(self, wording: Wording, identifier: str) -> bool:
        """True when a name speaks of the other player, or of another of the same, in words that are not those of the moment itself."""
        return bool(wording.others - self.own[identifier])

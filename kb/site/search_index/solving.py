"""What the base does not hold and its impacts tell: the average length of each field, how often a key stands in the names of a document."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import median

from kb.search.indexing import NORMALISATION, WEIGHTS
from kb.search.postings import BITS
from kb.site.search_index.game import GameIndex

# Names share words, and a name may say one twice: their keys are at most so many more than the segments tell.
_MORE = 8
# How far from whole numbers the counts may be that explain the impacts.
_NEAR = 0.05

_ALONE = {bit: name for name, bit in BITS.items()}


class Solved:
    """The averages and the names of one work."""

    def __init__(self, game: GameIndex) -> None:
        """Work the averages out, then the names, which need them."""
        self._game = game
        self._entries: dict[int, dict[str, tuple[float, int]]] = defaultdict(dict)
        for key, term in game.terms.items():
            for place, entry in term.documents.items():
                if game.index.ids[place] in game.known:
                    self._entries[place][key] = entry
        self._told = {place: self._told_names(place) for place in self._entries}
        self.averages = self._averages()
        self.names = {place: found for place in self._entries if (found := self._names(place))}

    def _told_names(self, place: int) -> Counter[str]:
        """How often each key stands in the names of a document, as the segments tell."""
        held = self._game.held
        found = {
            key: self._game.told(place, held[key][place])[1]
            for key, (_frequency, fields) in self._entries[place].items()
            if fields & BITS["names"]
        }
        return Counter({key: count for key, count in found.items() if count})

    def _times(self, place: int, name: str, key: str) -> int:
        of = self._game.of(place)
        if name in of.fields:
            return of.fields[name][key]
        if name == "names":
            return self._told[place][key]
        return (
            of.path.count(key) if name == "path" else of.beginnings[key] if name == "prefix" else int(of.number == key)
        )

    def _length(self, place: int, name: str) -> int:
        of = self._game.of(place)
        if name in of.fields:
            return of.fields[name].total()
        if name == "names":
            return self._told[place].total()
        return len(of.path) if name == "path" else of.beginnings.total() if name == "prefix" else int(bool(of.number))

    def _averages(self) -> dict[str, float]:
        """The average length of each field, from the entries that it alone explains."""
        found: dict[str, list[float]] = defaultdict(list)
        for name, average in self._explained():
            found[name].append(average)
        return {name: median(found[name]) if name in found else 1.0 for name in WEIGHTS}

    def _explained(self) -> Iterator[tuple[str, float]]:
        for place, entries in self._entries.items():
            for key, (frequency, fields) in entries.items():
                name = _ALONE.get(fields)
                times = self._times(place, name, key) if name else 0
                if name and times:
                    rest = WEIGHTS[name] * times / frequency - (1 - NORMALISATION)
                    if rest > 0:
                        yield name, NORMALISATION * self._length(place, name) / rest

    def _worth(self, name: str, length: int) -> float:
        """What one key brings in a field of some length."""
        return WEIGHTS[name] / (1 - NORMALISATION + NORMALISATION * length / self.averages[name])

    def _names(self, place: int) -> Counter[str] | None:
        """The true counts in the names: those that explain every impact; none when the segments tell them already."""
        told = self._told[place]
        worth = {
            name: self._worth(name, self._length(place, name)) for name in WEIGHTS if name not in {"names", "prefix"}
        }
        left = {
            key: self._entries[place][key][0] - sum(self._times(place, name, key) * one for name, one in worth.items())
            for key in told
        }
        tried = []
        for length in range(told.total(), told.total() + _MORE):
            shares = {key: rest / self._worth("names", length) for key, rest in left.items()}
            counts = Counter({key: round(share) for key, share in shares.items()})
            if counts.total() == length and min(counts.values(), default=0) > 0:
                tried.append((max(abs(shares[key] - counts[key]) for key in told), length, counts))
        best = min(tried, key=lambda one: one[:2], default=None)
        return best[2] if best is not None and best[0] < _NEAR and best[2] != told else None

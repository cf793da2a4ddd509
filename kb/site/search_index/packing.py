"""An index written down: `site/static/search-index.js` reads it in this very order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from kb.search.postings import BITS
from kb.site.search_index.counts import COUNTED, PARTS, average
from kb.site.search_index.game import GameIndex
from kb.site.search_index.symbols import Bits, text_of, zigzag

_ROLES = ("<", ">", "@")


class Packing:
    """The keys of the documents of one work: where each stands, and how often."""

    def __init__(self, game: GameIndex) -> None:
        """List the keys of each document, by number."""
        self._game = game
        self._size = game.index.size
        self._documents: list[list[int]] = [[] for _place in range(self._size)]
        for number, key in enumerate(game.keys):
            for place in game.held[key]:
                self._documents[place].append(number)
        # For each document, how often each key stands where a word may begin; the length of each field.
        self._totals: list[Counter[int]] = [Counter() for _place in range(self._size)]
        self._lengths: list[Counter[str]] = [Counter() for _place in range(self._size)]

    def packed(self) -> dict[str, Any]:
        """Everything, as a value that JSON holds."""
        game = self._game
        bits = Bits()
        for numbers in self._documents:
            bits.add_set(numbers, len(game.keys))
        counts, changes, combinations = self._counted(bits)
        paths, of = game.paths
        for place in range(self._size):
            self._lengths[place]["path"] = len(game.of(place).path)
            self._lengths[place]["number"] = int(bool(game.of(place).number))
        return {
            "sizes": text_of(map(len, self._documents)),
            "segments": text_of(found[part] for found in game.segments for part in range(PARTS)),
            "titled": text_of(int(game.of(place).titled) for place in range(self._size)),
            "counts": text_of(counts),
            "changes": text_of(changes),
            "combinations": combinations,
            "bits": bits.text(),
            "paths": text_of(number for path in paths for number in self._path(path)),
            "path": text_of(of),
            "beginnings": self._beginnings(),
            "averages": average(list(self._explained())),
            "events": self._events(),
        }

    def _counted(self, bits: Bits) -> tuple[list[int], list[int], list[tuple[int, ...]]]:
        """For each key and document, how many segments hold it, and which combination of differences its fields have."""
        game = self._game
        counts, changes = [], []
        combinations: dict[tuple[int, ...], int] = {(0,) * len(COUNTED): 0}
        for number, key in enumerate(game.keys):
            for place, segments in game.held[key].items():
                counts.append(len(segments))
                bits.add_set(segments, sum(game.segments[place][part] for part in range(PARTS)))
                told = game.told(place, segments)
                change = game.differences(key, place, told)
                changes.append(combinations.setdefault(change, len(combinations)))
                true = {name: one + other for name, one, other in zip(COUNTED, told, change, strict=True)}
                self._lengths[place].update(true)
                leading = game.leading(place, segments)
                self._totals[place][number] = true["title"] + true["body"] + true["questions"] + leading
        return counts, changes, list(combinations)

    def _path(self, path: Sequence[str]) -> list[int]:
        """How many keys a path has, then their numbers, each from the one before."""
        numbers = sorted(self._game.numbers[key] for key in path)
        return [len(numbers), *(number - before for before, number in zip([0, *numbers], numbers, strict=False))]

    def _beginnings(self) -> str:
        """For each beginning that the keys of a document may have, by how much its count differs from theirs."""
        game = self._game
        found: list[int] = []
        for place, numbers in enumerate(self._documents):
            foreseen: dict[str, int] = {}
            for number in numbers:
                total = self._totals[place][number]
                for beginning, part, whole in game.beginnings.get(game.keys[number], ()):
                    # Rounded as a page does it: half goes up.
                    foreseen[beginning] = foreseen.get(beginning, 0) + (2 * total * part + whole) // (2 * whole)
            true = game.of(place).beginnings if game.index.ids[place] in game.known else game.guessed(place)
            found += [zigzag(true.get(beginning, 0) - count) for beginning, count in foreseen.items()]
            self._lengths[place]["prefix"] = sum(true.values())
        return text_of(found)

    def _explained(self) -> Iterable[tuple[str, float, int, int]]:
        """The entries that one field alone explains (see `average`)."""
        game = self._game
        alone = {bit: name for name, bit in BITS.items()}
        for key, term in game.terms.items():
            for place, (frequency, fields) in term.documents.items():
                name = alone.get(fields)
                if name and game.index.ids[place] in game.known:
                    times = self._times(name, key, place)
                    if times:
                        yield name, frequency, times, self._lengths[place][name]

    def _times(self, name: str, key: str, place: int) -> int:
        """How often a key stands in a field of a document."""
        game = self._game
        of = game.of(place)
        if name == "names":
            return game.told(place, game.held[key][place])[1]
        if name in of.fields:
            return of.fields[name][key]
        return {"path": of.path.count(key), "number": 1}.get(name, of.beginnings[key])

    def _events(self) -> str:
        """For each event: how far its document is from the one before, its action, whether it is denied, then who and where."""
        found: list[int] = []
        before = 0
        for place, keys in self._game.events:
            action = next(key for key in keys if key.endswith("!"))[:-1]
            found += [place - before, self._game.numbers[action], int(f"{action}!non" in keys)]
            before = place
            for role in _ROLES:
                named = [key.removeprefix(action + role) for key in keys if key.startswith(action + role)]
                found += [len(named), *(self._game.numbers[key] for key in named)]
        return text_of(found)

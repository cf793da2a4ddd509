"""An index written down: `site/static/search-index.js` reads it in this very order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from kb.search.portable.game import COUNTED, PARTS, GameIndex
from kb.search.portable.symbols import Bits, text_of, zigzag

_ROLES = ("<", ">", "@")


class Packing:
    """The keys of the documents of one work: where each stands, and how often."""

    def __init__(self, game: GameIndex) -> None:
        """List the keys of each document, by number."""
        self._game = game
        self._size = len(game.documents)
        self._documents: list[list[int]] = [[] for _place in range(self._size)]
        for number, key in enumerate(game.keys):
            for place in game.held[key]:
                self._documents[place].append(number)
        # For each document, how often each key stands where a word may begin.
        self._totals: list[Counter[int]] = [Counter() for _place in range(self._size)]

    def packed(self) -> dict[str, Any]:
        """Everything, as a value that JSON holds."""
        game = self._game
        bits = Bits()
        for numbers in self._documents:
            bits.add_set(numbers, len(game.keys))
        counts, changes, combinations = self._counted(bits)
        paths, of = game.paths
        return {
            "sizes": text_of(map(len, self._documents)),
            "segments": text_of(laid.sizes[part] for laid in game.laid for part in range(PARTS)),
            "titled": text_of(int(laid.titled) for laid in game.laid),
            "counts": text_of(counts),
            "changes": text_of(changes),
            "combinations": combinations,
            "bits": bits.text(),
            "paths": text_of(number for path in paths for number in self._path(path)),
            "path": text_of(of),
            "beginnings": text_of(self._beginnings()),
            "averages": game.averages,
            "events": self._events(),
        }

    def _counted(self, bits: Bits) -> tuple[list[int], list[int], list[tuple[int, ...]]]:
        """For each key and document, how many segments hold it, and which combination of differences its fields have."""
        game = self._game
        counts, changes = [], []
        sizes = [sum(laid.sizes) for laid in game.laid]
        combinations: dict[tuple[int, ...], int] = {(0,) * len(COUNTED): 0}
        for number, key in enumerate(game.keys):
            for place, segments in game.held[key].items():
                counts.append(len(segments))
                bits.add_set(segments, sizes[place])
                true = game.counted(key, place)
                change = tuple(count - told for count, told in zip(true, game.told(place, segments), strict=True))
                changes.append(combinations.setdefault(change, len(combinations)))
                title, _names, body, _summary, questions = true
                self._totals[place][number] = title + body + questions + game.leading(place, segments)
        return counts, changes, list(combinations)

    def _path(self, path: Sequence[str]) -> list[int]:
        """How many keys a path has, then their numbers, each from the one before."""
        numbers = sorted(self._game.numbers[key] for key in path)
        return [len(numbers), *(number - before for before, number in zip([0, *numbers], numbers, strict=False))]

    def _beginnings(self) -> Iterator[int]:
        """For each beginning that the keys of a document may have, by how much its count differs from theirs."""
        game = self._game
        for place, numbers in enumerate(self._documents):
            foreseen: dict[str, int] = {}
            for number in numbers:
                total = self._totals[place][number]
                for beginning, part, whole in game.beginnings.get(game.keys[number], ()):
                    # Rounded as a page does it: half goes up.
                    foreseen[beginning] = foreseen.get(beginning, 0) + (2 * total * part + whole) // (2 * whole)
            true = game.laid[place].beginnings
            yield from (zigzag(true[beginning] - count) for beginning, count in foreseen.items())

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

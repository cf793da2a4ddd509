"""What was read once from a base and is read again: the words of a question are the words of the next one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=str)
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """Values by key, read several at a time; of those that the base does not hold, that it does not."""

    def __init__(self, read: Callable[[Sequence[Key]], Mapping[Key, Value]], most: int) -> None:
        """Take what reads those that are not known yet; no more than `most` are kept: beyond that all are forgotten."""
        self._read, self._most = read, most
        self._known: dict[Key, Value | None] = {}

    def of(self, keys: Collection[Key]) -> dict[Key, Value]:
        """The values of those keys that the base holds, in order: what adds them up finds the same whatever was asked before."""
        known = self._known
        found = {key: known[key] for key in sorted(set(keys)) if key in known}
        if missing := [key for key in set(keys) if key not in found]:
            read = self._read(missing)
            found |= {key: read.get(key) for key in missing}
            self._keep({key: found[key] for key in missing})
            found = dict(sorted(found.items(), key=lambda pair: pair[0]))
        return {key: value for key, value in found.items() if value is not None}

    def _keep(self, read: Mapping[Key, Value | None]) -> None:
        if len(self._known) + len(read) > self._most:
            # Another dictionary: whoever looks at the former one still finds there what it saw.
            self._known = {}
        self._known.update(read)

"""What texts or numbers come to, worked out once each, and known from one build to the next where it is handed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memory(dict[Key, Value]):
    """What the keys asked for come to by one function: known beforehand, or worked out."""

    def __init__(self, work_out: Callable[[Key], Value], known: Mapping[Key, Value] = MappingProxyType({})) -> None:
        """Begin with nothing asked for."""
        super().__init__()
        self._work_out, self._known = work_out, known

    def __missing__(self, key: Key) -> Value:
        """What a key comes to that is asked for the first time."""
        found = self[key] = self._known[key] if key in self._known else self._work_out(key)
        return found

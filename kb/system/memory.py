"""What texts come to, worked out once each, and known from one build to the next where it is handed on."""

from collections.abc import Callable, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class Memory(dict[str, Value]):
    """What the texts asked for come to by one function: known beforehand, or worked out."""

    def __init__(self, work_out: Callable[[str], Value], known: Mapping[str, Value]) -> None:
        """Begin with nothing asked for."""
        super().__init__()
        self._work_out, self._known = work_out, known

    def __missing__(self, text: str) -> Value:
        """What a text comes to that is asked for the first time."""
        found = self[text] = self._known[text] if text in self._known else self._work_out(text)
        return found

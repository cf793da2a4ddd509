"""The id of a moment is its path: the slugs of the moments that hold it, from the game down, then its own."""

from collections.abc import Iterable
from itertools import accumulate

# A place on the timeline: the ids of the moments from the game down to it, through the sequences that they play.
Spot = tuple[str, ...]


def holders(identifier: str) -> Spot:
    """The ids of the moments that hold one, from the game down, and its own."""
    return tuple(accumulate(identifier.split("/"), "{}/{}".format))


def within(inner: str, outer: str) -> bool:
    """True when a moment is another, or is held by it."""
    return f"{inner}/".startswith(f"{outer}/")


def outermost(found: Iterable[str]) -> list[str]:
    """Of moments, those that no other of them holds."""
    listed = list(found)
    return [one for one in listed if not any(one.startswith(f"{other}/") for other in listed)]

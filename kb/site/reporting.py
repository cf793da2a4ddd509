"""What a build of the site tells: how far it is, then what it wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """How far a build is: the work at hand, its pages written and all of its pages."""

    title: str
    done: int
    pages: int


Progress = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What was written: pages, links checked, seconds taken; `written` counts the files that had changed.

    A site that stood already, made from the same, is left as it is: nothing is counted and `fresh` is true.
    """

    pages: int
    links: int
    seconds: float
    written: int = 0
    fresh: bool = False

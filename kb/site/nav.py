"""The navigation of a game: the pages about it as a whole, those alone that have something to show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NavItem:
    """A page about a work: the part of its address, its name in the menu, and in a few words what it holds."""

    part: str
    title: str
    about: str

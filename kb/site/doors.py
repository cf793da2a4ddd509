"""The doors of a game: the pages about it as a whole, those alone that have something to show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Door:
    """A page about a work: the part of its address, its name in the menu, and in a few words what is behind."""

    part: str
    title: str
    about: str

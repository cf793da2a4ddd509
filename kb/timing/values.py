"""The values of an answer about time, as Python users and the wire see them."""

from __future__ import annotations

from dataclasses import dataclass

from kb.store import Proof


@dataclass(frozen=True, slots=True)
class Place:
    """A moment, a rule or an ability on the timeline: its id, its title, the titles of the moments that hold it, from the game down."""

    id: str
    title: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How `a` stands to `b` within the smallest period that holds both.

    `relation` is before, after, same (one window), simultaneous (resolved at once), alternate (players take turns in it) or unordered
    (no rule orders them).
    """

    a: Place
    b: Place
    relation: str
    decided_by: tuple[Proof, ...]


@dataclass(frozen=True, slots=True)
class Usable:
    """Something that a player may use at a moment: `timing` as printed or in our words, `owner` whose it is then.

    `frequency` is `passif` for what works by itself, `obligatoire` for what must be done, else how often (None: as often as it comes).
    `step` names the step of the moment in which it is used, None for the moment itself.
    """

    id: str
    title: str
    timing: str
    frequency: str | None
    owner: str
    step: str | None


@dataclass(frozen=True, slots=True)
class Opening:
    """What one player may use at a moment."""

    moment: Place
    usable: tuple[Usable, ...]
    decided_by: tuple[Proof, ...]

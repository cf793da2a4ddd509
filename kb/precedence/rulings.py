"""The answers of the engine, as Python users and the wire see them. `decided_by` of a part are ids with their work, in order of use."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kb.policy import Operation
from kb.store import Proof

StepMode = Literal["single", "free", "alternate", "simultaneous", "by-player"]
LimitKind = Literal["cap", "floor", "rounding"]
Side = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class OrderStep:
    """Labels resolved together before the next step: `mode` is None when no rule says; `chooser` is A, B or nobody."""

    labels: tuple[str, ...]
    mode: StepMode | None
    chooser: str | None
    decided_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Excluded:
    """A label that cannot act or is cancelled, and the rules that keep it out."""

    label: str
    decided_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order; `ignored` are attributes given that the situation does not know."""

    steps: tuple[OrderStep, ...]
    undecided: tuple[tuple[str, ...], ...]
    excluded: tuple[Excluded, ...]
    decided_by: tuple[Proof, ...]
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Modulation:
    """A modifier applied: the value before and after."""

    label: str
    op: Operation
    before: int | float | None
    after: int | float | None
    decided_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound or a rounding that changed the value, once so many of the steps were done (`after`)."""

    kind: LimitKind
    value: int | float
    decided_by: tuple[str, ...]
    after: int = 0


@dataclass(frozen=True, slots=True)
class Modified:
    """A value worked out: a number, or the roll `needed` (`4+`); neither when `impossible`, for a `reason`, or when no rule decides."""

    value: int | float | None
    needed: str | None
    impossible: bool
    steps: tuple[Modulation, ...]
    limits: tuple[Limit, ...]
    decided_by: tuple[Proof, ...]
    ignored: tuple[str, ...] = ()
    reason: str = ""

    @property
    def course(self) -> Iterator[Modulation | Limit]:
        """Its steps and its limits, in the order in which they changed the value."""
        for place, step in enumerate((*self.steps, None)):
            yield from (limit for limit in self.limits if limit.after == place)
            if step is not None:
                yield step


@dataclass(frozen=True, slots=True)
class Prevailing:
    """The side that prevails, `a` or `b`, None when no rule says; the reason in French."""

    prevails: Side | None
    reason: str
    decided_by: tuple[Proof, ...]
    ignored: tuple[str, ...] = ()

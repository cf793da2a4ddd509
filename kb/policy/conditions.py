"""Conditions on the attributes of an item, of a modifier, or of the context of a request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Scalar = bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class Condition:
    """Alternatives, each a list of (attribute, values accepted); none at all means always.

    `si = { kind = "passive" }` is one alternative with one attribute; `si = [{ kind = "passive" }, { lasting = true }]` are two.
    """

    alternatives: tuple[tuple[tuple[str, tuple[Scalar, ...]], ...], ...] = ()

    def holds(self, value_of: Callable[[str], Scalar]) -> bool:
        """True when an alternative has all its attributes at a value accepted."""
        if not self.alternatives:
            return True
        return any(
            all(_among(value_of(name), accepted) for name, accepted in alternative) for alternative in self.alternatives
        )

    @property
    def always(self) -> bool:
        """True when it asks for nothing."""
        return not self.alternatives

    def attributes(self) -> frozenset[str]:
        """Every attribute named."""
        return frozenset(name for alternative in self.alternatives for name, _accepted in alternative)


ALWAYS = Condition()


def _among(value: Scalar, accepted: tuple[Scalar, ...]) -> bool:
    """Equality that does not take `True` for 1."""
    return any(value == known and isinstance(value, bool) == isinstance(known, bool) for known in accepted)

"""Values that wait folded, as a few bytes: a work's documents are millions of objects, and most of a build works on another work."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from typing import Generic, TypeVar

_Held = TypeVar("_Held")

# The quickest: each further level takes longer than it spares.
_LEVEL = 1


@dataclass(frozen=True, slots=True)
class Folded(Generic[_Held]):
    """A value of this very build, as bytes: another process passes it on without a look inside."""

    data: bytes

    @classmethod
    def of(cls, value: _Held) -> Folded[_Held]:
        """Fold a value."""
        return cls(zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), _LEVEL))

    def unfolded(self) -> _Held:
        """The value, made anew each time: who keeps it holds it, and nobody else."""
        value: _Held = pickle.loads(zlib.decompress(self.data))  # noqa: S301 - bytes of our own, that never left our processes
        return value

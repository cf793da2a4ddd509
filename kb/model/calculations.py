"""A question that asks for a value, and the request that it means: from these, the values of a work are recognised in other questions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Calculation:
    """A question of a value of the work, the request that it means, as the engine takes it, and the line that it stands at."""

    question: str
    request: Mapping[str, Any]
    line: int

    @property
    def quantity(self) -> str:
        """The id of the value that is asked for."""
        return str(self.request["quantity"])

"""A section with what stands in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.reading.repairs import Line
from kb.reading.sections import Section
from kb.reading.works.aos.blocks import Block
from kb.reading.works.aos.copies import Home


@dataclass(frozen=True, slots=True)
class Content:
    """A section: the blocks that have their place below it, each with its entry, and its other lines, in order.

    `copies` are the blocks printed there again, each with the id of the first printing.
    """

    section: Section
    blocks: tuple[tuple[Home | None, Block], ...]
    prose: tuple[Line, ...]
    copies: tuple[tuple[str, Block], ...] = ()

    def with_prose(self, numbers: frozenset[int]) -> Content:
        """The section with the lines of these numbers in its prose, as they are printed and where."""
        kept = {line.number: line for line in self.prose if line.number not in numbers}
        lines = (line if line.number in numbers else kept.get(line.number) for line in self.section.lines)
        return replace(self, prose=tuple(line for line in lines if line is not None))

"""What pieces of canonical text are read as, by the grammars alone: each is read once, whatever provision it stands in."""

from dataclasses import dataclass, field
from typing import Self

from kb.model import TimingPhrase
from kb.parsing.blocks import Block
from kb.parsing.fragments import Fields, RawReference, ability_fields, references
from kb.parsing.timing import Occurrence, occurrences, timing
from kb.parsing.transform import parse_block
from kb.system.memory import Memory


@dataclass(frozen=True, slots=True)
class Readings:
    """What pieces are read as: blocks (their lines counted from the first), references, places that say when, timing lines, abilities."""

    blocks: dict[str, Block] = field(default_factory=dict)
    references: dict[str, tuple[RawReference, ...]] = field(default_factory=dict)
    occurrences: dict[str, tuple[Occurrence, ...]] = field(default_factory=dict)
    timings: dict[str, TimingPhrase | None] = field(default_factory=dict)
    abilities: dict[str, Fields] = field(default_factory=dict)

    def reader(self) -> Self:
        """Such as read what is asked of them and is not in these, and hold in the end all that was asked for."""
        return type(self)(
            Memory(parse_block, self.blocks),
            Memory(lambda text: tuple(references(text)), self.references),
            Memory(lambda text: tuple(occurrences(text)), self.occurrences),
            Memory(timing, self.timings),
            Memory(lambda text: ability_fields(text.split("\n")), self.abilities),
        )

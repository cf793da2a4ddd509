"""What pieces of canonical text are read as, by the grammars alone: each is read once, whatever provision it stands in."""

from dataclasses import dataclass, field

from kb.model import TimingPhrase
from kb.parsing.blocks import Block
from kb.parsing.fragments import Fields, RawReference, ability_fields, references
from kb.parsing.timing import Occurrence, occurrences, timing
from kb.parsing.transform import parse_block
from kb.system.memory import Memory


@dataclass(frozen=True, slots=True)
class Readings:
    """What is known beforehand of some pieces: the lines of blocks are counted from the first of each."""

    blocks: dict[str, Block] = field(default_factory=dict)
    references: dict[str, tuple[RawReference, ...]] = field(default_factory=dict)
    occurrences: dict[str, tuple[Occurrence, ...]] = field(default_factory=dict)
    timings: dict[str, TimingPhrase | None] = field(default_factory=dict)
    abilities: dict[str, Fields] = field(default_factory=dict)


class PieceReader:
    """Reads blocks, references, the places that say when, timing lines and the fields of abilities."""

    def __init__(self, known: Readings | None = None) -> None:
        """Begin with what is known."""
        known = known or Readings()
        self.blocks = Memory(parse_block, known.blocks)
        self.references = Memory(lambda text: tuple(references(text)), known.references)
        self.occurrences = Memory(lambda text: tuple(occurrences(text)), known.occurrences)
        self.timings = Memory(timing, known.timings)
        self.abilities = Memory(lambda text: ability_fields(text.split("\n")), known.abilities)

    @property
    def met(self) -> Readings:
        """What all the pieces asked for were read as."""
        return Readings(self.blocks, self.references, self.occurrences, self.timings, self.abilities)

"""Blocks printed several times: one provision, that holds every range where it is printed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from kb.model import Repair
from kb.reading.register import Entry, Form, Part, Register
from kb.reading.repairs import numbers_of
from kb.reading.sections import title_key
from kb.reading.works.aos.blocks import FLAVOUR, Block, Piece

# Two printings of an ability differ by a few words; below this share of common words they are two texts.
_ALIKE = 0.75
_SILENT = frozenset({FLAVOUR, "Moment", "Coût"})
# The other printings of each id.
Copies = Mapping[str, tuple[Block, ...]]
_ABILITIES = frozenset({".aptitude", ".sort", ".ordre", ".priere", ".tactique"})


@dataclass(frozen=True, slots=True)
class Home:
    """An entry that stands for a block: the part and the title under which it is first printed."""

    entry: Entry
    part: str
    title: str


def is_ability(entry: Entry) -> bool:
    """True for an entry whose marks make it an ability."""
    return bool(_ABILITIES & set(entry.marks.split()))


def _homes(part: Part) -> Iterable[Home]:
    """Where the register puts each ability, and each title below another that may be a term."""
    above: list[Entry] = []
    for entry in part.entries:
        if entry.form is Form.HEADING:
            above = [other for other in above if other.level < entry.level]
            yield Home(entry, part.name, above[-1].id if above else "")
            above.append(entry)


class Places:
    """Finds the entry of a block by its name and the title below which it is printed."""

    def __init__(self, register: Register) -> None:
        """Index the entries of the register by the words of their titles."""
        self._homes: dict[tuple[str, ...], list[Home]] = defaultdict(list)
        for home in (home for part in register.parts for home in _homes(part)):
            self._homes[title_key(home.entry.title)].append(home)

    def of(self, name: str, part: str, title: str) -> Home | None:
        """The entry below this title, else the ability of this name, in this part first."""
        found = self._homes.get(title_key(name), [])
        here = [home for home in found if home.title == title and not home.entry.number]
        abilities = [home for home in found if is_ability(home.entry)]
        near = [home for home in abilities if home.part == part]
        return next(iter((*here, *near, *abilities)), None)


def alike(one: Block, other: Block) -> bool:
    """True when two blocks are printings of one text: what both print says nearly the same."""
    shared = frozenset(piece.key for piece in one.pieces) & {piece.key for piece in other.pieces} - _SILENT
    matcher = SequenceMatcher(None, one.words(shared), other.words(shared), autojunk=False)
    return bool(shared) and matcher.ratio() >= _ALIKE


def spread(block: Block, others: Iterable[Block]) -> Mapping[tuple[str, int], tuple[int, ...]]:
    """The source lines of the other printings, by the piece that says the same: its label and occurrence.

    What has no such piece goes with the name, whose label is `nom`.
    """
    known = {key for key, _piece in numbered(block)}
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for other in others:
        found["nom", 1] += other.heading.numbers
        for key, piece in numbered(other):
            place = found[key if key in known else ("nom", 1)]
            place += [number for number in numbers_of(piece.lines) if number not in place]
    return {key: tuple(dict.fromkeys(numbers)) for key, numbers in found.items()}


def numbered(block: Block) -> Iterable[tuple[tuple[str, int], Piece]]:
    """The pieces of a block, each with its label and its occurrence among those of that label."""
    times: Counter[str] = Counter()
    for piece in block.pieces:
        times[piece.key] += 1
        yield (piece.key, times[piece.key]), piece


def silenced(others: Iterable[Block], identifier: str) -> tuple[Repair, ...]:
    """The repairs that say that the words of the other printings are left to the first."""
    reason = f"imprimé plusieurs fois, réuni à « {identifier} »"
    lines = dict.fromkeys(line for other in others for line in other.lines)
    return tuple(Repair(number, line.printed, "", reason) for line in lines for number in line.numbers)

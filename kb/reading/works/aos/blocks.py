"""The blocks of a section: abilities, with their unlabelled parts, and the terms that a line names and explains."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kb.reading.register import Entry
from kb.reading.repairs import Line
from kb.reading.sections import title_words
from kb.reading.works.aos import forms

FLAVOUR, TEXT, BULLET = "", "texte", "puce"
_ROLES = {"ambiance": FLAVOUR, "restriction": "Restriction", "fin": TEXT}


@dataclass(frozen=True, slots=True)
class Home:
    """An entry that may stand for a block: the part and the title under which it is first printed."""

    entry: Entry
    part: str
    title: str


# The home of a name, where it has one: an ability's, or printed before a colon a term's.
Find = Callable[[str], Home | None]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a block: a field by its label, its flavour, a paragraph or a bullet; with the lines that print it."""

    label: str
    text: str
    lines: tuple[Line, ...]

    @property
    def key(self) -> str:
        """Its label, whatever the agreement of its words."""
        return self.label.replace("Utilisée", "Utilisé")


@dataclass(frozen=True, slots=True)
class Block:
    """An ability, or a term: what a section prints under a name that is no title."""

    home: Home
    heading: Line
    pieces: tuple[Piece, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the block, once."""
        return tuple(dict.fromkeys((self.heading, *(line for piece in self.pieces for line in piece.lines))))

    def words(self, keys: frozenset[str]) -> tuple[str, ...]:
        """The words of its pieces of these keys."""
        return title_words(" ".join(piece.text for piece in self.pieces if piece.key in keys))


def cut(lines: Sequence[Line], find: Find) -> tuple[Block, ...]:
    """The blocks that the lines of a section print."""
    blocks: list[Block] = []
    while lines:
        block, taken = _ability(lines, find) or _term(lines, find) or (None, 1)
        blocks += [block] if block else []
        lines = lines[taken:]
    return tuple(blocks)


# A block, and how many lines print it.
_Found = tuple[Block, int]


def _ability(lines: Sequence[Line], find: Find) -> _Found | None:
    """An ability: its timing, perhaps its cost, its name, then its fields in the order printed."""
    when, rest = forms.read(forms.TIMING, lines[0]), lines[1:]
    if when is None:
        return None
    pieces = [Piece("Moment", when[0], (lines[0],))]
    if when[1]:
        pieces.append(Piece("Coût", when[1], (lines[0],)))
    elif rest and re.match(r"^\d{1,2}$", rest[0].text):
        pieces.append(Piece("Coût", rest[0].text, (rest[0],)))
        rest = rest[1:]
    named = forms.read(forms.NAME, rest[0]) if rest else None
    home = find(named[0]) if named else None
    if named is None or home is None:
        return None
    heading, rest = rest[0], rest[1:]
    if named[1]:
        pieces.append(Piece(FLAVOUR, named[1], (heading,)))
    while rest and (more := _part(rest[0], pieces)):
        pieces.append(more)
        rest = rest[1:]
    return Block(home, heading, tuple(pieces)), len(lines) - len(rest)


def _part(line: Line, before: Sequence[Piece]) -> Piece | None:
    """The next part of an ability, or None when the ability is over; the data say what a line without label is."""
    if line.role in _ROLES:
        return Piece(_ROLES[line.role], line.text, (line,))
    if line.role or before[-1].label == "Mots-clés":
        return None
    label, text = forms.field(line)
    if label:
        return Piece(label, text, (line,))
    return Piece(BULLET, line.text, (line,)) if line.bullet else None


def _term(lines: Sequence[Line], find: Find) -> _Found | None:
    """A term before a colon; one explained by its flavour alone is explained by the paragraphs below."""

    def home(line: Line) -> Home | None:
        parts = forms.read(forms.TERM, line)
        return find(parts[0]) if parts else None

    first, found, parts = lines[0], home(lines[0]), forms.read(forms.TERM, lines[0])
    if found is None or parts is None:
        return None
    if not forms.ITALIC.match(parts[1]):
        return Block(found, first, (Piece(TEXT, parts[1], (first,)),)), 1
    below = tuple(takewhile(lambda line: home(line) is None, lines[1:]))
    pieces = (Piece(FLAVOUR, parts[1], (first,)), *(Piece(TEXT, line.text, (line,)) for line in below))
    return Block(found, first, pieces), 1 + len(below)

"""The blocks of a section: abilities, with their unlabelled parts, and the terms that a line names and explains."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kb.reading.repairs import Line
from kb.reading.sections import title_words
from kb.reading.works.aos import forms

FLAVOUR, TEXT, BULLET = "", "texte", "puce"
_ROLES = {"ambiance": FLAVOUR, "restriction": "Restriction", "fin": TEXT}
Known = Callable[[str], bool]


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

    name: str
    heading: Line
    pieces: tuple[Piece, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the block, once."""
        return tuple(dict.fromkeys((self.heading, *(line for piece in self.pieces for line in piece.lines))))

    def words(self, keys: frozenset[str]) -> tuple[str, ...]:
        """The words of its pieces of these keys."""
        return title_words(" ".join(piece.text for piece in self.pieces if piece.key in keys))


def cut(lines: Sequence[Line], known: Known, *, keywords: bool = True) -> tuple[tuple[Block, ...], tuple[Line, ...]]:
    """The blocks of a section and the lines that belong to none.

    Args:
        lines: those below its title.
        known: says whether a name is that of an ability, or printed before a colon that of a term.
        keywords: False where a line of keywords is not the ability's, as on a warscroll.
    """
    blocks: list[Block] = []
    rest: list[Line] = []
    while lines:
        found = _ability(lines, known, keywords=keywords) or _term(lines, known)
        if found:
            blocks.append(found[0])
        else:
            rest.append(lines[0])
        lines = lines[found[1] if found else 1 :]
    return tuple(blocks), tuple(rest)


# A block, and how many lines print it.
_Found = tuple[Block, int]


def _ability(lines: Sequence[Line], known: Known, *, keywords: bool) -> _Found | None:
    """An ability: its timing, perhaps its cost, its name, then its fields in the order printed."""
    when, rest = forms.read(forms.TIMING, lines[0]), lines[1:]
    if when is None:
        return None
    pieces = [Piece("Moment", when[0], (lines[0],))]
    if when[1]:
        pieces.append(Piece("Coût", when[1], (lines[0],)))
    elif rest and (cost := forms.lone_number(rest[0])):
        pieces.append(Piece("Coût", cost, (rest[0],)))
        rest = rest[1:]
    named = forms.read(forms.NAME, rest[0]) if rest else None
    if named is None or not known(named[0]):
        return None
    heading, rest = rest[0], rest[1:]
    if named[1]:
        pieces.append(Piece(FLAVOUR, named[1], (heading,)))
    while rest and (more := _part(rest[0], pieces, keywords=keywords)):
        pieces.append(more)
        rest = rest[1:]
    return Block(named[0], heading, tuple(pieces)), len(lines) - len(rest)


def _part(line: Line, before: Sequence[Piece], *, keywords: bool) -> Piece | None:
    """The next part of an ability, or None when the ability is over; the data say what a line without label is."""
    above = {piece.label for piece in before}
    if line.role in _ROLES:
        return Piece(_ROLES[line.role], line.text, (line,))
    if "Mots-clés" in above:
        return None
    label, text = forms.field(line)
    if label == "Mots-clés":
        return Piece(label, text.replace("**", ""), (line,)) if keywords else None
    if label:
        return Piece(label, text, (line,))
    return Piece(BULLET, line.text, (line,)) if line.bullet and not forms.is_summary(line) else None


def _term(lines: Sequence[Line], known: Known) -> _Found | None:
    """A term before a colon; one explained by its flavour alone is explained by the paragraphs below."""
    parts = forms.read(forms.TERM, lines[0])
    if parts is None or not known(parts[0]):
        return None
    if not forms.is_flavour(parts[1]):
        return Block(parts[0], lines[0], (Piece(TEXT, parts[1], (lines[0],)),)), 1
    below = tuple(takewhile(lambda line: _continues(line, known), lines[1:]))
    pieces = (Piece(FLAVOUR, parts[1], (lines[0],)), *(Piece(TEXT, line.text, (line,)) for line in below))
    return Block(parts[0], lines[0], pieces), 1 + len(below)


def _continues(line: Line, known: Known) -> bool:
    parts = forms.read(forms.TERM, line)
    return not (parts and known(parts[0]))

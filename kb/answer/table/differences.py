"""The difference of two figures, and the rows that hold it: below a title like `Force – Résistance`, « 2 ou plus », « de 0 à -3 »."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.system.data import lexicon, motifs

# A figure with the words before and after it, small ones between left out; the 6 of `1D6` is none.
_FIGURE = re.compile(
    r"(?<!\w)(?!\d*[dD]\d)(?:([^\W\d_]+)[ ]?(?:(?:de|à|a|est)[ ])?)?(\d+)(?!\w|[.,]\d)(?: (?:(?:en|de) |d['’] ?)?([^\W\d_]+))?"
)
_BETWEEN = re.compile(r"\s(?:[-–−]|moins)\s")
_BOUND = re.compile(r"(?:[Dd]e )?([-–−+]?\d+)(?:\s*(\+|ou plus|ou moins)|\s*à\s*([-–−+]?\d+))?")
_SIGNED = re.compile(r"(?<![\w)])[-–−+]\d+(?![\w.+])")
_MORE = frozenset({"+", "ou plus"})


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a question: where it stands, the words before and after it."""

    place: int
    word: str
    number: int
    counted: str


def figures(question: str) -> list[Figure]:
    """The figures of a question whose numbers are in figures, in order; both of « 7 contre 5 en CC » have the word."""
    between = frozenset(word for name in ("entre", "jet") for word in lexicon("tableaux")[name]["mots"])
    read, counted = list[Figure](), ""
    for found in reversed(list(_FIGURE.finditer(question))):
        word, after = found[1] or "", found[3] or ""
        # The last read, which follows this one, has said what both count.
        counted = after if after not in between else "" if word and word not in between else counted
        read.append(Figure(found.start(2), "" if word in between else word, int(found[2]), counted))
    return read[::-1]


def compares(title: str) -> bool:
    """True when what stands below a title are differences."""
    return _BETWEEN.search(title) is not None


def differences(
    title: str, question: str, normalised: str, said: Sequence[Figure], speaks_of: Callable[[str, str], bool]
) -> list[int]:
    """The differences that a question tells below a title, in order; `speaks_of` is whether words of a title have a word.

    One that is said with its sign or as a difference, else those of its figures two by two, each with a word of its side of the title.
    """
    sides = _BETWEEN.split(title)
    if len(sides) != len("AB"):
        return []
    signed = _SIGNED.findall(question)
    if len(said) == 1:
        more = motifs("tableaux", "difference-en-plus").search(normalised)
        less = motifs("tableaux", "difference-en-moins").search(normalised)
        found = [_number(one) for one in signed[:1]]
        found += [int(more["nombre"])] if more is not None else []
        found += [-int(less["nombre"] or less["apres"])] if less is not None else []
        return found[:1]
    found = []
    for first, second in zip(said[::2], said[1::2], strict=False):
        one, other = (_word(figure, side, speaks_of) for figure, side in zip((first, second), sides, strict=True))
        if one is not None and other is not None and (one or other):
            found.append(first.number - second.number)
    return found


def without_difference(normalised: str) -> str:
    """A question without the words that tell a difference: they say nothing of what differs."""
    for name in ("difference-en-plus", "difference-en-moins"):
        normalised = motifs("tableaux", name).sub(" ", normalised)
    return normalised


def _word(figure: Figure, side: str, speaks_of: Callable[[str, str], bool]) -> str | None:
    """The word of a figure that its side of a title has; an empty one when it has none of its own, None when it is of another side."""
    spoken = [word for word in (figure.word, figure.counted) if word and speaks_of(side, word)]
    return next(iter(spoken), None if not speaks_of(side, figure.word) else "")


def holds(printed: str, difference: int) -> bool:
    """True when the first cell of a row holds a difference."""
    bound = _BOUND.fullmatch(printed.strip())
    if bound is None:
        return False
    value = _number(bound[1])
    if not bound[2]:
        ends = sorted((value, _number(bound[3] or bound[1])))
        return ends[0] <= difference <= ends[1]
    return difference >= value if bound[2] in _MORE else difference <= value


def _number(printed: str) -> int:
    """A number as printed, whatever its sign is made of."""
    return int(printed.replace("−", "-").replace("–", "-"))

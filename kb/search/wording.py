"""How a question or a clause is worded: its words, the pairs that follow each other, the sides it takes, what it denies, its figures.

The index keeps the words that carry the matter. Two questions on one matter may still have contrary answers (« elle garde son bonus ? »,
« elle perd son bonus ? »): what tells them apart is the rest.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np
import numpy.typing as npt

from kb.model import Lexicon, Opposition
from kb.words import words

# What holds « ne » or « pas » without denying anything.
_EMPTY = re.compile(r"\best ce qu\w*|\bn est ce pas\b|\bn importe\b|\bou (?:non|pas)\b|\bpourquoi pas\b|\bpas mal\b")
_BOTH_PARTS = re.compile(
    r"\b(?:ne|n)\b(?: \w+){0,6}? (?:pas|plus|jamais|aucun\w*|rien|personne|ni|point)\b"
    r"|\baucun\w*\b(?: \w+){0,4}? (?:ne|n)\b"
)
_ONE_PART = re.compile(r"\b(?:pas|jamais|aucun\w*)\b")
_CLAUSE = re.compile(r"[,:;.?!«»()]|\s[-–—]\s")
_NOTHING = re.compile(r"(?!)")
# The ends of a question, as words of a pair.
_FIRST, _LAST = "<", ">"

WORDED = np.dtype(
    [
        ("segment", "<u4"), ("sides", "<u4"), ("denies", "u1"), ("figures", "<u4"), ("marks", "<u8"),
        ("words", "<f4"), ("pairs", "<f4"), ("leaning", "<f4"), ("end", "<u4"),
    ]
)  # fmt: skip
"""A clause, or a question that has a verdict: its segment, the sides it takes, what it denies, its figures and marks.

Then the lengths of its words and pairs; towards which verdict it leans what is like it (see `kb.search.leaning`), a clause towards none;
last, where its terms end among those of all.
"""

TERMS = np.dtype("<u4")
"""The number of a word or pair of words, in order of terms."""

BRING = (0.545, 0.273, 0.182)
"""What the likeness of keys, of words and of pairs of words bring to the likeness of two questions."""

Array = npt.NDArray[np.void]
Floats = npt.NDArray[np.float32]
Booleans = npt.NDArray[np.bool_]

_SIDES = 16
_ONE_SIDE = np.uint32((1 << _SIDES) - 1)
ASKED, TOLD, ASKED_BY_WORD, TOLD_BY_WORD = 1, 2, 4, 8
"""What is denied: what the last clause asks, what the clauses before it tell; then the same, by a word that denies (« interdit »).

Denying twice is no denial.
"""

# The figures below this one have a bit each, the others (large ones, dice) share those left; the bits of the things that tell apart.
_FIGURES, _OTHERS, _MARKS = 24, 8, 64


@dataclass(frozen=True, slots=True)
class Wording:
    """The words and the pairs of words of a question; a bit a side taken (the first side of each opposition low); what it denies.

    Then a bit a figure it holds, a bit for each thing of the lexicon that tells two cases apart.
    """

    terms: tuple[str, ...]
    sides: int
    denies: int
    figures: int
    marks: int


def wording_of(text: str, lexicon: Lexicon) -> Wording:
    """The wording of a question."""
    clauses = [words(clause) for clause in _CLAUSE.split(text)]
    # What parts two clauses is in no word.
    said = [*chain.from_iterable(clauses)]
    *told, asked = [bare for clause in clauses if (bare := _EMPTY.sub(" ", " ".join(clause)).strip())] or [""]
    return Wording(
        # In order: lengths add up to the same whatever the run.
        terms=tuple(sorted({*said, *map(" ".join, pairwise([_FIRST, *said, _LAST]))})) if said else (),
        sides=_sides(asked, lexicon.oppositions),
        denies=_denied(asked, told, _pattern(lexicon.negations)),
        figures=_figures(said, lexicon.figures),
        marks=_marks(said, lexicon.distinctions),
    )


def _denied(asked: str, told: Sequence[str], denying: re.Pattern[str]) -> int:
    before = " ".join(told)
    return (
        ASKED * (_denials(asked) % 2)
        + TOLD * (sum(map(_denials, told)) % 2)
        + ASKED_BY_WORD * (len(denying.findall(asked)) % 2)
        + TOLD_BY_WORD * (len(denying.findall(before)) % 2)
    )


def _denials(clause: str) -> int:
    return len(_BOTH_PARTS.findall(clause)) + len(_ONE_PART.findall(_BOTH_PARTS.sub(" ", clause)))


def _sides(asked: str, oppositions: tuple[Opposition, ...]) -> int:
    """What is asked takes a side when it has a word of that one and none of the other."""
    found = 0
    for place, (first, second) in enumerate(_patterns(oppositions)):
        one, other = first.search(asked) is not None, second.search(asked) is not None
        if one != other:
            found |= 1 << (place if one else place + _SIDES)
    return found


def _figures(said: Iterable[str], named: tuple[tuple[str, str], ...]) -> int:
    figures, found = dict(named), 0
    for word in said:
        figure = figures.get(word, word)
        if figure.isdecimal() and int(figure) < _FIGURES:
            found |= 1 << int(figure)
        elif any(map(str.isdigit, figure)):
            found |= 1 << (_FIGURES + zlib.crc32(figure.encode()) % _OTHERS)
    return found


def _marks(said: Iterable[str], distinctions: tuple[tuple[str, ...], ...]) -> int:
    places = _places(distinctions)
    return sum(1 << place for place in {places[word] for word in said if word in places})


@lru_cache(maxsize=16)
def _places(distinctions: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    """Beyond the bits that there are, several things share one."""
    return {word: place % _MARKS for place, words in enumerate(distinctions) for word in words}


@lru_cache(maxsize=16)
def _patterns(oppositions: tuple[Opposition, ...]) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((_pattern(opposition.one), _pattern(opposition.other)) for opposition in oppositions)


@lru_cache(maxsize=64)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """A word that ends with a star stands for all that begin like it; no phrase at all, for nothing."""
    if not phrases:
        return _NOTHING
    told = "|".join(
        re.escape(phrase.removesuffix("*")) + (r"\w*" if phrase.endswith("*") else "") for phrase in phrases
    )
    return re.compile(rf"\b(?:{told})\b")


def is_pair(term: str) -> bool:
    """True for two words, false for one."""
    return " " in term


def rarity(questions: int, holding: int) -> float:
    """How much a term tells, the square of what it brings to a resemblance: more when fewer of the questions have it."""
    return float(np.log((1 + questions) / (1 + holding)) + 1) ** 2


def rarities(wordings: Iterable[Wording]) -> dict[str, float]:
    """How much each term of some wordings tells, in order of the terms."""
    told = list(wordings)
    held = Counter(chain.from_iterable(wording.terms for wording in told))
    of_count = {count: rarity(len(told), count) for count in set(held.values())}
    return {term: of_count[held[term]] for term in sorted(held)}


def pack(
    wordings: Mapping[int, Wording], rare: Mapping[str, float], leanings: Mapping[int, float]
) -> tuple[bytes, bytes]:
    """Wordings in order of their segments, then the terms of each of them, as bytes.

    Args:
        wordings: of a clause, or of a question that has a verdict, by the number of its segment.
        rare: the rarity of each term, in order.
        leanings: of the questions that lean to a verdict, by the number of their segment.
    """
    told = [wording for _segment, wording in sorted(wordings.items())]
    numbers = {term: number for number, term in enumerate(rare)}
    at = np.fromiter((numbers[term] for wording in told for term in wording.terms), TERMS)
    sizes = [len(wording.terms) for wording in told]
    rows = np.repeat(np.arange(len(told)), sizes)
    brought = np.array(list(rare.values()))[at]
    paired = np.array([is_pair(term) for term in rare], dtype=np.bool_)[at]
    of_words, of_pairs = (
        np.sqrt(np.bincount(rows[which], brought[which], minlength=len(told))) for which in (~paired, paired)
    )
    packed = np.zeros(len(told), dtype=WORDED)
    packed["segment"] = sorted(wordings)
    packed["sides"] = [wording.sides for wording in told]
    packed["denies"] = [wording.denies for wording in told]
    packed["figures"] = [wording.figures for wording in told]
    packed["marks"] = [wording.marks for wording in told]
    packed["words"], packed["pairs"] = of_words, of_pairs
    packed["leaning"] = [leanings.get(segment, 0.0) for segment in sorted(wordings)]
    packed["end"] = np.cumsum(sizes)
    return packed.tobytes(), at.tobytes()


def contrary(one: npt.NDArray[np.uint32], other: int) -> Booleans:
    """True for the questions that take the other side than one that takes the sides `other`, on any opposition."""
    first, second = other & int(_ONE_SIDE), other >> _SIDES
    opposed = ((one & _ONE_SIDE) & np.uint32(second)) | ((one >> _SIDES) & np.uint32(first))
    return np.asarray(opposed != 0)

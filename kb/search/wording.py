"""How a question is worded, beyond the keys that search goes by: its words in order, what it denies, its sides, its figures.

Two questions on one matter may still have contrary answers (« elle garde son bonus ? », « elle perd son bonus ? »): what tells them
apart is here. Only what these words are is language; it stands in `corpus/lexicon`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from kb.model import Lexicon, Opposition
from kb.model.words import words
from kb.store import SIDES, Wording

# What holds « ne » or « pas » without denying anything.
_EMPTY = re.compile(
    r"\best ce qu\w*|\bn est ce pas\b|\bn importe\b|\bou (?:non|pas)\b|\bpourquoi pas\b|\bpas mal\b"
    # What asks for a nod asks nothing of its own.
    r"|\b(?:on est|nous sommes) (?:bien )?d accord(?: qu\w*)?|\bc est (?:bien )?(?:ca|cela|exact|juste|vrai)(?: qu\w*)?\b"
)
_BOTH_PARTS = re.compile(
    r"\b(?:ne|n)\b(?: \w+){0,6}? (?:pas|plus|jamais|aucun\w*|rien|personne|ni|point)\b"
    r"|\baucun\w*\b(?: \w+){0,4}? (?:ne|n)\b"
)
_ONE_PART = re.compile(r"\b(?:pas|jamais|aucun\w*)\b")
_CLAUSE = re.compile(r"[,:;.?!«»()]|\s[-–—]\s")
_NOTHING = re.compile(r"(?!)")

# Figures below this one have a bit each; the others (large ones, dice) share those above. Distinctions have the bits of one integer.
_FIGURES, _OTHERS, _DISTINCTIONS = 24, 8, 62


def wording_of(text: str, lexicon: Lexicon) -> Wording:
    """The wording of a question."""
    clauses = [words(clause) for clause in _CLAUSE.split(text)]
    said = [*chain.from_iterable(clauses)]
    *before, asked = [bare for clause in clauses if (bare := _EMPTY.sub(" ", " ".join(clause)).strip())] or [""]
    denying = _pattern(lexicon.negations)
    return Wording(
        words=" ".join(said),
        # Denying twice is no denial.
        denied=(_denials(asked) + len(denying.findall(asked))) % 2 == 1,
        denied_before=any(_denials(clause) or denying.search(clause) for clause in before),
        sides=_sides(asked, lexicon.oppositions),
        figures=_figures(said, lexicon.figures),
        distinctions=_distinctions(said, lexicon.distinctions),
    )


def _denials(clause: str) -> int:
    return len(_BOTH_PARTS.findall(clause)) + len(_ONE_PART.findall(_BOTH_PARTS.sub(" ", clause)))


def _sides(asked: str, oppositions: tuple[Opposition, ...]) -> int:
    """What is asked takes a side when it has a word of that one and none of the other."""
    found = 0
    if not _either(oppositions).search(asked):
        return found
    for place, opposition in enumerate(oppositions):
        one, other = (_pattern(side).search(asked) is not None for side in (opposition.one, opposition.other))
        if one != other:
            found |= 1 << (place if one else place + SIDES)
    return found


def _figures(said: Iterable[str], named: tuple[tuple[str, str], ...]) -> int:
    figures, found = _numbers(named), 0
    for word in said:
        figure = figures.get(word, word)
        if figure.isdecimal() and int(figure) < _FIGURES:
            found |= 1 << int(figure)
        elif any(map(str.isdigit, figure)):
            found |= 1 << (_FIGURES + zlib.crc32(figure.encode()) % _OTHERS)
    return found


def _distinctions(said: Iterable[str], distinctions: tuple[tuple[str, ...], ...]) -> int:
    places = _places(distinctions)
    found = 0
    for word in said:
        if word in places:
            found |= 1 << places[word]
    return found


@lru_cache(maxsize=16)
def _numbers(named: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return dict(named)


@lru_cache(maxsize=16)
def _places(distinctions: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    """Beyond the bits that there are, several things share one."""
    return {word: place % _DISTINCTIONS for place, words in enumerate(distinctions) for word in words}


@lru_cache(maxsize=16)
def _either(oppositions: tuple[Opposition, ...]) -> re.Pattern[str]:
    """Any word of any side."""
    return _pattern(tuple(chain.from_iterable((*part.one, *part.other) for part in oppositions)))


@lru_cache(maxsize=256)
def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """A word that ends with a star stands for all that begin like it; no phrase at all, for nothing."""
    if not phrases:
        return _NOTHING
    either = "|".join(
        re.escape(phrase.removesuffix("*")) + (r"\w*" if phrase.endswith("*") else "") for phrase in phrases
    )
    return re.compile(rf"\b(?:{either})\b")

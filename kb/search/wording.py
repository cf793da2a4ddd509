"""How a question is worded, beyond the keys that search goes by: its words in order, what it denies, its sides, its figures.

Two questions on one matter may still have contrary answers (« elle garde son bonus ? », « elle perd son bonus ? »): what tells them
apart is here. Only what these words are is language; it stands in `corpus/lexicon`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from functools import cache, reduce
from itertools import chain
from operator import or_

from kb.model import Lexicon
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


class Wordings:
    """Says how questions are worded, by the words of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Prepare its words; the bits of a word are worked out once."""
        parts = list(enumerate(lexicon.oppositions))
        sides = [(1 << place, part.one) for place, part in parts]
        sides += [(1 << (place + SIDES), part.other) for place, part in parts]
        self._sides = [(bit, _pattern(phrases)) for bit, phrases in sides]
        longer = [(bit, [phrase for phrase in phrases if " " in phrase]) for bit, phrases in sides]
        self._longer = [(bit, _pattern(phrases)) for bit, phrases in longer if phrases]
        self._denying = _pattern(lexicon.negations)
        self._numbers = dict(lexicon.figures)
        # Beyond the bits that there are, several things share one.
        self._distinct = {
            word: 1 << (place % _DISTINCTIONS) for place, words in enumerate(lexicon.distinctions) for word in words
        }
        self._side = cache(self._side_of)
        self._figure = cache(self._figure_of)

    def of(self, text: str) -> Wording:
        """The wording of a question."""
        clauses = [words(clause) for clause in _CLAUSE.split(text)]
        said = [*chain.from_iterable(clauses)]
        *before, asked = [bare for clause in clauses if (bare := _EMPTY.sub(" ", " ".join(clause)).strip())] or [""]
        return Wording(
            words=" ".join(said),
            # Denying twice is no denial.
            denied=(_denials(asked) + len(self._denying.findall(asked))) % 2 == 1,
            denied_before=any(_denials(clause) or self._denying.search(clause) for clause in before),
            sides=self._taken(asked),
            figures=_all(map(self._figure, said)),
            distinctions=_all(self._distinct.get(word, 0) for word in said),
        )

    def _taken(self, asked: str) -> int:
        """What is asked takes a side when it has a word of that one and none of the other."""
        found = _all(map(self._side, asked.split())) | _all(bit for bit, phrase in self._longer if phrase.search(asked))
        both = found & (found >> SIDES) & ((1 << SIDES) - 1)
        return found & ~(both | both << SIDES)

    def _side_of(self, word: str) -> int:
        return _all(bit for bit, pattern in self._sides if pattern.search(word))

    def _figure_of(self, word: str) -> int:
        figure = self._numbers.get(word, word)
        if figure.isdecimal() and int(figure) < _FIGURES:
            return 1 << int(figure)
        return 1 << (_FIGURES + zlib.crc32(figure.encode()) % _OTHERS) if any(map(str.isdigit, figure)) else 0


def _all(bits: Iterable[int]) -> int:
    return reduce(or_, bits, 0)


def _denials(clause: str) -> int:
    return len(_BOTH_PARTS.findall(clause)) + len(_ONE_PART.findall(_BOTH_PARTS.sub(" ", clause)))


def _pattern(phrases: Iterable[str]) -> re.Pattern[str]:
    """A word that ends with a star stands for all that begin like it; no phrase at all, for nothing."""
    either = "|".join(
        re.escape(phrase.removesuffix("*")) + (r"\w*" if phrase.endswith("*") else "") for phrase in phrases
    )
    return re.compile(rf"\b(?:{either})\b") if either else _NOTHING

"""The stance of a question: does it ask what is allowed, ordered, forbidden, lost, kept, limited, denied?

Two questions that share their words and not their stance may have contrary answers.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kb.model import Lexicon
from kb.words import words

# What holds « ne » or « pas » without denying anything.
_EMPTY = re.compile(r"\best ce qu\w*|\bn est ce pas\b|\bn importe\b")


def stance_of(text: str, lexicon: Lexicon) -> int:
    """The stances of a question as bits, in the order of the lexicon."""
    said = _EMPTY.sub("", " ".join(words(text)))
    return sum(1 << bit for bit, pattern in enumerate(_patterns(lexicon.stances)) if pattern.search(said))


@lru_cache(maxsize=16)
def _patterns(stances: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str], ...]:
    """A pattern a stance; a word that ends with a star stands for all that begin like it."""
    return tuple(re.compile(rf"\b(?:{'|'.join(map(_pattern, listed.split(',')))})\b") for _name, listed in stances)


def _pattern(word: str) -> str:
    return re.escape(word.removesuffix("*")) + (r"\w*" if word.endswith("*") else "")

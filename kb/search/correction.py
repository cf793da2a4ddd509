"""Misspelt words: a word that neither the rulebook nor the dictionary knows becomes the one that lies one slip away."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import islice

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.model.words import ELIDED, fold
from kb.search.analysis import Analyzer

_WORD = re.compile(r"[^\W\d_]+")
# A shorter word has too many neighbours to tell which was meant.
_LEAST_LENGTH = 5
# How many words of a question are looked for among those of a rulebook: a text with more of them unknown is not in its language.
_MOST = 40


class Speller:
    """Mends the words of a question, by the words of a rulebook."""

    def __init__(self, uses: Mapping[str, int], analyzer: Analyzer) -> None:
        """Take the words of the rulebook, as written, with how often each stands there."""
        self._analyzer = analyzer
        self._written: dict[str, tuple[int, str]] = {}
        for form, count in uses.items():
            bare = fold(form)
            self._written[bare] = max(self._written.get(bare, (0, "")), (count, form))

    def mend(self, text: str, others: Sequence[Speller] = ()) -> str | None:
        """The text with its misspelt words replaced; none when there is nothing to mend.

        `others` are the rulebooks asked besides: a word that one of them uses is no slip. Past the bound, words stay as they are.
        """
        spellers = (self, *others)
        unknown = (word for word in dict.fromkeys(_WORD.findall(text)) if _unknown(word, spellers))
        nearest = {word: self._nearest(word) for word in islice(unknown, _MOST)}
        mended = _WORD.sub(lambda match: nearest.get(match[0], match[0]), text) if nearest else text
        return mended if mended != text else None

    def knows(self, word: str) -> bool:
        """True for a word of the rulebook or of the language, half of one before an apostrophe, or one that the lexicon speaks of."""
        known, lowered = self._analyzer, word.lower()
        return (
            fold(word) in self._written
            or lowered in ELIDED
            or lowered in known.lexicon.stopwords
            or known.knows(lowered)
        )

    @cached_property
    def _halves(self) -> dict[str, list[str]]:
        """The words of the rulebook by how they begin and by how they end, each for all that may be meant by it.

        A slip leaves one half of a word as it is: its first letters, or as many of its last.
        """
        found: dict[str, list[str]] = defaultdict(list)
        for form in self._written:
            if len(form) >= _LEAST_LENGTH - 1:
                for half in {_half(len(form) + slip) for slip in (-1, 0, 1)}:
                    found[f"{form[:half]}-"].append(form)
                    found[f"-{form[-half:]}"].append(form)
        return found

    def _nearest(self, word: str) -> str:
        """The word of the rulebook that a slip parts from another; the word itself when none is."""
        bare = fold(word)
        half = _half(len(bare))
        choices = {*self._halves.get(f"{bare[:half]}-", ()), *self._halves.get(f"-{bare[-half:]}", ())}
        near = process.extract(bare, choices, scorer=OSA.distance, score_cutoff=1, limit=None)
        # Two words that mean different things lie as near: the one that the rulebook uses most is meant, and the reader is warned.
        _count, best = max((self._written[form] for form, _distance, _place in near), default=(0, word))
        return best


def _half(length: int) -> int:
    """How many letters are left as they were, at one end, in a word of that length with one slip in it."""
    return (length - 1) // 2


def _unknown(word: str, spellers: Sequence[Speller]) -> bool:
    return len(fold(word)) >= _LEAST_LENGTH and not any(speller.knows(word) for speller in spellers)

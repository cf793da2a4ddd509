"""Misspelt words: a word that neither the rulebook nor the dictionary knows becomes the one that lies one slip away."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.model.words import ELIDED, fold
from kb.search.analysis import Analyzer

_WORD = re.compile(r"[^\W\d_]+")
# A shorter word has too many neighbours to tell which was meant.
_LEAST_LENGTH = 5


class Speller:
    """Mends the words of a question, by the words of a rulebook."""

    def __init__(self, uses: Mapping[str, int], analyzer: Analyzer) -> None:
        """Take the words of the rulebook, as written, with how often each stands there."""
        self._analyzer = analyzer
        self._written: dict[str, tuple[int, str]] = {}
        for form, count in uses.items():
            bare = fold(form)
            self._written[bare] = max(self._written.get(bare, (0, "")), (count, form))
        self._choices = [form for form in self._written if len(form) >= _LEAST_LENGTH - 1]

    def mend(self, text: str, others: Sequence[Speller] = ()) -> str | None:
        """The text with its misspelt words replaced; none when there is nothing to mend.

        `others` are the rulebooks asked besides: a word that one of them uses is no slip.
        """
        mended = _WORD.sub(lambda match: self._mended(match[0], others), text)
        return mended if mended != text else None

    def uses(self, word: str) -> bool:
        """True for a word of the rulebook or of the language, half of one before an apostrophe, or one that the lexicon speaks of."""
        known, lowered = self._analyzer, word.lower()
        return (
            fold(word) in self._written
            or lowered in ELIDED
            or known.knows(lowered)
            or lowered in known.lexicon.stopwords
        )

    def _mended(self, word: str, others: Sequence[Speller]) -> str:
        bare = fold(word)
        if len(bare) < _LEAST_LENGTH or self.uses(word) or any(other.uses(word) for other in others):
            return word
        near = process.extract(bare, self._choices, scorer=OSA.distance, score_cutoff=1, limit=None)
        # Two words that mean different things lie as near: the one that the rulebook uses most is meant, and the reader is warned.
        _count, best = max((self._written[form] for form, _distance, _place in near), default=(0, word))
        return best

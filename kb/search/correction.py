"""Misspelt words: a word that neither the rulebook nor the dictionary knows becomes the one that lies one slip away."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.search.analysis import Analyzer
from kb.words import fold

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

    def mend(self, text: str) -> str | None:
        """The text with its misspelt words replaced; none when there is nothing to mend."""
        mended = _WORD.sub(lambda match: self._mended(match[0]), text)
        return mended if mended != text else None

    def _mended(self, word: str) -> str:
        bare = fold(word)
        if len(bare) < _LEAST_LENGTH or bare in self._written or self._known(word):
            return word
        near = process.extract(bare, self._choices, scorer=OSA.distance, score_cutoff=1, limit=None)
        # Two words that mean different things lie as near: the one that the rulebook uses most is meant, and the reader is told.
        _count, best = max((self._written[form] for form, _distance, _place in near), default=(0, word))
        return best

    def _known(self, word: str) -> bool:
        """True for a word of the language, or one that the lexicon gives a meaning to."""
        analyzer = self._analyzer
        lowered = word.lower()
        return analyzer.knows(lowered) or lowered in analyzer.lexicon.stopwords

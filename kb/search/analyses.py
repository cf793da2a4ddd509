"""What texts come to under one lexicon: worked out once, and kept from one build to the next by whoever hands it on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.model import Lexicon
from kb.model.words import tokens
from kb.search.analysis import Analyzer
from kb.store import Wording


class Analysis(NamedTuple):
    """The words of a text as they are written, and its keys, in order."""

    tokens: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beforehand of some texts, of some questions as they are worded, and of the key of some words."""

    texts: dict[str, Analysis] = field(default_factory=dict)
    wordings: dict[str, Wording] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)


class Analyses:
    """Analyses each text once; `met` is what all of them came to, to be known beforehand another time."""

    def __init__(self, lexicon: Lexicon, known: Known | None = None) -> None:
        """Begin with what is known."""
        self._analyzer, self._known, self.met = Analyzer(lexicon), known or Known(), Known()

    def of(self, text: str) -> Analysis:
        """The words and keys of a text."""
        found = self.met.texts.get(text)
        if found is None:
            found = self.met.texts[text] = self._known.texts.get(text) or self._analysed(text)
        return found

    def _analysed(self, text: str) -> Analysis:
        written = tokens(text)
        return Analysis(tuple(written), tuple(self._analyzer.keys_of(written, text)))

    def wording(self, question: str) -> Wording:
        """How a question is worded."""
        found = self.met.wordings.get(question)
        if found is None:
            known = self._known.wordings.get(question)
            found = self.met.wordings[question] = known or self._analyzer.wordings.of(question)
        return found

    def forms(self, words: Iterable[str]) -> dict[str, str]:
        """Each word with its key."""
        known = self._known.forms
        self.met.forms.update((word, known.get(word) or self._analyzer.analysed(word)) for word in words)
        return self.met.forms

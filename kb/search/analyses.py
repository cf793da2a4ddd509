"""What texts come to under one lexicon: worked out once, and kept from one build to the next by whoever hands it on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.model import Lexicon
from kb.model.words import tokens
from kb.search.analysis import Analyzer
from kb.search.classifying import Classifier, examples, trained
from kb.store import Wording
from kb.system.memory import Memory


class Analysis(NamedTuple):
    """The words of a text as they are written, and its keys, in order."""

    tokens: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beforehand of some texts, of some questions as they are worded, of the key of some words, of what was learnt."""

    texts: dict[str, Analysis] = field(default_factory=dict)
    wordings: dict[str, Wording] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)
    classifiers: dict[str, dict[str, int]] = field(default_factory=dict)


class Analyses:
    """Analyses each text once; `met` is what all of them came to, to be known beforehand another time."""

    def __init__(self, lexicon: Lexicon, known: Known | None = None) -> None:
        """Begin with what is known."""
        known = known or Known()
        self._lexicon = lexicon
        # What is known of words spares opening the dictionary.
        self._analyzer = Analyzer(lexicon, known.forms.items())
        self._texts = Memory(self._analysed, known.texts)
        self._wordings = Memory(self._analyzer.wordings.of, known.wordings)
        self._forms = Memory(self._analyzer.analysed, known.forms)
        self._classifiers: dict[str, dict[str, int]] = {}
        self._learnt = known.classifiers
        self.of, self.wording = self._texts.__getitem__, self._wordings.__getitem__

    @property
    def met(self) -> Known:
        """What all the texts came to."""
        return Known(self._texts, self._wordings, self._forms, self._classifiers)

    def classifier(self, questions: Sequence[tuple[str, str]]) -> Classifier:
        """What tells apart the questions that have yes and no (text, verdict)."""
        taught = examples((verdict, self.wording(text)) for text, verdict in questions if verdict)
        digest = hashlib.sha256(repr(taught).encode()).hexdigest()
        known = self._learnt.get(digest)
        found = self._classifiers[digest] = trained(taught) if known is None else known
        return found

    def _analysed(self, text: str) -> Analysis:
        written = tokens(text)
        return Analysis(tuple(written), tuple(self._analyzer.keys_of(written, text)))

    def forms(self, words: Iterable[str]) -> dict[str, str]:
        """Each word with its key."""
        return {word: self._forms[word] for word in words}

    def asking(self, forms: Iterable[tuple[str, str]]) -> Analyzer:
        """What analyses a question asked of a base that holds some forms; other words come to what they did before."""
        return Analyzer(self._lexicon, forms, self._forms)

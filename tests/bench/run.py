"""What a run reads and how much of it, for every part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kb.answer import Answerer
from kb.evaluation import Question, read_questions
from kb.store import KnowledgeBase
from tests.bench.thinning import thinned_bases

# The least that shows that everything runs: so many questions of a set, so many seconds of load.
_FEW, _BLINK = 12, 1.0
# How many questions of each rule are kept, to see what they bring.
_DENSITIES = (0, 4, 8, 16, 32)


@dataclass(frozen=True)
class Bench:
    """One run: the base asked, the publications that it was built with if any, the questions and scenarios, a folder thrown away.

    `quick` measures nothing, and shows that all of it works; `sizes` are how many times the corpus, for the builds that grow.
    """

    path: Path
    texts: Path | None
    tests: Path
    folder: Path
    quick: bool = False
    sizes: tuple[int, ...] = (1, 10)

    @cached_property
    def base(self) -> KnowledgeBase:
        """The base asked."""
        return KnowledgeBase(self.path)

    @cached_property
    def answerer(self) -> Answerer:
        """What answers from it."""
        return Answerer(self.base)

    @cached_property
    def thin(self) -> Mapping[int | None, KnowledgeBase]:
        """Bases of which each rule keeps so many questions, the publications included; made once a run."""
        texts = [self.texts] if self.texts else []
        return dict(thinned_bases(texts, self.folder, _DENSITIES[: 2 if self.quick else None]))

    @cached_property
    def works(self) -> tuple[str, ...]:
        """The works asked; the lightest alone in a quick run."""
        lightest_first = sorted(self.base.works(), key=lambda info: info.nodes)
        return tuple(info.work for info in lightest_first[: 1 if self.quick else None])

    @cached_property
    def measurable(self) -> frozenset[str]:
        """The works whose publication the base holds: the lines that answer are counted in it."""
        return frozenset(info.work for info in self.base.works() if "texte" in info.layers)

    def sets(self, part: str) -> list[Path]:
        """The question sets of a part (`dev` or `held`)."""
        return sorted((self.tests / "questions" / part).glob("*.jsonl"))

    def questions(self, part: str) -> Sequence[Question]:
        """The questions of a part; in a quick run a few, spread over its sets."""
        found = [question for question in read_questions(self.sets(part)) if question.game in self.works]
        return found[:: max(1, len(found) // _FEW)] if self.quick else found

    def rounds(self, usual: int) -> int:
        """How often something is timed."""
        return 1 if self.quick else usual

    def lasting(self, usual: float) -> float:
        """How long a load lasts, in seconds."""
        return _BLINK if self.quick else usual

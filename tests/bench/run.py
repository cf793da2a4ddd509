"""What a run reads and how much of it, for every part."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from kb.answer import Answerer
from kb.build import EXAMPLE, assemble
from kb.build.works import publications, works_in
from kb.evaluation import JudgedQuestion, read_questions
from kb.model import Question as Written
from kb.model import Rulebook
from kb.reading.corpus import read_corpus
from kb.reading.recognise import read_publication
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bases import write_base

# The least that shows that everything runs: so many questions of a set, so many seconds of load.
_FEW, _BLINK = 12, 1.0
DENSITIES = (0, 4, 8, 16)
"""How many questions of each rule are kept, to see what they bring and to learn of thin books."""


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
        return dict(thinned_bases(texts, self.folder, DENSITIES[: 2 if self.quick else None]))

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

    def questions(self, part: str) -> Sequence[JudgedQuestion]:
        """The questions of a part; in a quick run a few, spread over its sets."""
        found = [question for question in read_questions(self.sets(part)) if question.game in self.works]
        return found[:: max(1, len(found) // _FEW)] if self.quick else found

    def answerable(self, part: str) -> list[JudgedQuestion]:
        """Those about a work whose publication is there to be counted in."""
        return [question for question in self.questions(part) if question.game in self.measurable]

    def rounds(self, usual: int) -> int:
        """How often something is timed."""
        return 1 if self.quick else usual

    def lasting(self, usual: float) -> float:
        """How long a load lasts, in seconds."""
        return _BLINK if self.quick else usual


def thinned_bases(
    texts: Sequence[Path], folder: Path, densities: Sequence[int | None]
) -> Iterator[tuple[int | None, KnowledgeBase]]:
    """A base for each density, None for all the questions, of the bundled works and the publications in `texts`."""
    built = tuple(_books(texts))
    for density in densities:
        books = tuple(replace(book, questions=tuple(_kept(book, density))) for book in built)
        path = folder / f"{'all' if density is None else density}.sqlite"
        write_base(books, path, unlisted={EXAMPLE})
        yield density, KnowledgeBase(path)


def _books(texts: Sequence[Path]) -> Iterator[Rulebook]:
    """Every bundled work, linked: its précis, and its publication where there is one."""
    corpus = data_dir("corpus")
    files = [(folder, read_corpus(folder)) for folder in works_in(corpus, [])]
    files += [(corpus / work, read_publication(path).texts) for work, path in publications(texts, corpus, [])]
    yield from (assemble(texts, folder, corpus / "lexicon")[0] for folder, texts in files)


def _kept(book: Rulebook, density: int | None) -> Iterator[Written]:
    """The first questions of each rule; what asks for an absent matter is kept: a book says what it leaves out in a line each."""
    asked: Counter[str] = Counter()
    for question in book.questions:
        asked[question.provision] += 1
        if density is None or "/?" in question.provision or asked[question.provision] <= density:
            yield question

"""What a run reads and how much of it, for every part."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from kb.answer import Answerer
from kb.build import EXAMPLE, assemble
from kb.build.inputs import publications, works_in
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


class Bank(NamedTuple):
    """What is kept of the questions written: how many of each rule (None: all), of one rule in so many; the others keep none."""

    each: int | None = None
    every: int = 1


WHOLE, UNEVEN = Bank(), Bank(8, 2)
THIN = tuple(map(Bank, (0, 4, 8, 16)))
"""Thin banks, to see what the questions bring and to learn of thin books; an uneven one is of a book that its author has half written."""


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
    def thin(self) -> Mapping[Bank, KnowledgeBase]:
        """Bases of thin banks, the publications included; made once a run."""
        texts = [self.texts] if self.texts else []
        return dict(thinned_bases(texts, self.folder, THIN[:2] if self.quick else (*THIN, UNEVEN)))

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


def thinned_bases(texts: Sequence[Path], folder: Path, banks: Sequence[Bank]) -> Iterator[tuple[Bank, KnowledgeBase]]:
    """A base for each bank, of the bundled works and the publications in `texts`."""
    built = tuple(_books(texts))
    for bank in banks:
        books = tuple(replace(book, questions=tuple(_kept(book, bank))) for book in built)
        path = folder / f"{bank.each}-{bank.every}.sqlite"
        write_base(books, path, unlisted={EXAMPLE})
        yield bank, KnowledgeBase(path)


def _books(texts: Sequence[Path]) -> Iterator[Rulebook]:
    """Every bundled work, linked: its précis, and its publication where there is one."""
    corpus = data_dir("corpus")
    files = [(folder, read_corpus(folder)) for folder in works_in(corpus, [])]
    files += [(corpus / work, read_publication(path).texts) for work, path in publications(texts, corpus, [])]
    yield from (assemble(texts, folder, corpus / "lexicon")[0] for folder, texts in files)


def _kept(book: Rulebook, bank: Bank) -> Iterator[Written]:
    """The first questions of rules; what asks for an absent matter is kept: a book says what it leaves out in a line each."""
    absent = [question for question in book.questions if "/?" in question.provision]
    asked: defaultdict[str, list[Written]] = defaultdict(list)
    for question in book.questions:
        if "/?" not in question.provision:
            asked[question.provision].append(question)
    rules = list(asked.values())
    return chain(absent, *(questions[: bank.each] for questions in rules[:: bank.every]))

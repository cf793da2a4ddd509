"""Bases whose bank of questions is thinner than ours: what a book of anybody's own has, from no question a rule to forty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kb.build import EXAMPLE, read_all
from kb.model import Question, Rulebook
from kb.store import KnowledgeBase
from tests.bases import write_base

DENSITIES: tuple[int | None, ...] = (None, 16, 8, 4, 0)
"""The most questions that a rule keeps; None for all."""


def thinned_bases(
    texts: Sequence[Path], folder: Path, densities: Sequence[int | None] = DENSITIES
) -> Iterator[tuple[int | None, KnowledgeBase]]:
    """A base for each density, of the bundled works and the publications in `texts`."""
    built = read_all(texts, [])
    for density in densities:
        books = tuple(replace(book, questions=tuple(_kept(book, density))) for book in built.rulebooks)
        path = folder / f"{'all' if density is None else density}.sqlite"
        write_base(books, path, unlisted={EXAMPLE})
        yield density, KnowledgeBase(path)


def _kept(book: Rulebook, density: int | None) -> Iterator[Question]:
    """The first questions of each rule; what asks for an absent matter is kept: a book says what it leaves out in a line each."""
    asked: Counter[str] = Counter()
    for question in book.questions:
        asked[question.provision] += 1
        if density is None or "/?" in question.provision or asked[question.provision] <= density:
            yield question

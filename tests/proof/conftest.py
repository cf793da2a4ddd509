"""The small corpus that the proofs work on, and the base that is built from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.store import KnowledgeBase
from tests.proof import small


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of the example alone."""
    return small.corpus_in(tmp_path_factory.mktemp("petit") / "corpus")


@pytest.fixture(scope="session")
def small_path(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The base of that corpus."""
    path = tmp_path_factory.mktemp("petite") / "base.sqlite"
    small.build_from(corpus, path)
    return path


@pytest.fixture(scope="session")
def small_base(small_path: Path) -> KnowledgeBase:
    """That base, opened."""
    return KnowledgeBase(small_path)

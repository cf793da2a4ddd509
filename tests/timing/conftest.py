"""A made-up game whose timeline holds each kind of order, in a base of its own."""

from pathlib import Path

import pytest

from kb.build import assemble
from kb.reading.corpus import read_corpus
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from kb.timing import Timeline
from tests.bases import write_base

WORKS = ("aos", "runewars", "t9a", "wap", "warmachine")
INVERSE = {"before": "after", "after": "before"}


@pytest.fixture(scope="session")
def ships(tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    folder = Path(__file__).parent / "essai"
    lexicons = data_dir("corpus") / "lexicon"
    book, findings = assemble(read_corpus(folder), folder, lexicons)
    assert findings == ()
    out = tmp_path_factory.mktemp("jeu") / "essai.sqlite"
    write_base([book], out)
    return Timeline(KnowledgeBase(out), "essai")


@pytest.fixture(scope="session")
def river(base: KnowledgeBase) -> Timeline:
    return Timeline(base, "exemple")

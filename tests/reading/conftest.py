"""Publications to read: the user's own when it is there, and one made up in the same damaged state."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from kb.data import data_dir
from kb.errors import UnusableFileError
from kb.model import Rulebook
from kb.parsing import Parsed, parse_work
from kb.reading.corpus import read_corpus
from kb.reading.recognise import Publication, read_publication, recognise
from kb.reading.source import SourceText, read_source

_SAMPLE = Path(__file__).parent / "cendres"


def publication_path(work: str) -> Path:
    """The file of a work among the user's publications, known by its content; skips the test when there is none."""
    folder = Path(os.environ.get("ARBITRE_TEXTS") or "local")
    for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
        try:
            if recognise(read_source(path)).work == work:
                return path
        except UnusableFileError:
            continue
    pytest.skip(f"aucune publication de {work} : ARBITRE_TEXTS ne nomme aucun dossier qui en contienne")


@pytest.fixture(scope="session")
def runewars_path() -> Path:
    return publication_path("runewars")


@pytest.fixture(scope="session")
def runewars_source(runewars_path: Path) -> SourceText:
    return read_source(runewars_path)


@pytest.fixture(scope="session")
def runewars(runewars_path: Path) -> Publication:
    return read_publication(runewars_path)


@pytest.fixture(scope="session")
def runewars_parsed(runewars: Publication) -> Parsed:
    return parse_work(runewars.texts)


@pytest.fixture
def sample_corpus(tmp_path: Path) -> Path:
    """A corpus folder with the made-up work and the bundled ones."""
    corpus = tmp_path / "corpus"
    shutil.copytree(data_dir("corpus") / "runewars", corpus / "runewars")
    shutil.copytree(_SAMPLE, corpus / "cendres")
    return corpus


@pytest.fixture
def sample_text() -> str:
    return (_SAMPLE / "publication.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def corpus_data() -> Path:
    """The folder of the work in the bundled corpus."""
    return data_dir("corpus") / "runewars"


@pytest.fixture(scope="session")
def precis(corpus_data: Path) -> Rulebook:
    """The bundled précis of the work, parsed."""
    rulebook = parse_work(read_corpus(corpus_data)).rulebook
    assert rulebook is not None
    return rulebook

"""Publications to read: the user's own when they are there, and one made up in the same damaged state.

A test on publications is parametrised with `work`.
"""

import os
import shutil
from functools import cache
from pathlib import Path

import pytest

from kb.build import assemble
from kb.errors import Diagnostic, UnusableFileError
from kb.model import Provision, Rulebook
from kb.reading.recognise import Publication, read_publication, recognise
from kb.reading.source import SourceText, read_source
from kb.system.data import data_dir

_SAMPLE = Path(__file__).parent / "samples" / "cendres"


@cache
def _paths(folder: Path) -> dict[str, Path]:
    """The publications of a folder by work, each known by its content."""
    paths: dict[str, Path] = {}
    for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
        try:
            paths.setdefault(recognise(read_source(path)).work, path)
        except UnusableFileError:
            continue
    return paths


@cache
def _read(path: Path) -> Publication:
    return read_publication(path)


@cache
def _linked(path: Path) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    publication, corpus = _read(path), data_dir("corpus")
    return assemble(publication.texts, corpus / publication.work, corpus / "lexicon")


@pytest.fixture(scope="module")
def path(work: str) -> Path:
    """The file of the work among the user's publications; skips the test when there is none."""
    folder = Path(os.environ.get("ARBITRE_TEXTS") or "local")
    found = _paths(folder).get(work)
    if found is None:
        pytest.skip(f"aucune publication de {work} : ARBITRE_TEXTS ne nomme aucun dossier qui en contienne")
    return found


@pytest.fixture(scope="module")
def source(path: Path) -> SourceText:
    return read_source(path)


@pytest.fixture(scope="module")
def publication(path: Path) -> Publication:
    return _read(path)


@pytest.fixture(scope="module")
def linked(path: Path) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """The rulebook, linked and checked, and what was found."""
    return _linked(path)


@pytest.fixture(scope="module")
def nodes(linked: tuple[Rulebook, tuple[Diagnostic, ...]], work: str) -> dict[str, Provision]:
    """Every provision by its id without the work."""
    return {piece.id.removeprefix(f"{work}/"): piece for piece in linked[0].provisions}


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

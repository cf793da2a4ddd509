"""Publications to read: the user's own when they are there, and one made up in the same damaged state.

A test on publications is parametrised with `work`.
"""

import os
import shutil
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from kb.build import assemble
from kb.errors import Diagnostic, UnusableFileError
from kb.model import Provision, Rulebook
from kb.reading.recognise import Publication, known_publications, read_publication, recognise
from kb.reading.source import SourceText, read_source
from kb.system.data import data_dir
from tests.sharing import Shared, keep, kept

_SAMPLE = Path(__file__).parent / "samples" / "cendres"


@cache
def _paths(folder: Path) -> dict[str, Path]:
    """The publications of a folder by work, each known by its content."""
    paths, known = dict[str, Path](), known_publications()
    for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
        try:
            paths.setdefault(recognise(read_source(path), known).work, path)
        except UnusableFileError:
            continue
    return paths


@dataclass(frozen=True, slots=True)
class Reading:
    """A publication read, linked and checked, what was found, and how long that kept the processor, in seconds."""

    publication: Publication
    book: Rulebook
    found: tuple[Diagnostic, ...]
    took: float


def reading_of(path: Path) -> Reading:
    """A publication read anew."""
    start, corpus = time.process_time(), data_dir("corpus")
    publication = read_publication(path)
    book, found = assemble(publication.texts, corpus / publication.work, corpus / "lexicon")
    return Reading(publication, book, found, time.process_time() - start)


@cache
def _kept(path: Path) -> Reading:
    read: Reading = kept(path)
    return read


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
def reading(path: Path, work: str, shared: Shared) -> Reading:
    """What is made of it, once a run."""
    folder = shared.folder(f"lu-{work}", lambda top: keep(top / "reading", reading_of(path)))
    return _kept(folder / "reading")


@pytest.fixture(scope="module")
def publication(reading: Reading) -> Publication:
    return reading.publication


@pytest.fixture(scope="module")
def nodes(reading: Reading, work: str) -> dict[str, Provision]:
    """Every provision by its id without the work."""
    return {piece.id.removeprefix(f"{work}/"): piece for piece in reading.book.provisions}


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

"""Fixtures shared by all tests, and the count of those that a missing publication skips."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from kb.answer import Answerer
from kb.data import data_dir
from kb.driver import Built, build, read_all
from kb.model import Layer, Rulebook
from kb.store import KnowledgeBase
from tests.sharing import Shared, keep, kept

_ROOT = Path(__file__).parents[1]
_LACKING = "aucune publication"
_SKIPPED = f"{_LACKING} : ARBITRE_TEXTS ne nomme aucun dossier qui en contienne"


@dataclass(frozen=True, slots=True)
class FirstUse:
    """What a command run without any base told, and the folder of caches where it kept the one that it built."""

    cache: Path
    told: subprocess.CompletedProcess[str]

    @property
    def base(self) -> Path:
        (path,) = self.cache.rglob("precis-*.sqlite")
        return path


def publications_folder() -> Path | None:
    """The folder of the user's publications, when it holds a text."""
    folder = Path(os.environ.get("ARBITRE_TEXTS") or "local")
    return folder if any(path for ending in ("*.txt", "*.md") for path in folder.glob(ending)) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests on publications where there is none."""
    if publications_folder() is None:
        for item in items:
            if item.get_closest_marker("publication"):
                item.add_marker(pytest.mark.skip(reason=_SKIPPED))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say aloud how many tests the lack of publications left out."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if _LACKING in str(report.longrepr)]
    if skipped:
        terminalreporter.section("publications")
        terminalreporter.write_line(
            f"{len(skipped)} essais sur les publications NON exécutés, faute de texte dans ARBITRE_TEXTS"
        )


@pytest.fixture(scope="session")
def texts() -> Path:
    """The folder of publications."""
    folder = publications_folder()
    if folder is None:
        pytest.skip(_SKIPPED)
    return folder


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """What this run makes once: each worker of pytest-xdist has a temporary folder of its own, below that of the run."""
    own = tmp_path_factory.getbasetemp()
    root = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "partage"
    root.mkdir(exist_ok=True)
    return Shared(root)


@pytest.fixture(scope="session", autouse=True)
def _caches(shared: Shared) -> Iterator[None]:
    """Works built are kept for this run alone: no run rests on what another left."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared.root / "caches"))
        yield


def _build(shared: Shared, name: str, texts: Sequence[Path], meanwhile: Callable[[], object] = lambda: None) -> Path:
    """A folder with the base of that name, and what its build read."""

    def fill(folder: Path) -> None:
        build(texts, [], folder / f"{name}.sqlite")
        keep(folder / "built", read_all(texts, []))

    return shared.folder(name, fill, meanwhile)


@pytest.fixture(scope="session")
def built(shared: Shared, request: pytest.FixtureRequest) -> tuple[Built, Path]:
    """What a build without any publication reads, and the file that it writes."""
    there = publications_folder()
    asked = any(item.get_closest_marker("publication") for item in request.session.items)

    def build_texts() -> None:
        """Rather than watch another worker build this base, build the one that will be asked for next."""
        if there is not None and asked:
            _build(shared, "textes", [there])

    folder = _build(shared, "precis", [], build_texts)
    return kept(folder / "built"), folder / "precis.sqlite"


@pytest.fixture(scope="session")
def base(built: tuple[Built, Path]) -> KnowledgeBase:
    """The base of the bundled précis and the example."""
    return KnowledgeBase(built[1])


@pytest.fixture(scope="session")
def answerer(base: KnowledgeBase) -> Answerer:
    """Search and answers over the précis."""
    return Answerer(base)


@pytest.fixture(scope="session")
def first_use(shared: Shared) -> FirstUse:
    """The first command of a user who has no base: the same build, in a process of its own."""

    def run(folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(_ROOT), "XDG_CACHE_HOME": str(folder)}
        environment.pop("ARBITRE_KB", None)
        command = [sys.executable, "-m", "kb.cli", "show", "runewars/26"]
        told = subprocess.run(
            command, capture_output=True, text=True, env=environment, cwd=_ROOT, check=False, timeout=300
        )
        keep(folder / "told", told)

    folder = shared.folder("cache", run)
    return FirstUse(folder, kept(folder / "told"))


@pytest.fixture(scope="session")
def exemple(built: tuple[Built, Path]) -> Rulebook:
    """The example work, linked."""
    return next(book for book in built[0].rulebooks if book.work.id == "exemple")


@pytest.fixture(scope="session")
def text_built(shared: Shared, texts: Path) -> tuple[Built, Path]:
    """What a build with the publications reads, and the file that it writes."""
    folder = _build(shared, "textes", [texts])
    return kept(folder / "built"), folder / "textes.sqlite"


@pytest.fixture(scope="session")
def text_base(text_built: tuple[Built, Path]) -> KnowledgeBase:
    """The base with both layers of every work whose publication is there."""
    return KnowledgeBase(text_built[1])


@pytest.fixture(scope="session")
def text_books(text_built: tuple[Built, Path]) -> dict[str, Rulebook]:
    """The linked text layer of every publication there, by work."""
    return {book.work.id: book for book in text_built[0].rulebooks if book.work.layer is Layer.TEXTE}


@pytest.fixture(scope="session")
def example_folder() -> Path:
    """The folder of the example work."""
    return data_dir("corpus") / "exemple"

"""Fixtures shared by all tests, and the count of those that a missing publication skips."""

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from kb.answer import Answerer
from kb.build import build
from kb.site import build_site
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from kb.system.processes import processors
from tests.proof import small
from tests.sharing import Shared, keep

SUB_PATH = "sous/chemin"
ADDRESS = "https://exemple.org/r/"
_LACKING = "aucune publication"
_SKIPPED = f"{_LACKING} : ARBITRE_TEXTS ne nomme aucun dossier qui en contienne"


def publications_folder() -> Path | None:
    """The folder of the user's publications, when it holds a text."""
    folder = Path(os.environ.get("ARBITRE_TEXTS") or "local")
    return folder if any(path for ending in ("*.txt", "*.md") for path in folder.glob(ending)) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests on publications where there is none; what reads the whole site is slow, what a browser does is tried again too."""
    for item in items:
        if item.path.parent.name == "browser" or "web" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
        if item.path.parent.name == "browser":
            # What is not there in time, where other tests use the processors: a fault of the page shows each time.
            item.add_marker(pytest.mark.flaky(reruns=2))
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
    """What a test builds is kept for this run alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared.root / "caches"))
        yield


def _base(shared: Shared, config: pytest.Config, name: str, texts: Sequence[Path]) -> Path:
    """The base of the bundled works with some publications.

    The works that it is made of are kept from one run to the next: a run rebuilds those that a change concerns (`--cache-clear`: all).
    The rest of the run finds a copy of them in its own caches.
    """

    def fill(folder: Path) -> None:
        # Without pytest's own cache (`-p no:cacheprovider`), for this run alone.
        kept: pytest.Cache | None = getattr(config, "cache", None)
        own = shared.root / "caches"
        works = kept.mkdir("bases") if kept is not None else own
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", str(works))
            build(texts, [], folder / f"{name}.sqlite", processes=processors())
        if works != own:
            shutil.copytree(works, own, ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)

    return shared.folder(name, fill) / f"{name}.sqlite"


@pytest.fixture(scope="session")
def precis_path(shared: Shared, request: pytest.FixtureRequest) -> Path:
    """The base of the bundled précis and the example, built without any publication."""
    return _base(shared, request.config, "precis", [])


@pytest.fixture(scope="session")
def base(precis_path: Path) -> KnowledgeBase:
    """That base, opened."""
    return KnowledgeBase(precis_path)


@pytest.fixture(scope="session")
def answerer(base: KnowledgeBase) -> Answerer:
    """Search and answers over the précis."""
    return Answerer(base)


@pytest.fixture(scope="session")
def web(base: KnowledgeBase, shared: Shared) -> Path:
    """The site of the bundled works, two folders below, made by one process; its archive, and what was told of it, beside."""

    def publish(top: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("kb.site.building.processors", lambda: 1)
            report = build_site(base, top / SUB_PATH, "precis", archive=top / "site.zip", url=ADDRESS)
            keep(top / "report", report)

    return shared.folder("web", publish)


@pytest.fixture(scope="session")
def text_base(shared: Shared, texts: Path, request: pytest.FixtureRequest) -> KnowledgeBase:
    """The base with both layers of every work whose publication is there; of its texts, most are known once the other base is built."""
    request.getfixturevalue("precis_path")
    return KnowledgeBase(_base(shared, request.config, "textes", [texts]))


@pytest.fixture(scope="session")
def corpus(shared: Shared) -> Path:
    """A corpus of the example alone."""
    return shared.folder("petit", lambda top: small.corpus_in(top / "corpus")) / "corpus"


@pytest.fixture(scope="session")
def small_path(corpus: Path, shared: Shared) -> Path:
    """The base of that corpus."""
    return shared.folder("petite", lambda top: small.build_from(corpus, top / "base.sqlite")) / "base.sqlite"


@pytest.fixture(scope="session")
def changed_path(shared: Shared) -> Path:
    """The base of that corpus with one rule more."""

    def fill(top: Path) -> None:
        small.build_from(small.changed_corpus_in(top / "corpus"), top / "base.sqlite")

    return shared.folder("changee", fill) / "base.sqlite"


@pytest.fixture(scope="session")
def small_base(small_path: Path) -> KnowledgeBase:
    """That base, opened."""
    return KnowledgeBase(small_path)


@pytest.fixture(scope="session")
def example_folder() -> Path:
    """The folder of the example work."""
    return data_dir("corpus") / "exemple"

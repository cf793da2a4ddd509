"""A site of the example work, one of a work that means harm, and what the tests read in a page."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kb.build import assemble
from kb.model import CanonicalText, Layer, Notion
from kb.policy import read_policy
from kb.reading.corpus import read_corpus
from kb.site import SiteReport, build_site
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.bases import write_base
from tests.conftest import SUB_PATH
from tests.sharing import kept


@dataclass
class Seen(HTMLParser):
    """The elements of a page, its links and its text."""

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    text: str = ""
    opened: list[tuple[str, str]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag == "a":
            self.opened.append((attributes.get("href", ""), ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.links.append(self.opened.pop())

    def handle_data(self, data: str) -> None:
        self.text += data
        self.opened = [(href, text + data) for href, text in self.opened]

    @property
    def plain(self) -> str:
        """The text with plain spaces and apostrophes."""
        spaced = self.text.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")
        return " ".join(spaced.split())


@dataclass(frozen=True)
class Site:
    """A site on disk."""

    root: Path
    report: SiteReport

    def html(self, page: str) -> str:
        return (self.root / page).read_text(encoding="utf-8")

    def seen(self, page: str) -> Seen:
        seen = Seen()
        seen.feed(self.html(page))
        return seen


def made_base(out: Path, *layers: Sequence[CanonicalText]) -> KnowledgeBase:
    """A base of canonical files, every work of it listed."""
    corpus = data_dir("corpus")
    found = [assemble(files, corpus / "exemple", corpus / "lexicon") for files in layers]
    diagnostics = tuple((book, finding) for book, findings in found for finding in findings)
    write_base(tuple(book for book, _findings in found), out, diagnostics)
    return KnowledgeBase(out)


def published(base: KnowledgeBase, out: Path) -> Site:
    """The site of a base."""
    return Site(out, build_site(base, out))


@pytest.fixture(scope="session")
def precis(example_folder: Path) -> tuple[CanonicalText, ...]:
    """The files of the example work."""
    return read_corpus(example_folder)


@pytest.fixture(scope="session")
def example_base(precis: tuple[CanonicalText, ...], tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """The base of the example work alone."""
    return made_base(tmp_path_factory.mktemp("exemple") / "base.sqlite", precis)


@pytest.fixture(scope="session")
def site(example_base: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the example work."""
    return published(example_base, tmp_path_factory.mktemp("site") / "out")


@pytest.fixture(scope="session")
def bundled_site(web: Path) -> Site:
    """The site of the bundled works."""
    return Site(web / SUB_PATH, kept(web / "report"))


@pytest.fixture(scope="session")
def two_layers(precis: tuple[CanonicalText, ...], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The example work in both layers: its text says « fanal » where its précis says « lanterne »."""
    texts = [replace(file, text=file.text.replace("lanterne", "fanal"), layer=Layer.TEXTE) for file in precis]
    folder = tmp_path_factory.mktemp("couches")
    return published(made_base(folder / "base.sqlite", precis, texts), folder / "out")


@pytest.fixture(scope="session")
def whole(precis: tuple[CanonicalText, ...], tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The example work with a policy, its twin without policy nor timeline, and a notion that both hold."""
    corpus = data_dir("corpus")
    policy = tomllib.loads((Path(__file__).parent / "cases" / "politique.toml").read_text(encoding="utf-8"))
    books = []
    for work in ("exemple", "autre"):
        files = [replace(file, text=file.text.replace("oeuvre : exemple", f"oeuvre : {work}")) for file in precis]
        book, _findings = assemble(files, corpus / "exemple", corpus / "lexicon")
        first = work == "exemple"
        books.append(
            replace(book, policy=read_policy(policy) if first else None, timeline=book.timeline if first else ())
        )
    notion = Notion("pont", "Pont <b>", "Ce qu'on tient.", ("autre/2.3", "exemple/2.3", "exemple/2.1"))
    folder = tmp_path_factory.mktemp("entier")
    write_base(books, folder / "base.sqlite", notions=(notion,))
    return published(KnowledgeBase(folder / "base.sqlite"), folder / "out")

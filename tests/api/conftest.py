"""The base that the API is tested on: the example in two layers, and two made-up works beside it."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import application
from api.session import Session
from api.settings import Service
from kb.check import check
from kb.errors import Diagnostic
from kb.link import link
from kb.model import CanonicalText, EdgeType, Layer, Rulebook
from kb.model.curation import Curation, Relation
from kb.parsing import parse_work
from kb.reading.corpus import read_corpus
from kb.reading.data import read_absents, read_precedence, read_timeline, read_usages
from kb.reading.questions import read_questions
from kb.store import KnowledgeBase
from kb.system.data import data_dir
from tests.api.servers import PATIENCE
from tests.bases import write_base
from tests.canon import canonical

# Words that the text layer alone holds.
PRINTED = "zibeline imprimée"
# With them, an ability that the précis lacks, and the label of the layer.
_SECRETS = (PRINTED, "sort/trombe", '"layer":"texte"')
_SAME = (
    "Une compagnie porte de une à six lanternes.",
    "déplacez vos compagnies (voir 2.1 à 2.4).",
    "Les deux joueurs éteignent en même temps.",
)
_ONE_SCORE = "\n".join(f"- La borne numéro {number} compte {number} pas." for number in range(1, 81))

_ESSAI = f"""# Livret

## 1 Charge {{.definition}}

**1.1** Une charge se déclare avant la marche.

**1.2** Une troupe qui fuit ne charge pas.

**1.3** Les bornes se comptent ainsi :
{_ONE_SCORE}

**1.4** Une troupe effrayée charge quand même.

## 2 Fuite {{.definition}}

**2.1** Une troupe qui fuit quitte la table.
"""

_AUTRE = """# Livret

## 1 Charge {.definition}

**1.1** La charge est interdite la nuit.

## 3 Bivouac {.definition}

Aussi : campement

On dort au bivouac.
"""


def secrets_in(answered: str) -> list[str]:
    """What the text layer alone holds, of an answer."""
    return [secret for secret in _SECRETS if secret in answered]


def _head(work: str, edition: str) -> str:
    front = f"oeuvre : {work}\ntitre : {work.title()}\nedition : {edition}\nlangue : fr"
    return f"---\n{front}\ndocument : Livret\nautorite : livret\n---\n\n"


def _book(
    files: tuple[CanonicalText, ...], curation: Curation | None = None
) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    parsed = parse_work(files)
    assert parsed.rulebook is not None
    former = (("1.9", "1.1"),) if parsed.rulebook.work.id == "essai" else ()
    book, doubts = link(parsed.rulebook, curation or Curation(), former)
    return book, (*doubts, *check(book))


def _printed(file: CanonicalText) -> CanonicalText:
    """A file of the example as a publication that words one rule otherwise."""
    text = file.text
    for sentence in _SAME:
        text = text.replace(sentence, f"{sentence} ({PRINTED})")
    return replace(file, layer=Layer.TEXTE, text=text)


def _rulebooks() -> list[tuple[Rulebook, tuple[Diagnostic, ...]]]:
    """The example: its booklet in both layers, its storm in the text alone, its notebook in the précis alone."""
    booklet, storm, notebook = read_corpus(data_dir("corpus") / "exemple")
    relations = Curation(
        (
            Relation("1.4", EdgeType.EXCEPTS, "1.2", "elle charge quand même"),
            Relation("1.4", EdgeType.OVERRIDES, "2.1", "elle l'emporte"),
            Relation("1.2", EdgeType.CONTRADICTS, "1.4", "l'une ou l'autre"),
        )
    )
    return [
        _book((booklet, notebook)),
        _book((_printed(booklet), replace(storm, layer=Layer.TEXTE))),
        _book((canonical(_head("essai", "seconde") + _ESSAI, "essai.md"),), relations),
        _book((canonical(_head("essai", "première") + _ESSAI, "publication.txt", Layer.TEXTE),), relations),
        _book((canonical(_head("autre", "unique") + _AUTRE, "autre.md"),)),
    ]


def _curated(book: Rulebook, folder: Path) -> Rulebook:
    """A work with what an editor wrote beside it; the notebook, that a layer lacks, is cited by nothing here."""
    timeline = read_timeline(folder)
    return replace(
        book,
        absents=read_absents(folder),
        questions=read_questions(folder, book.work.id)[0],
        timeline=timeline,
        usages=read_usages(folder, timeline),
        policy=read_precedence(folder),
    )


@pytest.fixture(scope="session")
def base_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of that base; the example is unlisted, as ever."""
    path = tmp_path_factory.mktemp("api") / "base.sqlite"
    read = _rulebooks()
    corpus = data_dir("corpus")
    books = tuple(_curated(book, corpus / book.work.id) for book, _findings in read)
    findings = tuple((book, finding) for book, (_read, found) in zip(books, read, strict=True) for finding in found)
    write_base(books, path, findings, unlisted={"exemple"}, lexicon="exemple")
    return path


@pytest.fixture(scope="session")
def stored(base_path: Path) -> KnowledgeBase:
    """That base, opened."""
    return KnowledgeBase(base_path)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of two pages."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text("<h1>Accueil</h1>", encoding="utf-8")
    (folder / "404.html").write_text("<h1>Page absente</h1>", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def client(base_path: Path, site: Path) -> Iterator[TestClient]:
    """The API with texts: both layers."""
    with TestClient(
        application(Service(base_path, site, with_texts=True)), "http://localhost", raise_server_exceptions=False
    ) as opened:
        yield opened


@pytest.fixture(scope="session")
def public(base_path: Path) -> Iterator[TestClient]:
    """The API as it is by default: the précis alone, no site."""
    with TestClient(application(Service(base_path)), raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Until this is set, no question is answered."""
    opened = threading.Event()
    real = Session.check

    def held(self: Session, *given: object) -> None:
        opened.wait(PATIENCE)
        real(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "check", held)
    yield opened
    opened.set()

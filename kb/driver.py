"""Compose the build: read → parse → link → check → index → store. The only module that knows every stage."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from kb import __version__
from kb.check import check
from kb.curation import Curation
from kb.data import data_dir
from kb.errors import ArbitreError, Diagnostic, FaultyDataError, Severity, UnusableFileError
from kb.link import link
from kb.model import CanonicalText, Layer, Lexicon, Notion, Rulebook
from kb.parsing import parse_work
from kb.policy import CaseFile
from kb.precedence.cases import failing_cases
from kb.reading.corpus import parts, read_corpus, read_file, unlisted
from kb.reading.data import (
    ABSENTS_NAME,
    read_absents,
    read_cases,
    read_curation,
    read_gaps,
    read_lexicon,
    read_notions,
    read_precedence,
    read_timeline,
    read_usages,
)
from kb.reading.questions import (
    ABSENCES,
    FOLDER,
    add_questions,
    question_files,
    read_questions,
    replaced,
    without_lines,
    without_listed,
)
from kb.reading.recognise import Publication, read_publication
from kb.reading.register import REGISTER_NAME, Register, read_register
from kb.search import index_of
from kb.store import Contents, IndexedWork, check_place, write
from kb.workers import Workers, uncollected

Progress = Callable[[str], None]
_Held = TypeVar("_Held")

EXAMPLE = "exemple"
NOTIONS_NAME = "notions.toml"
# Below so many bytes of canonical text, another process takes longer to start than it spares.
_WORTH = 1 << 20
_PUBLICATION_ENDINGS = frozenset({".txt", ".md", ".text", ".pdf"})


@dataclass(frozen=True, slots=True)
class Built:
    """What a build read and found."""

    rulebooks: tuple[Rulebook, ...]
    diagnostics: tuple[tuple[Rulebook, Diagnostic], ...]
    notices: tuple[str, ...]


def build(
    texts: Sequence[Path],
    corpora: Sequence[Path],
    out: Path,
    progress: Progress = lambda _step: None,
    processes: int = 1,
) -> Built:
    """Build the knowledge base of the bundled précis, the publications in `texts` and the works in `corpora`.

    It is the same whatever the number of processes; more than one only start where there is enough to do.

    Raises:
        FaultyDataError: a work has errors; nothing is written.
        UnusableFileError: a path that was named cannot be used; nothing is written.
    """
    check_place(out)
    bundled = data_dir("corpus")
    worth = processes if sum(map(_weight, _asked(corpora, bundled))) > _WORTH else 1
    with uncollected():
        with Workers(worth, __name__) as workers:
            built, contents = _contents(texts, corpora, progress, workers)
        progress("écriture")
        write(contents, out)
    return built


def _contents(
    texts: Sequence[Path], corpora: Sequence[Path], progress: Progress, workers: Workers
) -> tuple[Built, Contents]:
    """What was read, and what is to be written."""
    built, lexicons = read_all(texts, corpora, progress, workers)
    progress("index")
    return built, assembled_contents(built, lexicons, workers)


def assembled_contents(built: Built, lexicons: Mapping[str, Lexicon], workers: Workers | None = None) -> Contents:
    """What is written of the works that were read, with their index.

    Raises:
        FaultyDataError: a work has errors, or a notion names a rule that no work has.
    """
    errors = tuple(finding for _book, finding in built.diagnostics if finding.severity is Severity.ERROR)
    if errors:
        message = f"{len(errors)} erreur(s) dans les données : rien n'est écrit ; corrigez-les, puis relancez"
        raise FaultyDataError(message, errors)
    notions = read_notions(data_dir("corpus") / NOTIONS_NAME)
    _check_notions(notions, built.rulebooks)
    unlisted = frozenset({EXAMPLE})
    books: dict[str, dict[Layer, Rulebook]] = {}
    for book in built.rulebooks:
        books.setdefault(book.work.id, {})[book.work.layer] = book
    asked = [(layers, lexicons.get(work) or lexicons.get("") or Lexicon()) for work, layers in sorted(books.items())]
    index = tuple((workers or Workers()).made(_indexed, asked, _heaviness))
    return Contents(built.rulebooks, built.diagnostics, index, __version__, _digest(built.rulebooks), unlisted, notions)


def _indexed(asked: tuple[dict[Layer, Rulebook], Lexicon]) -> IndexedWork:
    """The index of one work, in this process or another."""
    with uncollected():
        return index_of(*asked)


def _heaviness(asked: tuple[dict[Layer, Rulebook], Lexicon]) -> int:
    """How much there is to index in a work, about."""
    return sum(len(book.provisions) + len(book.questions) for book in asked[0].values())


def _check_notions(notions: Iterable[Notion], books: Iterable[Rulebook]) -> None:
    """Stop at a notion that names a rule no work has.

    Raises:
        FaultyDataError: one does.
    """
    known = {provision.id for book in books for provision in book.provisions}
    for notion in notions:
        lost = [identifier for identifier in notion.cites if identifier not in known]
        if lost:
            message = (
                f"{NOTIONS_NAME}, notion « {notion.id} » : {', '.join(lost)} n'existe pas ; corrigez l'identifiant"
            )
            raise FaultyDataError(message)


@dataclass(frozen=True, slots=True)
class _Work:
    """A work to read, in one layer: its folder, the publication if it is that layer; the folder of the lexicons."""

    folder: Path
    lexicons: Path
    publication: Publication | None = None


def _weight(asked: _Work) -> int:
    """How long a work is, about in bytes."""
    if asked.publication is not None:
        return sum(len(file.text) for file in asked.publication.texts)
    return sum(path.stat().st_size for path in (*parts(asked.folder), *question_files(asked.folder)))


def _asked(corpora: Sequence[Path], bundled: Path) -> list[_Work]:
    """The works in canonical text: the bundled ones, then those of the corpora named."""
    folders = (*_works_in(bundled), *(work for corpus in corpora for work in _works_named(corpus)))
    return [_Work(folder, bundled / "lexicon") for folder in folders]


def _read(asked: _Work) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """One work, linked and checked, and what was found."""
    publication = asked.publication
    with uncollected():
        if publication is None:
            return assemble(read_corpus(asked.folder), asked.folder, asked.lexicons)
        book, found = assemble(publication.texts, asked.folder, asked.lexicons)
        return book, (*publication.diagnostics, *found)


def read_all(
    texts: Sequence[Path],
    corpora: Sequence[Path],
    progress: Progress = lambda _step: None,
    workers: Workers | None = None,
) -> tuple[Built, dict[str, Lexicon]]:
    """Every work, linked and checked, with all that was found; and the lexicon of each."""
    bundled = data_dir("corpus")
    notices: list[str] = []
    progress("lecture")
    asked = _asked(corpora, bundled)
    for publication in _publications(texts, bundled, notices):
        asked.append(_Work(bundled / publication.work, bundled / "lexicon", publication))
    progress(f"analyse de {', '.join(dict.fromkeys(work.folder.name for work in asked))}")
    read = (workers or Workers()).made(_read, asked, _weight)
    rulebooks = tuple(book for book, _found in read)
    for place, book in enumerate(rulebooks):
        if any(known.work == book.work for known in rulebooks[:place]):
            raise FaultyDataError(f"l'œuvre « {book.work.id} » est donnée deux fois ; gardez-en une")
    lexicons = {work: read_lexicon(bundled / "lexicon", work) for work in {book.work.id: None for book in rulebooks}}
    diagnostics = tuple((book, finding) for book, found in read for finding in found)
    return Built(rulebooks, diagnostics, tuple(notices)), lexicons


def assemble(files: Sequence[CanonicalText], folder: Path, lexicons: Path) -> tuple[Rulebook, tuple[Diagnostic, ...]]:
    """Parse, link and check one work in one layer.

    Raises:
        FaultyDataError: no file of it has a usable head.
    """
    parsed = parse_work(files)
    if parsed.rulebook is None:
        message = f"{folder} : aucun fichier n'a d'en-tête utilisable"
        raise FaultyDataError(message, parsed.diagnostics)
    work = parsed.rulebook.work.id
    beside = _Beside(folder)
    curation = beside.read(read_curation, Curation())
    register = read_register(folder) if (folder / REGISTER_NAME).is_file() else Register()
    unlinked = read_lexicon(lexicons, work).unlinked
    timeline = beside.read(read_timeline, None)
    book, doubts = link(parsed.rulebook, curation, register.aliases, unlinked, register.ids, timeline or ())
    questions, unread = read_questions(folder, work) if folder.is_dir() else ((), ())
    book = replace(
        book,
        absents=beside.read(read_absents, ()),
        # Usages name moments: of a timeline that could not be read, all would be at fault.
        usages=() if timeline is None else beside.read(lambda place: read_usages(place, timeline), ()),
        policy=beside.read(read_precedence, None),
        questions=questions,
    )
    findings = check(book, register.ids, curation.undefined, beside.read(read_gaps, ()))
    cases = failing_cases(book, beside.read(read_cases, CaseFile()))
    # What is written beside a work is told once, with the précis that it was written for.
    unread = unread if book.work.layer is Layer.PRECIS else ()
    return book, (*parsed.diagnostics, *doubts, *unread, *findings, *cases, *dict.fromkeys(beside.faults))


class _Beside:
    """What an editor wrote beside a work: a file at fault is a finding like any other, and hides none of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[Diagnostic] = []

    def read(self, reader: Callable[[Path], _Held], otherwise: _Held) -> _Held:
        """What a file holds; `otherwise` when there is no folder, or the file is at fault."""
        try:
            return reader(self.folder) if self.folder.is_dir() else otherwise
        except FaultyDataError as fault:
            file, _colon, told = str(fault).partition(" : ")
            self.faults.append(Diagnostic("DONNEES", Severity.ERROR, told, file=file))
            return otherwise


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found on one work: its name, the folder that its files stand in, and the findings."""

    name: str
    folder: Path
    findings: tuple[Diagnostic, ...]


def check_bundled() -> tuple[Checked, ...]:
    """Every finding on each bundled work."""
    root = data_dir("corpus")
    built, _lexicons = read_all([], [])
    return tuple(
        Checked(book.work.id, root / book.work.id, tuple(found for owner, found in built.diagnostics if owner is book))
        for book in built.rulebooks
    )


def check_path(path: Path) -> tuple[Checked, ...]:
    """Every finding on each work of a folder, or on the work that a single file is.

    Raises:
        UnusableFileError: nothing there can be read.
    """
    lexicons = data_dir("corpus") / "lexicon"
    found: list[Checked] = []
    for place in [path] if path.is_file() else _works_named(path):
        files = (read_file(place),) if place.is_file() else read_corpus(place)
        try:
            findings = assemble(files, place, lexicons)[1]
        except FaultyDataError as fault:
            if not fault.diagnostics:
                raise
            findings = fault.diagnostics
        found.append(Checked(place.name, place.parent if place.is_file() else place, findings))
    return tuple(found)


def move_questions(path: Path) -> tuple[tuple[Path, int], ...]:
    """Move the questions that stand in the text of the works of a folder, and in their lists of absent matters, to files of their own.

    Returns:
        Each file of questions written, and how many it has more.

    Raises:
        FaultyDataError: a list of absent matters is not TOML.
        UnusableFileError: a file cannot be read or written.
    """
    return tuple(
        moved for folder in _works_named(path) for moved in (*_without_inline(folder), *_without_listed(folder))
    )


def _without_inline(folder: Path) -> Iterator[tuple[Path, int]]:
    """The text of a work rid of its blocks of questions: what is moved is written before it is removed."""
    inline = parse_work(read_corpus(folder)).inline
    for path in parts(folder):
        blocks = [block for block in inline if block.file == path.name]
        moved = [question for block in blocks for question in block.questions]
        if moved:
            file = folder / FOLDER / f"{path.stem}.tsv"
            add_questions(file, moved)
            with path.open(encoding="utf-8", newline="") as text:
                replaced(path, without_lines(text.read(), [(block.first, block.last) for block in blocks]))
            yield file, len(moved)


def _without_listed(folder: Path) -> Iterator[tuple[Path, int]]:
    """The list of the matters that a work does not settle, rid of their questions."""
    path = folder / ABSENTS_NAME
    text, moved = without_listed(path, folder.name) if path.is_file() else ("", ())
    if moved:
        add_questions(folder / FOLDER / ABSENCES, moved)
        replaced(path, text)
        yield folder / FOLDER / ABSENCES, len(moved)


def read_folder(path: Path) -> tuple[Diagnostic, ...]:
    """Every finding of `check_path`, together."""
    return tuple(finding for checked in check_path(path) for finding in checked.findings)


def _works_in(root: Path) -> list[Path]:
    """The folders of `root` that hold a work in canonical text.

    Raises:
        UnusableFileError: one of them cannot be listed.
    """
    try:
        folders = sorted(folder for folder in root.iterdir() if folder.is_dir())
    except OSError as fault:
        raise unlisted(root, fault) from fault
    return [folder for folder in folders if parts(folder)]


def _works_named(corpus: Path) -> list[Path]:
    """A folder that is a work, or the works in it.

    Raises:
        UnusableFileError: it is neither.
    """
    if not corpus.is_dir():
        raise UnusableFileError(
            f"{corpus} : dossier introuvable ; --corpus veut le dossier d'une œuvre, ou de plusieurs"
        )
    if parts(corpus):
        return [corpus]
    works = _works_in(corpus)
    if not works:
        raise UnusableFileError(
            f"{corpus} : aucun fichier .md ; une œuvre en texte canonique en a au moins un (arbitre new)"
        )
    return works


def _publications(texts: Sequence[Path], bundled: Path, notices: list[str]) -> list[Publication]:
    """The publications recognised in the folders (or files) given; what is not recognised is said in `notices`.

    Raises:
        UnusableFileError: a path does not exist, or nothing in any of them is a known publication.
    """
    found: list[Publication] = []
    for place in texts:
        if not place.exists():
            raise UnusableFileError(
                f"{place} : introuvable ; --texts veut le dossier de vos publications (.txt ou .md)"
            )
        for path in [place] if place.is_file() else _candidates(place):
            try:
                found.append(read_publication(path, bundled))
            except ArbitreError as fault:
                notices.append(str(fault))
    if texts and not found:
        if len(notices) == 1:
            raise UnusableFileError(notices[0])
        where = ", ".join(map(str, texts))
        reason = "aucune publication connue" if notices else "aucun fichier .txt ou .md"
        raise UnusableFileError(f"{where} : {reason}", tuple(notices))
    return found


def _candidates(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file() and path.suffix.lower() in _PUBLICATION_ENDINGS)


def corpus_digest() -> str:
    """sha256 of what the bundled précis is built from: the program's version, the grammar and the corpus."""
    digest = hashlib.sha256(__version__.encode())
    for name in ("grammar", "corpus"):
        root = data_dir(name)
        for path in sorted(root.rglob("*")):
            if path.is_file():
                digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def _digest(rulebooks: Iterable[Rulebook]) -> str:
    """sha256 of all the inputs: the bundled data and every source read."""
    digest = hashlib.sha256(corpus_digest().encode())
    for book in rulebooks:
        for source in book.sources:
            digest.update(source.sha256.encode())
        for question in book.questions:
            digest.update(repr(question).encode())
    return digest.hexdigest()

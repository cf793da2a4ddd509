"""Compose the build: read → parse → link → check → index → store. The only module that knows every stage."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from kb import __version__, cache
from kb.check import check
from kb.curation import Curation
from kb.data import data_dir
from kb.errors import ArbitreError, Diagnostic, FaultyDataError, Severity, UnusableFileError, reason
from kb.link import link
from kb.model import CanonicalText, Layer, Notion, Rulebook
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
from kb.reading.recognise import read_publication, recognise
from kb.reading.register import REGISTER_NAME, Register, read_register
from kb.reading.source import read_source
from kb.search import index_of
from kb.store import Contents, Summary, check_place, missing_ids, write
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
    """What was read, and found."""

    rulebooks: tuple[Rulebook, ...]
    diagnostics: tuple[tuple[Rulebook, Diagnostic], ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """What a build wrote: each work in each layer, and what is to be told besides."""

    works: tuple[Summary, ...]
    notices: tuple[str, ...]


def build(
    texts: Sequence[Path],
    corpora: Sequence[Path],
    out: Path,
    progress: Progress = lambda _step: None,
    processes: int = 1,
) -> Written:
    """Build the knowledge base of the bundled précis, the publications in `texts` and the works in `corpora`.

    A work unchanged since it was last built is taken as it is. The base is the same, whatever is so taken and the number of processes.

    Raises:
        FaultyDataError: a work has errors; nothing is written.
        UnusableFileError: a path that was named cannot be used; nothing is written.
    """
    check_place(out)
    notices: list[str] = []
    progress("lecture")
    asked = _asked(texts, corpora, notices)
    try:
        with uncollected(), cache.folder() as folder:
            parts = _made(asked, folder, progress, processes)
            notions = read_notions(data_dir("corpus") / NOTIONS_NAME)
            _check_notions(notions, parts)
            progress("écriture")
            meta = {"version": __version__, "digest": _digest(asked)}
            return Written(write(parts, meta, notions, out), tuple(notices))
    except OSError as fault:
        message = (
            f"le dossier des œuvres déjà construites ne peut pas être écrit ({reason(fault)}) ; faites de la place"
        )
        raise UnusableFileError(message) from fault


def _made(asked: Sequence[_Work], folder: Path, progress: Progress, processes: int) -> list[Path]:
    """The file of each work, made where none of it stands.

    Raises:
        FaultyDataError: a work has errors.
    """
    places = [folder / f"{work.folder.name}-{work.key()[:32]}.sqlite" for work in asked]
    missing = [(work, place) for work, place in zip(asked, places, strict=True) if not cache.kept(place)]
    progress(f"analyse de {', '.join(work.folder.name for work, _place in missing)}")
    worth = processes if sum(_weight(work) for work, _place in missing) > _WORTH and len(missing) > 1 else 1
    with Workers(worth, __name__) as workers:
        found = workers.made(_make, missing, lambda one: _weight(one[0]))
    errors = tuple(finding for findings in found for finding in findings)
    if errors:
        message = f"{len(errors)} erreur(s) dans les données : rien n'est écrit ; corrigez-les, puis relancez"
        raise FaultyDataError(message, errors)
    return places


def _make(asked: tuple[_Work, Path]) -> tuple[Diagnostic, ...]:
    """Write the file of one work, in this process or another; its errors, where it has any and nothing is written."""
    work, place = asked
    with uncollected():
        books, diagnostics = _read(work)
        errors = tuple(finding for _book, finding in diagnostics if finding.severity is Severity.ERROR)
        if not errors:
            lexicon = read_lexicon(work.lexicons, books[0].work.id)
            index = index_of({book.work.layer: book for book in books}, lexicon)
            cache.keep(Contents(books, diagnostics, index, work.listed), place)
    return errors


def _check_notions(notions: Iterable[Notion], parts: Sequence[Path]) -> None:
    """Stop at a notion that names a rule no work has.

    Raises:
        FaultyDataError: one does.
    """
    lost = missing_ids(parts, {cite for notion in notions for cite in notion.cites})
    for notion in notions:
        named = [identifier for identifier in notion.cites if identifier in lost]
        if named:
            message = (
                f"{NOTIONS_NAME}, notion « {notion.id} » : {', '.join(named)} n'existe pas ; corrigez l'identifiant"
            )
            raise FaultyDataError(message)


@dataclass(frozen=True, slots=True)
class _Work:
    """A work to read: its folder, the folder of the lexicons, the publication where there is one."""

    folder: Path
    lexicons: Path
    publication: Path | None = None
    listed: bool = True

    def sources(self) -> str:
        """The digest of all that is read of it."""
        others = {path.name for path in self.lexicons.parent.iterdir()} - {self.folder.name}
        lexicons = [path for path in sorted(self.lexicons.glob("*.toml")) if path.stem not in others]
        read = (self.folder, *lexicons, *filter(None, [self.publication]))
        return cache.digest(read, self.folder.name, str(self.listed))

    def key(self) -> str:
        """The digest of all that it is made from."""
        return cache.digest((), self.sources(), cache.program())


def _weight(asked: _Work) -> int:
    """How long a work is, about in bytes."""
    files = (*parts(asked.folder), *question_files(asked.folder), *filter(None, [asked.publication]))
    return sum(path.stat().st_size for path in files)


def _asked(texts: Sequence[Path], corpora: Sequence[Path], notices: list[str]) -> list[_Work]:
    """The works: the bundled ones, each with its publication, then those of the corpora named."""
    bundled = data_dir("corpus")
    publications: dict[str, Path] = {}
    for work, path in _publications(texts, bundled, notices):
        if work in publications:
            raise UnusableFileError(f"l'œuvre « {work} » est donnée deux fois ; gardez-en une")
        publications[work] = path
    asked = [
        _Work(folder, bundled / "lexicon", publications.get(folder.name), folder.name != EXAMPLE)
        for folder in _works_in(bundled)
    ]
    return [*asked, *(_Work(work, bundled / "lexicon") for corpus in corpora for work in _works_named(corpus))]


def _read(asked: _Work) -> tuple[tuple[Rulebook, ...], tuple[tuple[Rulebook, Diagnostic], ...]]:
    """One work in its layers, linked and checked, and what was found."""
    book, found = assemble(read_corpus(asked.folder), asked.folder, asked.lexicons)
    if asked.publication is None:
        return (book,), tuple((book, finding) for finding in found)
    publication = read_publication(asked.publication, asked.folder.parent)
    text, doubts = assemble(publication.texts, asked.folder, asked.lexicons)
    told = ((book, found), (text, (*publication.diagnostics, *doubts)))
    return (book, text), tuple((owner, finding) for owner, findings in told for finding in findings)


def read_all(texts: Sequence[Path], corpora: Sequence[Path]) -> Built:
    """Every work, linked and checked, with all that was found."""
    notices: list[str] = []
    with uncollected():
        read = [_read(work) for work in _asked(texts, corpora, notices)]
    return Built(
        tuple(book for books, _found in read for book in books),
        tuple(one for _books, found in read for one in found),
        tuple(notices),
    )


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
    built = read_all([], [])
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


def _publications(texts: Sequence[Path], bundled: Path, notices: list[str]) -> list[tuple[str, Path]]:
    """(work, file) of the publications recognised in the folders (or files) given; what is not recognised is said in `notices`.

    Raises:
        UnusableFileError: a path does not exist, or nothing in any of them is a known publication.
    """
    found: list[tuple[str, Path]] = []
    for place in texts:
        if not place.exists():
            raise UnusableFileError(
                f"{place} : introuvable ; --texts veut le dossier de vos publications (.txt ou .md)"
            )
        for path in [place] if place.is_file() else _candidates(place):
            try:
                found.append((recognise(read_source(path), bundled).work, path))
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


def _digest(asked: Iterable[_Work]) -> str:
    """sha256 of all the inputs: the bundled data and every work read."""
    return cache.digest((), corpus_digest(), *(work.sources() for work in asked))

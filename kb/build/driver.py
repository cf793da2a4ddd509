"""Compose the build: read → parse → link → check → index → store, each work apart, then all of them in one base."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from kb import __version__
from kb.build import cache
from kb.build.inputs import publications, works_in, works_named
from kb.build.one_layer import EditorFiles, assemble
from kb.errors import Diagnostic, FaultyDataError, Severity, UnusableFileError, reason
from kb.link.alignment import aligned
from kb.link.provenance import departures
from kb.model import CanonicalText, Question, Rulebook
from kb.model.conclusions import Issue
from kb.parsing import Readings
from kb.reading.corpus import parts, read_corpus
from kb.reading.data import read_lexicon, read_notions
from kb.reading.questions import question_files
from kb.reading.recognise import read_publication
from kb.search import Analyses, KnownTexts, index_of
from kb.store import Contents, Summary, check_place, write
from kb.system.data import data_dir, digest
from kb.system.findings import bounded
from kb.system.processes import Workers, uncollected

Progress = Callable[[str], None]

EXAMPLE = "exemple"
# Below so many bytes of canonical text, another process takes longer to start than it spares.
_WORTH = 1 << 20
# What the texts of a work come to is kept again when one in so many is new: written at each change, it would cost more than it spares.
_NEW = 100


@dataclass(frozen=True, slots=True)
class Written:
    """What a build wrote: each work in each layer, and what there is to say of it."""

    works: tuple[Summary, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Work:
    """A work to read: its folder, the folder of the lexicons, the publication where there is one."""

    folder: Path
    lexicons: Path
    publication: Path | None = None
    listed: bool = True

    def sources(self) -> str:
        """The digest of all that is read of it."""
        read = (self.folder, *self._lexicons(), *filter(None, [self.publication]))
        return digest(read, self.folder.name, str(self.listed))

    def key(self) -> str:
        """The digest of all that it is made from."""
        return digest((), self.sources(), cache.program())

    def words_key(self) -> str:
        """The digest of what its texts are analysed by, with its publication or without."""
        return digest(self._lexicons(), cache.program())

    def others_key(self, precis: Sequence[CanonicalText]) -> str:
        """The digest of all that it is made from but for its précis, of which the heads alone count."""
        ours = parts(self.folder)
        others = [path for path in sorted(self.folder.rglob("*")) if path.is_file() and path not in ours]
        names = (path.relative_to(self.folder).as_posix() for path in others)
        heads = (file.text.partition("\n\n")[0] for file in precis)
        read = (*others, *self._lexicons(), *filter(None, [self.publication]))
        return digest(read, cache.program(), self.folder.name, *names, *heads)

    def _lexicons(self) -> list[Path]:
        """The files of words that it is read with: those of the language, and its own."""
        others = {path.name for path in self.lexicons.parent.iterdir()} - {self.folder.name}
        return [path for path in sorted(self.lexicons.glob("*.toml")) if path.stem not in others]


@dataclass(frozen=True, slots=True)
class _Pieces:
    """What pieces of the text of a work are read as, and what its texts come to for search, the same lexicon and program given."""

    readings: Readings
    texts: KnownTexts

    def more_than(self, other: Self) -> bool:
        """True when enough of it is not in the other."""
        pairs = (self.readings.blocks, other.readings.blocks), (self.texts.texts, other.texts.texts)
        return any(_NEW * len(ours.keys() - theirs.keys()) > len(ours) for ours, theirs in pairs)


@dataclass(frozen=True, slots=True)
class _Others:
    """What a work was found to be but for its précis: its questions, what is declared of its rules, the text and what was found on it."""

    questions: tuple[Question, ...]
    issues: tuple[Issue, ...]
    text: Rulebook | None
    found: tuple[Diagnostic, ...]


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
            parts = _files_of(asked, folder, progress, processes)
            notions = read_notions(data_dir("corpus") / "notions.toml")
            progress("écriture")
            inputs = digest((), corpus_digest(), *(work.sources() for work in asked))
            meta = {"version": __version__, "digest": inputs}
            return Written(write(parts, meta, notions, out), tuple(notices))
    except OSError as fault:
        message = (
            f"le dossier des œuvres déjà construites ne peut pas être écrit ({reason(fault)}) ; faites de la place"
        )
        raise UnusableFileError(message) from fault


def _files_of(asked: Sequence[_Work], folder: Path, progress: Progress, processes: int) -> list[Path]:
    """The file of each work, made where none of it stands; a fault where one has errors."""
    places = [folder / f"{work.folder.name}-{work.key()[:32]}.sqlite" for work in asked]
    missing = [(work, place) for work, place in zip(asked, places, strict=True) if not cache.kept(place)]
    progress(f"analyse de {', '.join(work.folder.name for work, _place in missing)}")
    worth = min(processes, len(missing)) if sum(_weight(work) for work, _place in missing) > _WORTH else 1
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
    held_in = place.parent / f"{work.folder.name}-mots-{work.words_key()[:32]}.msgpack"
    pieces = cache.value(_Pieces, held_in) or _Pieces(Readings(), KnownTexts())
    reader = pieces.readings.reader()
    refused: list[Diagnostic] = []
    books, diagnostics = _layers(work, reader, place.parent, refused)
    if refused:
        return tuple(refused)
    errors = tuple(finding for _book, finding in diagnostics if finding.severity is Severity.ERROR)
    if not errors:
        lexicon = read_lexicon(work.lexicons, books[0].work.id)
        analyses = Analyses(lexicon, pieces.texts)
        index = index_of({book.work.layer: book for book in books}, lexicon, analyses)
        met = _Pieces(reader, analyses.met)
        if met.more_than(pieces):
            cache.keep_value(met, index.work, held_in)
        cache.keep(Contents(books, diagnostics, index, work.listed, _alignments(books)), place)
    return errors


def _alignments(books: Sequence[Rulebook]) -> tuple[tuple[str, str], ...]:
    """What joins the clauses of the layers of a work; nothing where they are two editions."""
    return aligned(*books) if len({book.work.edition for book in books}) < len(books) else ()


def _weight(asked: _Work) -> int:
    """How long a work is, about in bytes."""
    files = (*parts(asked.folder), *question_files(asked.folder), *filter(None, [asked.publication]))
    return sum(path.stat().st_size for path in files if path.is_file())


def _asked(texts: Sequence[Path], corpora: Sequence[Path], notices: list[str]) -> list[_Work]:
    """The works: the bundled ones, each with its publication, then those of the corpora named."""
    bundled = data_dir("corpus")
    found = publications(texts, bundled, notices)
    given = dict(found)
    if len(given) < len(found):
        twice = Counter(work for work, _path in found).most_common(1)[0][0]
        raise UnusableFileError(f"l'œuvre « {twice} » est donnée deux fois ; gardez-en une")
    asked = [
        _Work(folder, bundled / "lexicon", given.get(folder.name), folder.name != EXAMPLE)
        for folder in works_in(bundled, notices)
    ]
    others = [work for corpus in corpora for work in works_named(corpus, notices)]
    return [*asked, *(_Work(work, bundled / "lexicon") for work in others)]


def _layers(
    asked: _Work, reader: Readings, folder: Path, refused: list[Diagnostic]
) -> tuple[tuple[Rulebook, ...], tuple[tuple[Rulebook, Diagnostic], ...]]:
    """One work in its layers, linked and checked, and what was found; `folder` may hold what was read before, and will.

    Nothing of a work of which a file is said in `refused`.
    """
    precis = read_corpus(asked.folder, refused)
    if refused:
        return (), ()
    place = folder / f"{asked.folder.name}-lu-{asked.others_key(precis)[:32]}.msgpack"
    others = cache.value(_Others, place)
    # Kept without a fault only: each of these files could be read, and each of their lines.
    unchanged = {"questions": (others.questions, ()), "conclusions": others.issues} if others is not None else {}
    editor = EditorFiles(asked.folder, unchanged)
    book, found = assemble(precis, asked.folder, asked.lexicons, editor, reader)
    if others is None:
        others = _others(asked, book, editor, reader)
        if not any(finding.severity is Severity.ERROR for finding in (*found, *others.found)):
            cache.keep_value(others, asked.folder.name, place)
    ours = tuple((book, finding) for finding in found)
    if others.text is None:
        return (book,), ours
    text = replace(others.text, questions=book.questions, issues=book.issues, policy=book.policy)
    return (book, text), (*ours, *((text, finding) for finding in others.found))


def _others(asked: _Work, book: Rulebook, editor: EditorFiles, reader: Readings) -> _Others:
    """What a work is but for its précis, of which `book` is made; of the text, what both layers share is left out."""
    if asked.publication is None:
        return _Others(book.questions, book.issues, None, ())
    publication = read_publication(asked.publication, asked.folder.parent)
    text, doubts = assemble(publication.texts, asked.folder, asked.lexicons, editor, reader)
    repairs = (repair for one in publication.texts for repair in one.repairs)
    printed = departures(text, publication.lines, repairs)
    text = replace(text, departures=printed, questions=(), issues=(), policy=None, calculations=())
    return _Others(book.questions, book.issues, text, bounded((*publication.diagnostics, *doubts)))


def corpus_digest() -> str:
    """sha256 of what the bundled précis is built from: the program's version, the grammar and the corpus."""
    return digest(map(data_dir, ("grammar", "corpus")), __version__)

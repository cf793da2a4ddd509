"""Bases for tests, of works put together by hand."""

import hashlib
import tempfile
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from kb.build import check_path
from kb.errors import Diagnostic
from kb.model import Notion, Rulebook
from kb.reading.data import read_lexicon
from kb.search import index_of
from kb.store import Contents, KnowledgeBase, write, write_work
from kb.system.data import data_dir


def write_base(
    books: Iterable[Rulebook],
    out: Path,
    findings: Iterable[tuple[Rulebook, Diagnostic]] = (),
    unlisted: Collection[str] = (),
    notions: Sequence[Notion] = (),
    lexicon: str = "",
    alignments: Sequence[tuple[str, str]] = (),
) -> None:
    """Write the base of some works, with the findings on each, and the lexicon of that name, or of each."""
    works: dict[str, list[Rulebook]] = {}
    for book in books:
        works.setdefault(book.work.id, []).append(book)
    found = list(findings)
    with tempfile.TemporaryDirectory() as folder:
        parts = [Path(folder) / f"{work}.sqlite" for work in works]
        for (work, held), part in zip(works.items(), parts, strict=True):
            words = read_lexicon(data_dir("corpus") / "lexicon", lexicon or work)
            index = index_of({book.work.layer: book for book in held}, words)
            told = tuple((book, finding) for book, finding in found if any(book is one for one in held))
            write_work(Contents(tuple(held), told, index, work not in unlisted, tuple(alignments)), part)
        write(parts, {"version": "0.0.1", "digest": "ab" * 32}, notions, out)


def read_folder(path: Path) -> tuple[Diagnostic, ...]:
    """Every finding on the works of a folder."""
    return tuple(finding for checked in check_path(path) for finding in checked.findings)


def file_of(base: KnowledgeBase, texts: Path, work: str) -> str:
    """The publication of a work in a folder, as the base knows it, whatever the name of its file."""
    (sha,) = {*base.column("SELECT sha256 FROM sources WHERE work = :work AND layer = 'texte'", work=work)}
    data = next(file.read_bytes() for file in texts.iterdir() if hashlib.sha256(file.read_bytes()).hexdigest() == sha)
    return data.decode("utf-8-sig").replace("\r\n", "\n")

"""Where works and publications are: the folders of works, and the publications recognised by their content.

A path that cannot be listed, is not there or holds neither is an UnusableFileError.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kb.errors import ArbitreError, UnusableFileError
from kb.reading.corpus import parts, unlisted
from kb.reading.recognise import known_publications, recognise
from kb.reading.source import read_source

_PUBLICATION_ENDINGS = frozenset({".txt", ".md", ".text", ".pdf"})


def works_in(root: Path) -> list[Path]:
    """The folders of `root` that hold a work in canonical text."""
    try:
        folders = sorted(folder for folder in root.iterdir() if folder.is_dir())
    except OSError as fault:
        raise unlisted(root, fault) from fault
    return [folder for folder in folders if parts(folder)]


def works_named(corpus: Path) -> list[Path]:
    """A folder that is a work, or the works in it."""
    if not corpus.is_dir():
        raise UnusableFileError(
            f"{corpus} : dossier introuvable ; --corpus veut le dossier d'une œuvre, ou de plusieurs"
        )
    if parts(corpus):
        return [corpus]
    works = works_in(corpus)
    if not works:
        raise UnusableFileError(
            f"{corpus} : aucun fichier .md ; une œuvre en texte canonique en a au moins un (arbitre new)"
        )
    return works


def publications(texts: Sequence[Path], bundled: Path, notices: list[str]) -> list[tuple[str, Path]]:
    """(work, file) of the publications recognised in the folders (or files) given; what is not recognised is said in `notices`."""
    found: list[tuple[str, Path]] = []
    known = known_publications(bundled) if texts else []
    for place in texts:
        if not place.exists():
            raise UnusableFileError(
                f"{place} : introuvable ; --texts veut le dossier de vos publications (.txt ou .md)"
            )
        for path in [place] if place.is_file() else _candidates(place):
            try:
                found.append((recognise(read_source(path), bundled, known).work, path))
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

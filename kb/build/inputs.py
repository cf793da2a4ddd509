"""Find what to build or to check: the folders of works, and the publications among the files of a user."""

from collections.abc import Sequence
from pathlib import Path

from kb.errors import ArbitreError, UnusableFileError
from kb.reading.corpus import listed, parts
from kb.reading.recognise import known_publications, recognise
from kb.reading.source import read_source
from kb.system.files import check_within

_PUBLICATION_ENDINGS = frozenset({".txt", ".md", ".text", ".pdf"})


def works_in(root: Path, refused: list[str]) -> list[Path]:
    """The folders of `root` that hold a work in canonical text; those that cannot be read are said in `refused`."""
    found: list[Path] = []
    for folder in (one for one in listed(root, "*") if one.is_dir()):
        try:
            if parts(folder):
                check_within(folder, root)
                found.append(folder)
        except UnusableFileError as fault:
            refused.append(str(fault))
    return found


def works_named(corpus: Path, refused: list[str]) -> list[Path]:
    """A folder that is a work, or the works in it; those that cannot be read are said in `refused`."""
    if not corpus.is_dir():
        raise UnusableFileError(
            f"{corpus} : dossier introuvable ; --corpus veut le dossier d'une œuvre, ou de plusieurs"
        )
    if parts(corpus):
        return [corpus]
    works = works_in(corpus, refused)
    if not works and refused:
        raise UnusableFileError(refused[0], tuple(refused[1:]))
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
        for path in _candidates(place) if place.is_dir() else [place]:
            try:
                source = read_source(path, place if place.is_dir() else None)
                found.append((recognise(source, known).work, path))
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
    return [path for path in listed(folder, "*") if path.suffix.lower() in _PUBLICATION_ENDINGS and not path.is_dir()]

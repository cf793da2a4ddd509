"""Read the canonical files of a work: each is its own source, every line of it maps to itself."""

from pathlib import Path

from kb.errors import UnusableFileError, reason
from kb.model import CanonicalText, Layer
from kb.reading.source import read_source

# Pages about a work or a folder of works.
_NOT_A_PART = frozenset({"README.md", "ECRIRE.md"})


def parts(folder: Path) -> list[Path]:
    """The canonical files of a work's folder, in the order of their names."""
    return [path for path in listed(folder, "*.md") if path.name not in _NOT_A_PART]


def listed(folder: Path, pattern: str) -> list[Path]:
    """What a folder holds, in the order of the names.

    Raises:
        UnusableFileError: the folder went away meanwhile, or the system does not list it.
    """
    try:
        return sorted(folder.glob(pattern))
    except OSError as fault:
        raise unlisted(folder, fault) from fault


def unlisted(folder: Path, fault: OSError) -> UnusableFileError:
    """What to say of a folder that the system does not list."""
    return UnusableFileError(
        f"{folder} : dossier illisible ({reason(fault)}) ; vérifiez qu'il est toujours là, et ses droits"
    )


def read_corpus(folder: Path) -> tuple[CanonicalText, ...]:
    """Return every part of a work folder, in the order of their names, in the précis layer.

    What a file holds is the parser's business: one without a head gets its diagnostic there.

    Raises:
        UnusableFileError: the folder cannot be read or holds no such file, or a file is not a text in UTF-8.
    """
    if not folder.is_dir():
        raise UnusableFileError(f"{folder} : dossier introuvable ; donnez le dossier d'une œuvre en texte canonique")
    paths = parts(folder)
    if not paths:
        raise UnusableFileError(
            f"{folder} : aucun fichier .md ; une œuvre en texte canonique en a au moins un (arbitre new)"
        )
    return tuple(read_file(path) for path in paths)


def read_file(path: Path) -> CanonicalText:
    """Return one canonical file.

    Raises:
        UnusableFileError: the file is not a text in UTF-8.
    """
    file = read_source(path)
    numbers = tuple((number,) for number in range(1, len(file.lines) + 1))
    return CanonicalText("\n".join(file.lines), file.source, Layer.PRECIS, numbers)

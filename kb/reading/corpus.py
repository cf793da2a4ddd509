"""Read the canonical files of a work: each is its own source, every line of it maps to itself.

A folder or a file that cannot be read, or is beyond the bounds, is an UnusableFileError.
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from kb.errors import Diagnostic, UnusableFileError, reason
from kb.model import CanonicalText, Layer
from kb.reading.source import read_source
from kb.system import bounds
from kb.system.findings import finding

# Pages about a work or a folder of works.
_NOT_A_PART = frozenset({"README.md", "ECRIRE.md"})


def parts(folder: Path) -> list[Path]:
    """The canonical files of a work's folder, in the order of their names."""
    return [path for path in listed(folder, "*.md") if path.name not in _NOT_A_PART]


def listed(folder: Path, pattern: str) -> list[Path]:
    """What a folder holds, in the order of the names."""
    try:
        found = sorted(islice(folder.glob(pattern), bounds.FILES + 1))
    except OSError as fault:
        advice = "vérifiez qu'il est toujours là, et ses droits"
        raise UnusableFileError(f"{folder} : dossier illisible ({reason(fault)}) ; {advice}") from fault
    if len(found) > bounds.FILES:
        raise UnusableFileError(f"{folder} : plus de {bounds.FILES} fichiers {pattern} ; réunissez-en")
    return found


def read_corpus(folder: Path, refused: list[Diagnostic] | None = None) -> tuple[CanonicalText, ...]:
    """Return every part of a work folder, in the order of their names, in the précis layer.

    What a file holds is the parser's business: one without a head gets its diagnostic there. Those that cannot be read are said in
    `refused`, where it is given, and the others kept.
    """
    read: list[CanonicalText] = []
    for path in parts(folder):
        try:
            read.append(_next(path, read))
        except UnusableFileError as fault:
            if refused is None:
                raise
            refused.append(finding("DONNEES", path.name, fault=str(fault).partition(" : ")[2]))
    return tuple(read)


def _next(path: Path, read: Sequence[CanonicalText]) -> CanonicalText:
    """One more file of a work, that is bounded as each of them is."""
    file = read_file(path, path.parent)
    lines = len(file.line_map) + sum(len(one.line_map) for one in read)
    characters = len(file.text) + sum(len(one.text) for one in read)
    if lines > bounds.LINES or characters > bounds.TEXT_BYTES:
        most = f"{bounds.LINES} lignes et {bounds.TEXT_BYTES // bounds.MEGABYTE} millions de caractères"
        raise UnusableFileError(f"{path} : avec les fichiers d'avant, l'œuvre a plus de {most} ; faites-en plusieurs")
    return file


def read_file(path: Path, within: Path | None = None) -> CanonicalText:
    """Return one canonical file, that no link leads out of a folder."""
    file = read_source(path, within)
    numbers = tuple((number,) for number in range(1, len(file.lines) + 1))
    return CanonicalText("\n".join(file.lines), file.source, Layer.PRECIS, numbers)

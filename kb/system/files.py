"""Files that somebody else wrote, opened within bounds: ordinary files alone, of a bounded size, in the folder that was given.

What is not as it must be is an UnusableFileError: it names the file where it is known, the line otherwise, and says what to do.
"""

import os
import re
import stat
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from kb.errors import UnusableFileError, reason
from kb.system import bounds

_OTHERS = {
    stat.S_IFIFO: "un tube",
    stat.S_IFSOCK: "une prise de communication",
    stat.S_IFCHR: "un périphérique",
    stat.S_IFBLK: "un périphérique",
}
_LEAVING = "c'est un lien vers {target}, hors de {folder} ; mettez-y une copie, ou ôtez-le"
# To open a pipe would wait for who writes in it.
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_STEP = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){N}""".replace("N", str(bounds.DEPTH))
)


def read_bytes(path: Path, largest: int, within: Path | None = None) -> bytes:
    """The bytes of an ordinary file of a bounded size; `within` is the folder that a link may not leave."""
    try:
        if within is not None and _leaves(path, within):
            raise UnusableFileError(_LEAVING.format(target=path.resolve(), folder=within))
        _ordinary(path.stat().st_mode)
        handle = os.open(path, _READ)
        with os.fdopen(handle, "rb") as file:
            # It may have been replaced since.
            found = os.fstat(file.fileno())
            _ordinary(found.st_mode)
            data = file.read(largest + 1) if found.st_size <= largest else b""
    except FileNotFoundError:
        raise UnusableFileError("fichier introuvable ; vérifiez le chemin") from None
    except (OSError, RuntimeError) as fault:
        said = reason(fault) if isinstance(fault, OSError) else "lien qui revient à lui-même"
        raise UnusableFileError(f"lecture impossible ({said}) ; vérifiez les droits du fichier") from None
    size = max(found.st_size, len(data))
    if size > largest:
        raise UnusableFileError(
            f"{_millions(size)} Mo, plus que les {_millions(largest)} Mo admis ; coupez-le en plusieurs"
        )
    return data


def check_within(path: Path, folder: Path) -> None:
    """Refuse a link that leaves a folder."""
    if _leaves(path, folder):
        raise UnusableFileError(f"{path} : {_LEAVING.format(target=path.resolve(), folder=folder)}")


def _leaves(path: Path, folder: Path) -> bool:
    return not path.resolve().is_relative_to(folder.resolve())


def _millions(size: int) -> str:
    return f"{size / bounds.MEGABYTE:.1f}".removesuffix(".0").replace(".", ",")


def _ordinary(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise UnusableFileError("c'est un dossier, pas un fichier ; donnez le chemin d'un fichier de texte")
    if not stat.S_ISREG(mode):
        what = _OTHERS.get(stat.S_IFMT(mode), "autre chose")
        raise UnusableFileError(
            f"ce n'est pas un fichier mais {what} ; mettez un fichier ordinaire à sa place, ou ôtez-le"
        )


def read_text(path: Path, within: Path | None = None) -> str:
    """The text of a file of data in UTF-8, its line ends made one."""
    try:
        text = read_bytes(path, bounds.DATA_BYTES, within).decode("utf-8")
    except UnicodeDecodeError as fault:
        raise UnusableFileError(
            f"{path} : octet {fault.start + 1}, ce n'est pas un texte en UTF-8 ; convertissez-le"
        ) from None
    except UnusableFileError as fault:
        raise UnusableFileError(f"{path} : {fault}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_lines(lines: Sequence[str], most: int = 0) -> None:
    """Refuse more lines than `most`, if that is given; a line that is too long, or whose accents are too many to be put in order."""
    if most and len(lines) > most:
        raise UnusableFileError(f"{len(lines)} lignes, plus que les {most} admises ; coupez-le en plusieurs")
    accents = "".join(sorted(letter for letter in set().union(*lines) if unicodedata.combining(letter)))
    heaped = re.compile(f"[{re.escape(accents)}]{{{bounds.COMBINING + 1}}}") if accents else None
    for number, line in enumerate(lines, 1):
        if len(line) > bounds.LINE_CHARACTERS:
            found = f"{len(line)} caractères, plus que les {bounds.LINE_CHARACTERS} admis"
            raise UnusableFileError(f"ligne {number} : {found} ; coupez-la")
        if heaped and heaped.search(line):
            message = f"ligne {number} : plus de {bounds.COMBINING} accents sur une lettre ; ôtez-les"
            raise UnusableFileError(message)


def check_keys(lines: Sequence[str]) -> None:
    """Refuse a key of TOML that has too many steps."""
    for number, line in enumerate(lines, 1):
        if line.count(".") >= bounds.DEPTH and _STEP.search(line):
            message = f"ligne {number} : une clé de plus de {bounds.DEPTH} étapes ; écrivez-la plus courte"
            raise UnusableFileError(message)

"""Files that somebody else wrote, opened within bounds: ordinary files alone, of a bounded size, in the folder that was given.

What is not as it must be is an UnusableFileError: it names the file where it is known, the line otherwise, and says what to do.
"""

import os
import re
import shlex
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
UTF16 = (b"\xff\xfe", b"\xfe\xff")
"""What begins a text in UTF-16."""
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
    """The text of a file of data in UTF-8, with or without mark of encoding, its line ends made one."""
    try:
        text = decoded(read_bytes(path, bounds.DATA_BYTES, within), path)
    except UnusableFileError as fault:
        raise UnusableFileError(f"{path} : {fault}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decoded(data: bytes, path: Path) -> str:
    """The text of UTF-8 bytes, without BOM; of others, how to convert the file, which keeps its name."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        encoding = _likely_encoding(data)
        name = shlex.quote(path.name)
        command = f"iconv -f {encoding} -t UTF-8 {name} > utf8.tmp && mv utf8.tmp {name}"
        message = (
            f"le texte n'est pas en UTF-8, sans doute en {encoding} ; convertissez-le sous le même nom : {command}"
        )
        raise UnusableFileError(message) from None


def _likely_encoding(data: bytes) -> str:
    """The encoding of a French text that is not UTF-8, by its first bytes or those of its accented letters."""
    if data.startswith(UTF16):
        return "UTF-16"
    windows = sum(data.count(bytes([byte])) for byte in (0xE9, 0xE8, 0xE0, 0xEA, 0xE7, 0xF4, 0xFB))
    mac = sum(data.count(bytes([byte])) for byte in (0x8E, 0x8F, 0x88, 0x90, 0x8D, 0x99, 0x9E))
    return "MACINTOSH" if mac > windows else "WINDOWS-1252"


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

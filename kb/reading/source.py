"""Open a text file that a user hands over, or say in one French line why it cannot be read and what to do."""

import hashlib
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from kb.errors import UnusableFileError
from kb.model import Source
from kb.system import bounds
from kb.system.files import UTF16, check_lines, decoded, read_bytes


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text file as read: its lines in NFC, without line ends; `sha256` is of the file's bytes."""

    name: str
    sha256: str
    lines: tuple[str, ...]

    @property
    def source(self) -> Source:
        """The file as provisions name it."""
        blank = tuple(number for number, line in enumerate(self.lines, 1) if not line.strip())
        return Source(self.name, self.sha256, len(self.lines), blank)


def read_source(path: Path, within: Path | None = None, *, data: bool = False) -> SourceText:
    """Read a UTF-8 text file, with or without BOM, whatever its line ends.

    Args:
        path: the file.
        within: the folder that a link may not leave.
        data: the file has a record a line, and may have many more.

    Raises:
        UnusableFileError: there is no such file, it cannot be opened, it is not a text in UTF-8, or is beyond the bounds.
    """
    try:
        content = read_bytes(path, bounds.DATA_BYTES if data else bounds.TEXT_BYTES, within)
        lines = _decoded(content, path).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if lines[-1] == "":
            lines.pop()
        check_lines(lines, 0 if data else bounds.LINES)
    except UnusableFileError as fault:
        raise UnusableFileError(f"{path} : {fault}") from None
    lines = unicodedata.normalize("NFC", "\n".join(lines)).split("\n")
    return SourceText(path.name, hashlib.sha256(content).hexdigest(), tuple(lines))


def _decoded(data: bytes, path: Path) -> str:
    """The text of UTF-8 bytes, without BOM."""
    if not data:
        raise UnusableFileError("le fichier est vide ; refaites la copie ou la conversion")
    if data.startswith(b"%PDF"):
        command = f"pdftotext -layout -enc UTF-8 {path.name} {path.stem}.txt"
        raise UnusableFileError(f"c'est un PDF, pas un texte ; convertissez-le : {command}")
    if b"\0" in data and not data.startswith(UTF16):
        advice = "exportez-en le texte en UTF-8 (depuis un traitement de texte : « Texte brut »)"
        raise UnusableFileError(f"fichier binaire, pas un texte ; {advice}")
    text = decoded(data, path)
    if not text.strip():
        raise UnusableFileError("le fichier ne contient aucun texte ; refaites la conversion qui l'a produit")
    return text

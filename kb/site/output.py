"""The folder of the site: written aside, then moved in place; a folder that is not a site of ours is left alone."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from kb.errors import UnusableFileError

MARKER = ".arbitre-site"
_HEAD = "Site écrit par « arbitre site » ; les fichiers nommés ci-dessous sont remplacés à chaque fois."


class SiteFolder:
    """Collects files beside `out` and publishes them all at once."""

    def __init__(self, out: Path) -> None:
        """Look at the folder before any work.

        Raises:
            UnusableFileError: `out` is a file, holds something else than a site of ours, or cannot be written.
        """
        self.out = out
        self._former = _former(out)
        self._written: set[str] = set()
        try:
            out.parent.mkdir(parents=True, exist_ok=True)
            self._aside = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
        except OSError as fault:
            raise _unwritable(out, fault) from fault

    def __enter__(self) -> Self:
        """Nothing more to prepare."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove what was set aside."""
        shutil.rmtree(self._aside, ignore_errors=True)

    def write(self, path: str, content: str | bytes) -> None:
        """Set a file aside.

        Raises:
            UnusableFileError: it cannot be written.
        """
        place = self._aside / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content if isinstance(content, bytes) else content.encode())
        except OSError as fault:
            raise _unwritable(self.out, fault) from fault
        self._written.add(path)

    def publish(self) -> None:
        """Move every file in place, and remove those of the former site that are no more.

        Raises:
            UnusableFileError: the folder cannot be written.
        """
        self.write(MARKER, "\n".join([_HEAD, *sorted(self._written), ""]))
        try:
            for path in sorted(self._written):
                place = self.out / path
                place.parent.mkdir(parents=True, exist_ok=True)
                os.replace(self._aside / path, place)  # noqa: PTH105 - atomic, and over a file that exists
            for path in sorted(self._former - self._written):
                (self.out / path).unlink(missing_ok=True)
                _remove_empty((self.out / path).parent, self.out)
        except OSError as fault:
            raise _unwritable(self.out, fault) from fault


def _former(out: Path) -> frozenset[str]:
    """The files of the site that stands there.

    Raises:
        UnusableFileError: something else stands there.
    """
    if out.exists() and not out.is_dir():
        raise UnusableFileError(f"{out} : c'est un fichier ; --out veut un dossier")
    marker = out / MARKER
    try:
        if marker.is_file():
            paths = marker.read_text(encoding="utf-8").splitlines()[1:]
            return frozenset(
                path for path in paths if path and not Path(path).is_absolute() and ".." not in Path(path).parts
            )
        if out.is_dir() and any(out.iterdir()):
            message = (
                f"{out} : ce dossier n'est pas vide et n'est pas un site d'Arbitre ; choisissez-en un autre avec --out"
            )
            raise UnusableFileError(message)
    except (OSError, UnicodeDecodeError) as fault:
        raise UnusableFileError(f"{out} : dossier illisible ; choisissez-en un autre avec --out") from fault
    return frozenset()


def _remove_empty(folder: Path, root: Path) -> None:
    """Remove a folder that nothing is left in, and those above it."""
    while folder != root and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _unwritable(out: Path, fault: OSError) -> UnusableFileError:
    return UnusableFileError(
        f"{out} : impossible d'écrire ici ({fault.strerror}) ; choisissez un autre dossier avec --out"
    )

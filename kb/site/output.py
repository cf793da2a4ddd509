"""The folder of the site: written once it is whole; a folder that is not a site of ours is left alone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from kb.asides import aside
from kb.errors import UnusableFileError
from kb.site.filing import Filed, Filing, unwritable

MARKER = ".arbitre-site"
_HEAD = "Site écrit par « arbitre site » ; les fichiers nommés ci-dessous sont remplacés à chaque fois."
_GAP = "  "
_MIDWAY = f"{MARKER}.midway"


@dataclass(frozen=True, slots=True)
class Former:
    """The site that stands in a folder: the key of what it was made from, and its files with the digest of each."""

    key: str = ""
    files: Mapping[str, str] = field(default_factory=dict)


class SiteFolder:
    """Publishes the files of a site all at once, those alone that have changed."""

    def __init__(self, out: Path) -> None:
        """Look at the folder before any work.

        Raises:
            UnusableFileError: `out` is a file, or holds something else than a site of ours.
        """
        self.out = out
        self._former = _former(out)
        self._held = ExitStack()

    def __enter__(self) -> Self:
        """Nothing more to prepare."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove what was set aside."""
        self._held.close()

    def stands(self, key: str) -> bool:
        """True when the folder holds, untouched, the site made from what has this key."""
        if not key or key != self._former.key:
            return False
        try:
            written = (self.out / MARKER).stat().st_mtime_ns
            return all((self.out / path).stat().st_mtime_ns <= written for path in self._former.files)
        except OSError:
            return False

    def filing(self) -> Filing:
        """Where the files of the next site are set aside: a folder beside, on the same disk.

        Raises:
            UnusableFileError: nothing can be written there.
        """
        try:
            ready = self._held.enter_context(aside(self.out, folder=True))
        except OSError as fault:
            raise unwritable(self.out, fault) from fault
        return Filing(self.out, ready, self._former.files)

    def publish(self, filing: Filing, files: Mapping[str, Filed], key: str = "") -> int:
        """Put the files set aside in place, remove those of the former site that are no more; how many were written.

        Raises:
            UnusableFileError: the folder cannot be written, or is no longer what files were left as they were in.
        """
        digests = {path: filed.digest for path, filed in files.items()}
        changed = sorted(path for path, filed in files.items() if filed.new)
        if len(changed) < len(files) and _former(self.out) != self._former:
            raise UnusableFileError(f"{self.out} : un autre site vient d'y être écrit ; relancez « arbitre site »")
        try:
            (filing.ready / MARKER).write_bytes(_marker(key, digests))
            if not self.out.exists():
                filing.ready.chmod(0o755)
                filing.ready.rename(self.out)
            else:
                self._replace(filing.ready, changed, digests)
        except OSError as fault:
            raise unwritable(self.out, fault) from fault
        return len(changed)

    def _replace(self, ready: Path, paths: list[str], digests: Mapping[str, str]) -> None:
        """Move files in place, one by one, and remove those that are no more.

        Meanwhile the marker knows the files of both sites and has no key: one that is cut short is still ours, and written anew.
        """
        (ready / _MIDWAY).write_bytes(_marker("", {**self._former.files, **digests}))
        for folder in sorted({(self.out / path).parent for path in paths}):
            folder.mkdir(parents=True, exist_ok=True)
        for name, path in ((_MIDWAY, MARKER), *zip(paths, paths, strict=True)):
            _moved(ready / name, self.out / path)
        for path in sorted(self._former.files.keys() - digests.keys()):
            (self.out / path).unlink(missing_ok=True)
            _remove_empty((self.out / path).parent, self.out)
        _moved(ready / MARKER, self.out / MARKER)


def _moved(source: Path, target: Path) -> None:
    os.replace(source, target)  # noqa: PTH105 - atomic, and over a file that exists


def _marker(key: str, digests: Mapping[str, str]) -> bytes:
    """The marker of a site: the key of what it was made from, then each file with its digest."""
    lines = [_HEAD, f"{key}{_GAP}", *(f"{digests[path]}{_GAP}{path}" for path in sorted(digests)), ""]
    return "\n".join(lines).encode()


def _former(out: Path) -> Former:
    """The site that stands there.

    Raises:
        UnusableFileError: something else stands there.
    """
    if out.exists() and not out.is_dir():
        raise UnusableFileError(f"{out} : c'est un fichier ; --out veut un dossier")
    marker = out / MARKER
    try:
        if marker.is_file():
            return _read_marker(marker.read_text(encoding="utf-8").splitlines()[1:])
        if out.is_dir() and any(out.iterdir()):
            message = (
                f"{out} : ce dossier n'est pas vide et n'est pas un site d'Arbitre ; choisissez-en un autre avec --out"
            )
            raise UnusableFileError(message)
    except (OSError, UnicodeDecodeError) as fault:
        raise UnusableFileError(f"{out} : dossier illisible ; choisissez-en un autre avec --out") from fault
    return Former()


def _read_marker(lines: list[str]) -> Former:
    """The lines of a marker below its head: the key, then the files, those that lead out of the folder left out."""
    key, files = "", {}
    for line in lines:
        digest, _gap, path = line.rpartition(_GAP)
        if digest and not path:
            key = digest
        elif path and not Path(path).is_absolute() and ".." not in Path(path).parts:
            files[path] = digest
    return Former(key, files)


def _remove_empty(folder: Path, root: Path) -> None:
    """Remove a folder that nothing is left in, and those above it."""
    while folder != root and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent

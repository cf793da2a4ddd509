"""The folder of the site: written once it is whole; a folder that is not a site of ours is left alone.

A place that holds something else, or that cannot be written to, is an UnusableFileError.
"""

import errno
import hashlib
import os
import zipfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kb.errors import UnusableFileError, reason
from kb.site import urls
from kb.system.atomic import atomic_write, try_place

MARKER = ".arbitre-site"
_HEAD = "Site écrit par « arbitre site » ; les fichiers nommés ci-dessous sont remplacés à chaque fois."
_MIDWAY = f"{MARKER}.midway"
_DATE = (1980, 1, 1, 0, 0, 0)
_ROOT = "arbitre/"
_ANOTHER_ARCHIVE = "un autre fichier avec --zip"


class SiteFolder:
    """Publishes the files of a site all at once, those alone that have changed."""

    def __init__(self, out: Path) -> None:
        """Look at the folder before any work."""
        self.out = self._ready = out
        self._key, self._former = _former(out)

    def stands(self, key: str) -> bool:
        """True when the folder holds, untouched, the site made from what has this key."""
        with suppress(OSError):
            written = (self.out / MARKER).stat().st_mtime_ns
            return key == self._key and all((self.out / path).stat().st_mtime_ns <= written for path in self._former)
        return False

    @contextmanager
    def draft(self) -> Iterator[None]:
        """Have the files of the next site written in another folder, on the same disk, gone at the end."""
        with ExitStack() as held:
            with _in_french(self.out):
                self._ready = held.enter_context(atomic_write(self.out, folder=True))
            yield

    def put(self, path: str, content: bytes) -> str:
        """Write a file, by its path from the root, unless the site that stands holds it; its digest (sha256, in hexadecimal)."""
        with _in_french(self.out):
            if path not in self._former or not (stands := self.out / path).is_file() or stands.read_bytes() != content:
                place = self._ready / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
        return hashlib.sha256(content).hexdigest()

    def publish(self, files: Collection[str], key: str = "") -> int:
        """Put the files written in place, remove those of the former site that are no more; how many were written."""
        with _in_french(self.out):
            changed = sorted(path for path in files if (self._ready / path).is_file())
            if len(changed) < len(files) and _former(self.out) != (self._key, self._former):
                raise UnusableFileError(f"{self.out} : un autre site vient d'y être écrit ; relancez « arbitre site »")
            (self._ready / MARKER).write_bytes(_marker(key, files))
            if not self.out.exists():
                self._ready.chmod(0o755)
                self._ready.rename(self.out)
            else:
                self._replace(changed, frozenset(files))
        return len(changed)

    def _replace(self, changed: list[str], files: frozenset[str]) -> None:
        """Move files in place, one by one, and remove those that are no more.

        Meanwhile the marker knows the files of both sites and has no key: one that is cut short is still ours, and written anew.
        """
        (self._ready / _MIDWAY).write_bytes(_marker("", self._former | files))
        for folder in sorted({(self.out / path).parent for path in changed}):
            folder.mkdir(parents=True, exist_ok=True)
        for name, path in ((_MIDWAY, MARKER), *zip(changed, changed, strict=True)):
            (self._ready / name).replace(self.out / path)
        for path in sorted(self._former - files):
            (self.out / path).unlink(missing_ok=True)
            # A folder that nothing is left in goes, and those above it: never `out`, which holds the marker.
            with suppress(OSError):
                os.removedirs((self.out / path).parent)
        (self._ready / MARKER).replace(self.out / MARKER)


def check_places(out: Path, archive: Path | None) -> None:
    """Stop at places where no site, or no archive of one, can be written; nothing is left there."""
    with _in_french(out):
        try_place(out / MARKER if out.is_dir() else out)
    if archive is not None:
        with _in_french(archive, _ANOTHER_ARCHIVE):
            try_place(archive)
            if archive.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))


def write_archive(site: Path, files: Iterable[str], out: Path) -> None:
    """Write the files of a site to a zip, the same bytes for the same site, in place of a former one only when it is whole."""
    with _in_french(out, _ANOTHER_ARCHIVE), atomic_write(out) as temporary:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as packed:
            # The page to open comes first in a listing.
            for path in sorted(files, key=lambda path: (path != urls.HOME, path)):
                entry = zipfile.ZipInfo(_ROOT + path, _DATE)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, (site / path).read_bytes())
        temporary.chmod(0o644)
        temporary.replace(out)


def _marker(key: str, paths: Iterable[str]) -> bytes:
    """The marker of a site: the key of what it was made from, then each file."""
    return "\n".join([_HEAD, key, *sorted(paths), ""]).encode()


def _former(out: Path) -> tuple[str, frozenset[str]]:
    """The key and the files of the site that stands there, those left out that lead out of the folder; a fault for anything else."""
    if out.exists() and not out.is_dir():
        raise UnusableFileError(f"{out} : c'est un fichier ; --out veut un dossier")
    marker = out / MARKER
    try:
        if marker.is_file():
            _head, key, *lines = [*marker.read_text(encoding="utf-8").splitlines(), "", ""]
            inside = (path for path in lines if path and not Path(path).is_absolute() and ".." not in Path(path).parts)
            return key, frozenset(inside)
        if out.is_dir() and any(out.iterdir()):
            message = (
                f"{out} : ce dossier n'est pas vide et n'est pas un site d'Arbitre ; choisissez-en un autre avec --out"
            )
            raise UnusableFileError(message)
    except (OSError, UnicodeDecodeError) as fault:
        raise UnusableFileError(f"{out} : dossier illisible ; choisissez-en un autre avec --out") from fault
    return "", frozenset()


@contextmanager
def _in_french(out: Path, instead: str = "un autre dossier avec --out") -> Iterator[None]:
    """Say in French where a site, or its archive, cannot be written, and what to choose `instead`."""
    try:
        yield
    except OSError as fault:
        raise UnusableFileError(f"{out} : impossible d'écrire ici ({reason(fault)}) ; choisissez {instead}") from fault

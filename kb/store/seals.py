"""The seal of a base: the sha256 of all that stands before it, in the last bytes of the file, beyond SQLite's own pages.

SQLite reads as many pages as its header counts, and never sees the seal; a file cut short, changed or written to since has none that fits.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from pathlib import Path
from typing import BinaryIO

from kb.errors import UnusableBaseError

# The first SQLite with STRICT tables.
_NEEDED = (3, 37, 0)
_SIZE = 32
_CHUNK = 1 << 20


def check_sqlite() -> None:
    """Stop at a SQLite that could neither write a base nor read one.

    Raises:
        UnusableBaseError: it is too old.
    """
    if sqlite3.sqlite_version_info < _NEEDED:
        needed = ".".join(map(str, _NEEDED[:2]))
        message = f"SQLite {sqlite3.sqlite_version} est trop ancien : une base en veut {needed} ou plus ; installez un Python plus récent"
        raise UnusableBaseError(message)


def seal(path: Path) -> None:
    """Seal a file, and wait for the disk to hold it.

    Raises:
        OSError: the disk refuses.
    """
    with path.open("rb+") as file:
        digest = _digest(file, file.seek(0, os.SEEK_END))
        file.seek(0, os.SEEK_END)
        file.write(digest)
        file.flush()
        os.fsync(file.fileno())


def sealed(file: BinaryIO) -> bytes | None:
    """The seal of a file, when not a byte has changed since it was sealed; else None.

    Raises:
        OSError: the file cannot be read.
    """
    end = file.seek(0, os.SEEK_END) - _SIZE
    if end < 0:
        return None
    digest = _digest(file, end)
    return digest if digest == file.read(_SIZE) else None


def _digest(file: BinaryIO, end: int) -> bytes:
    """The sha256 of the first `end` bytes; the file stands there afterwards."""
    digest = hashlib.sha256()
    file.seek(0)
    for place in range(0, end, _CHUNK):
        digest.update(file.read(min(end - place, _CHUNK)))
    return digest.digest()

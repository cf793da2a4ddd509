"""The seal of a base: the sha256 of all that stands before it, in the last bytes of the file, beyond SQLite's own pages.

SQLite reads as many pages as its header counts, and never sees the seal; a file cut short, changed or written to since has none that fits.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import BinaryIO

_SIZE = 32
_CHUNK = 1 << 20


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


def is_sealed(file: BinaryIO) -> bool:
    """True when not a byte has changed since a file was sealed.

    Raises:
        OSError: the file cannot be read.
    """
    end = file.seek(0, os.SEEK_END) - _SIZE
    return end >= 0 and _digest(file, end) == file.read(_SIZE)


def _digest(file: BinaryIO, end: int) -> bytes:
    """The sha256 of the first `end` bytes; the file stands there afterwards."""
    digest = hashlib.sha256()
    file.seek(0)
    while rest := end - file.tell():
        piece = file.read(min(rest, _CHUNK))
        if not piece:
            break
        digest.update(piece)
    return digest.digest()

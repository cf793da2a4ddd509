"""What is written aside, to be put in place once whole; what a killed command left aside is removed by the next one.

A file or folder set aside is locked for as long as its writer lives: the system drops the lock of one that is killed.
"""

from __future__ import annotations

import glob
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


@contextmanager
def set_aside(place: Path, *, folder: bool = False) -> Iterator[Path]:
    """A new empty file, or folder, in the folder of `place` and named after it; gone at the end if it is still there.

    What others left aside for the same place and nobody holds any more is removed first.

    Raises:
        OSError: nothing can be written there.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    _sweep(place)
    path, handle = _made(place, folder=folder)
    try:
        yield path
    finally:
        _remove(path)
        os.close(handle)


def _prefix(place: Path) -> str:
    return f".{place.name}."


def _made(place: Path, *, folder: bool) -> tuple[Path, int]:
    """What is set aside, and the handle that locks it."""
    while True:
        path = _new(place, folder=folder)
        # Windows renames nothing that is open, and has no such locks.
        handle = os.open(path if sys.platform != "win32" else os.devnull, os.O_RDONLY)
        _lock(handle, wait=True)
        # Somebody who sweeps may have taken it for abandoned before it was locked.
        if path.exists():
            return path, handle
        os.close(handle)


def _new(place: Path, *, folder: bool) -> Path:
    if folder:
        return Path(tempfile.mkdtemp(prefix=_prefix(place), dir=place.parent))
    handle, name = tempfile.mkstemp(prefix=_prefix(place), dir=place.parent)
    os.close(handle)
    return Path(name)


def _lock(handle: int, *, wait: bool) -> bool:
    """True when the handle holds the lock; where there are no such locks, only what waits for one has it."""
    if sys.platform == "win32":
        return wait
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return wait  # a disk without locks: nobody sweeps there either
    return True


def _sweep(place: Path) -> None:
    """Remove what was set aside for `place` and that no writer holds."""
    for path in place.parent.glob(f"{glob.escape(_prefix(place))}*"):
        with suppress(OSError):
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            try:
                if _lock(handle, wait=False) and _ours(handle):
                    _remove(path)
            finally:
                os.close(handle)


def _ours(handle: int) -> bool:
    """True for what this user wrote: a shared folder holds others' work too."""
    return sys.platform == "win32" or os.fstat(handle).st_uid == os.getuid()


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink(missing_ok=True)

"""What is written under another name, to be put in place once whole; what a killed command left is removed by the next one.

It stands in a folder that is locked for as long as its writer lives: the system drops the lock of one that is killed. Where
nothing can be written, an OSError is raised.
"""

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
def atomic_write(place: Path, *, folder: bool = False) -> Iterator[Path]:
    """Where to write a new file, or a new folder, on the disk of `place` and named after it; gone at the end if it is still there.

    What others left for the same place and nobody holds any more is removed first.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    _sweep(place)
    drafts, handle = _made(place)
    try:
        yield drafts if folder else drafts / place.name
    finally:
        shutil.rmtree(drafts, ignore_errors=True)
        os.close(handle)


def try_place(place: Path) -> None:
    """Write something next to a place, or in the nearest folder above it that is there, and remove it: long work may begin by this."""
    folder = next(folder for folder in place.absolute().parents if folder.exists())
    with tempfile.TemporaryDirectory(prefix=_prefix(place), dir=folder):
        pass


def _prefix(place: Path) -> str:
    return f".{place.name}."


def _made(place: Path) -> tuple[Path, int]:
    """A folder for drafts, and the handle that locks it."""
    while True:
        drafts = Path(tempfile.mkdtemp(prefix=_prefix(place), dir=place.parent))
        # Windows renames nothing that is open, and has no such locks.
        handle = os.open(drafts if sys.platform != "win32" else os.devnull, os.O_RDONLY)
        _lock(handle, wait=True)
        # Somebody who sweeps may have taken it for abandoned before it was locked.
        if drafts.exists():
            return drafts, handle
        os.close(handle)


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
    """Remove the drafts for `place` and that no writer holds."""
    for path in place.parent.glob(f"{glob.escape(_prefix(place))}*"):
        with suppress(OSError):
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            try:
                # Of this user alone: a shared folder holds others' work too.
                ours = sys.platform == "win32" or os.fstat(handle).st_uid == os.getuid()
                if ours and _lock(handle, wait=False):
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(handle)

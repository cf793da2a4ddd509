"""Wait for an author's files to change, whatever is done to them: saved in place, replaced, half written, removed with their folder.

What the system reports only wakes us: what changed is told by the files themselves, before and after.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from watchfiles import watch

_ENDINGS = frozenset({".md", ".toml", ".tsv"})
# Milliseconds: changes nearer than this are one; how often a folder that went away is looked for.
_DEBOUNCE = 250
_PATROL = 500
# How many times files that go on changing are waited for.
_PATIENCE = 20

_Stamps = dict[Path, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to the files watched since they were last read, in the order of their names."""

    written: tuple[Path, ...] = ()
    added: tuple[Path, ...] = ()
    removed: tuple[Path, ...] = ()

    def __bool__(self) -> bool:
        """True when anything did."""
        return bool(self.written or self.added or self.removed)

    def __str__(self) -> str:
        """In French: « a.md modifié, b.md ajouté »."""
        told = (("modifié", self.written), ("ajouté", self.added), ("supprimé", self.removed))
        return ", ".join(f"{path.name} {what}" for what, paths in told for path in paths)


class Watched:
    """The `.md`, `.toml` and `.tsv` files of some folders, or some files, followed from now on: a path may go away and come back."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Note how the files stand; what changes before `changes` is asked for is the first change."""
        self._paths = tuple(paths)
        self._stamps = _stamps(paths)

    def changes(self) -> Iterator[Change]:
        """Each change, until interrupted.

        Raises:
            KeyboardInterrupt: the user stops it.
        """
        while True:
            for _woken in _wakes(self._paths):
                before, self._stamps = self._stamps, self._settled()
                if change := _difference(before, self._stamps):
                    yield change

    def _settled(self) -> _Stamps:
        """How the files stand, once they have stood so for a moment: a burst of saves is one change."""
        last, now = self._stamps, _stamps(self._paths)
        for _try in range(_PATIENCE):
            if now == last:
                break
            time.sleep(_DEBOUNCE / 1000)
            last, now = now, _stamps(self._paths)
        return now


def _wakes(paths: Sequence[Path]) -> Iterator[None]:
    """A beat whenever something may have changed, until one of the folders watched is no longer the one that was there."""
    held = {
        folder: _identity(folder)
        for folder in dict.fromkeys(path if _is_folder(path) else path.parent for path in paths)
    }
    present = [folder for folder, identity in held.items() if identity]
    yield
    if not present:
        time.sleep(_PATROL / 1000)
        return
    try:
        # Without events a beat comes all the same: a folder that is removed takes its watch with it, in silence.
        for _events in watch(
            *present, debounce=_DEBOUNCE, rust_timeout=_PATROL, yield_on_timeout=True, raise_interrupt=True
        ):
            yield
            if any(_identity(folder) != identity for folder, identity in held.items()):
                return
    except FileNotFoundError:
        # A folder went away between our look at it and the watch set on it: it is looked for anew.
        return


def _is_folder(path: Path) -> bool:
    """True for a folder, or for what is gone and was not a file by its name."""
    return path.is_dir() or path.suffix not in _ENDINGS


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _stamps(paths: Sequence[Path]) -> _Stamps:
    """When each file was last written, and its size; a file that goes away meanwhile is not there."""
    stamps: _Stamps = {}
    for path in paths:
        # A work, or a folder of works, with the questions beside each: nothing is read further down.
        for file in _files(path) if path.is_dir() else [path]:
            try:
                found = file.stat()
            except OSError:
                continue
            if file.suffix in _ENDINGS and not file.name.startswith((".", "#")):
                stamps[file] = found.st_mtime_ns, found.st_size
    return stamps


def _files(folder: Path) -> list[Path]:
    """What stands in a folder, in those just below and in those of questions; nothing in one that goes away meanwhile."""
    try:
        return sorted([*folder.glob("*"), *folder.glob("*/*"), *folder.glob("*/questions/*")])
    except OSError:
        return []


def _difference(before: _Stamps, after: _Stamps) -> Change:
    return Change(
        tuple(file for file, stamp in after.items() if file in before and before[file] != stamp),
        tuple(file for file in after if file not in before),
        tuple(file for file in before if file not in after),
    )

"""Wait for an author's files to change, whatever is done to them: saved in place, replaced, half written, removed with their folder.

The files are looked at several times a second: no event is missed on any disk, and a folder may go away and come back.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

_ENDINGS = frozenset({".md", ".toml", ".tsv"})
# Seconds between two looks; changes nearer than this are one.
_BEAT = 0.25

# When each file was last written, and its size.
Stamps = dict[Path, tuple[int, int]]


def changed(paths: Sequence[Path], before: Stamps) -> Stamps:
    """How the `.md`, `.toml` and `.tsv` files of some folders, or of some files, stand once they do otherwise than before.

    A burst of saves is one change: it ends once the files stand still.
    """
    last = before
    while True:
        time.sleep(_BEAT)
        now = stamps(paths)
        if now == last != before:
            return now
        last = now


def stamps(paths: Sequence[Path]) -> Stamps:
    """How the files stand; one that goes away meanwhile, with those after it, is not there this time."""
    found: Stamps = {}
    for path in paths:
        with suppress(OSError):
            # A work, or a folder of works, with the questions of each: nothing is read further down.
            below = (*path.glob("*"), *path.glob("*/*"), *path.glob("*/questions/*"))
            for file in below if path.is_dir() else [path]:
                if file.suffix in _ENDINGS and not file.name.startswith((".", "#")):
                    about = file.stat()
                    found[file] = about.st_mtime_ns, about.st_size
    return found

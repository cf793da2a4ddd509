"""The works as built before: a file a work in the user's folder of caches, under the digest of all that it is made from."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

from kb import __version__
from kb.store import Contents, sealed, write_work
from kb.system.atomic import set_aside
from kb.system.data import data_dir, digest

# What of the program makes the rows of a work, and the libraries whose versions matter to them.
_PACKAGES = (
    "build",
    "check",
    "link",
    "model",
    "parsing",
    "policy",
    "precedence",
    "reading",
    "search",
    "store",
    "system",
)
_LIBRARIES = ("lark", "pystemmer", "simplemma")
# How many files are kept: the last ones that served.
_KEPT = 24


@contextmanager
def folder() -> Iterator[Path]:
    """The folder of the works; a temporary one where the user's can hold nothing."""
    place = Path(platformdirs.user_cache_dir("arbitre")) / "oeuvres"
    try:
        place.mkdir(parents=True, exist_ok=True)
        usable = os.access(place, os.W_OK)
    except OSError:
        usable = False
    if usable:
        yield place
        _prune(place)
    else:
        with tempfile.TemporaryDirectory() as other:
            yield Path(other)


def _prune(place: Path) -> None:
    """Remove the files that served longest ago."""
    with suppress(OSError):
        for path in sorted(place.glob("*.sqlite"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            path.unlink(missing_ok=True)


@cache
def program() -> str:
    """The digest of what makes the rows of a work: our code, the grammars, the libraries."""
    package = Path(__file__).parents[1]
    versions = [f"{name} {version(name)}" for name in _LIBRARIES]
    roots = (*(package / name for name in _PACKAGES), *sorted(package.glob("*.py")), data_dir("grammar"))
    return digest(roots, __version__, sqlite3.sqlite_version, *versions)


def kept(path: Path) -> bool:
    """True when a whole file stands there, which then has served last."""
    try:
        with path.open("rb") as file:
            whole = sealed(file) is not None
        if whole:
            os.utime(path)
    except OSError:
        return False
    return whole


def keep(contents: Contents, path: Path) -> None:
    """Write the file of a work; one that is killed leaves nothing that the next one does not remove.

    Raises:
        OSError: the disk refuses.
    """
    # One name a work for what is set aside, whatever the digest.
    with set_aside(path.parent / contents.rulebooks[0].work.id, folder=True) as beside:
        ready = beside / path.name
        write_work(contents, ready)
        ready.replace(path)

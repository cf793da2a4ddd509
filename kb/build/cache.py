"""The works as built before: a file a work in the user's folder of caches, under the digest of all that it is made from.

With it, values from which another is sooner made when a rule of it changes, each under the digest of what it is made from itself.
What the disk refuses to keep is an OSError.
"""

import os
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec
import platformdirs

from kb import __version__
from kb.store import Contents, sealed, write_work
from kb.system.atomic import atomic_write
from kb.system.data import data_dir, digest

# What of the program does not make the rows of a work, and the libraries whose versions matter to them.
_APART = frozenset({"_data", "answer", "cli", "comparison", "site", "timing"})
_LIBRARIES = ("lark", "msgspec", "pystemmer", "simplemma")
# How many files of works, and of values, are kept: the last ones that served.
_KEPT = 24

Value = TypeVar("Value")


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
        for ending in ("*.sqlite", "*.msgpack"):
            for path in sorted(place.glob(ending), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
                path.unlink(missing_ok=True)


@cache
def program() -> str:
    """The digest of what makes the rows of a work: our code, the grammars, the libraries."""
    package = Path(__file__).parents[1]
    versions = [f"{name} {version(name)}" for name in _LIBRARIES]
    parts = sorted(part for part in package.iterdir() if part.name not in _APART)
    return digest((*parts, data_dir("grammar")), __version__, sqlite3.sqlite_version, *versions)


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
    """Write the file of a work; one that is killed leaves nothing that the next one does not remove."""
    # One name a work for what is being written, whatever the digest.
    with atomic_write(path.parent / contents.rulebooks[0].work.id) as draft:
        write_work(contents, draft)
        draft.replace(path)


def value(kind: type[Value], path: Path) -> Value | None:
    """The value that a file holds, which then has served last; None where there is no file, or not a whole one."""
    try:
        held = msgspec.msgpack.decode(zlib.decompress(path.read_bytes()), type=kind)
        os.utime(path)
    except (OSError, zlib.error, msgspec.DecodeError):
        return None
    return held


def keep_value(held: object, work: str, path: Path) -> None:
    """Write a value made of a work."""
    with atomic_write(path.parent / work) as draft:
        draft.write_bytes(zlib.compress(msgspec.msgpack.encode(held), level=1))
        draft.replace(path)

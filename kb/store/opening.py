"""Open a knowledge base: its seal is checked once, connections are shared, none ever writes."""

from __future__ import annotations

import json
import os
import queue
import sqlite3
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache, lru_cache, wraps
from itertools import islice
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, get_origin, get_type_hints

import msgspec

from kb.errors import UnusableBaseError, reason
from kb.store.assembling import SCHEMA_VERSION, read_only
from kb.store.seals import check_sqlite, sealed

# Statements kept ready: lists of ids and words come in every length.
_STATEMENTS = 512
# Answers kept once read: a base never changes, and the same few are asked for again and again.
_KEPT = 1 << 14
# A base may be replaced while it is opened: that of the next try is whole too.
_TRIES = 5
_Asked = ParamSpec("_Asked")
_Read = TypeVar("_Read")
_UNREADABLE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL})


@dataclass(frozen=True, slots=True)
class Examined:
    """A file that was looked through: its identity on the disk, and its seal, none where it does not fit."""

    identity: tuple[int, ...]
    seal: bytes | None


class OpenedBase:
    """The file, opened: what the functions of this package read.

    Another file may take its place: what was opened goes on being read.
    """

    def __init__(self, path: Path, examined: Examined | None = None) -> None:
        """Open the file; `examined` is what another process found it to be: that very file is not looked through again.

        Raises:
            UnusableBaseError: the file is missing, damaged, of another version, or no longer the one that was examined; SQLite is too old.
        """
        check_sqlite()
        self.path = path
        self.kept: dict[tuple[Hashable, ...], Any] = {}
        # The last one used is the first one taken: its statements are ready.
        self._idle: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue()
        if path.is_dir():
            raise UnusableBaseError(f"{path} : c'est un dossier ; donnez le fichier d'une base")
        if not path.is_file():
            raise UnusableBaseError(f"{path} : aucune base ici ; lancez « arbitre build --out {path} »")
        self.examined = self._opened(examined)
        try:
            self.meta: dict[str, str] = dict(self.rows("SELECT key, value FROM meta"))
        except (sqlite3.DatabaseError, UnicodeError) as fault:
            raise self._damaged() from fault
        if self.meta.get("schema") != SCHEMA_VERSION:
            raise UnusableBaseError(f"{path} : base d'une autre version ; reconstruisez-la avec « arbitre build »")
        if self.examined.seal is None:
            raise self._damaged()

    def rows(self, query: str, parameters: Sequence[object] = (), /, **named: object) -> list[Any]:
        """All rows of a query, as tuples; a list given by its name is read there by `json_each`.

        Raises:
            UnusableBaseError: the disk no longer gives what it held.
        """
        given = {name: json.dumps(value) if isinstance(value, list) else value for name, value in named.items()}
        connection = self._taken()
        try:
            return connection.execute(query, given or parameters).fetchall()
        except sqlite3.DatabaseError as fault:
            if fault.sqlite_errorcode & 0xFF in _UNREADABLE:
                raise self._damaged() from fault
            raise
        finally:
            self._idle.put(connection)

    def column(self, query: str, **named: object) -> list[Any]:
        """The first column of the rows of a query."""
        return [row[0] for row in self.rows(query, **named)]

    def values(
        self, kind: type[_Read], query: str, parameters: Sequence[object] = (), /, **named: object
    ) -> list[_Read]:
        """The rows of a query as values of a dataclass, its fields in order: the way back from `kb.store.writing`."""
        return [made(kind, row) for row in self.rows(query, parameters, **named)]

    def keep(self, answers: Mapping[tuple[Hashable, ...], object]) -> None:
        """Keep some answers; the first half of those kept goes when there are too many."""
        if len(self.kept) + len(answers) > _KEPT:
            # Another dictionary: a thread may be reading this one.
            self.kept = dict(islice(self.kept.copy().items(), _KEPT // 2, None))
        self.kept |= answers

    def reserve(self, connections: int) -> None:
        """Open so many connections now: as many threads go on reading together once another file has taken the place."""
        for _one in range(connections - self._idle.qsize()):
            if (another := self._connected(self.examined)) is not None:
                self._idle.put(another)

    def _damaged(self) -> UnusableBaseError:
        return UnusableBaseError(
            f"{self.path} : ce n'est pas une base, ou elle est abîmée ; reconstruisez-la avec « arbitre build »"
        )

    def _taken(self) -> sqlite3.Connection:
        """A connection that nobody uses: an idle one, a new one, or, where there can be no new one, the first that is free."""
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return self._connected(self.examined) or self._idle.get()

    def _opened(self, examined: Examined | None) -> Examined:
        """Examine the file, unless that is done, and connect to the very same."""
        for _try in range(_TRIES):
            found = examined or _examined(self.path)
            first = self._connected(found)
            if first is not None:
                self._idle.put(first)
                return found
        raise UnusableBaseError(f"{self.path} : la base ne s'ouvre pas, ou change sans cesse ; relancez la commande")

    def _connected(self, examined: Examined) -> sqlite3.Connection | None:
        """A new connection to the very file that was examined; None when it is no longer there."""
        with suppress(OSError, sqlite3.OperationalError):
            connection = sqlite3.connect(
                read_only(self.path), uri=True, check_same_thread=False, cached_statements=_STATEMENTS
            )
            # Not mapped: a file that somebody cuts short under a map would stop the process.
            connection.execute("PRAGMA mmap_size = 0")
            if _identity(self.path.stat()) == examined.identity:
                return connection
            connection.close()
        return None


def _examined(path: Path) -> Examined:
    """The identity of a file, and its seal."""
    try:
        with path.open("rb") as file:
            return Examined(_identity(os.fstat(file.fileno())), sealed(file))
    except OSError as fault:
        message = f"{path} : lecture impossible ({reason(fault)}) ; vérifiez les droits du fichier"
        raise UnusableBaseError(message) from fault


def _identity(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def made(kind: type[_Read], row: Sequence[Any]) -> _Read:
    """A value of a dataclass from its fields as SQLite holds them, in order."""
    held = [*row]
    for place, read in _readers(kind):  # type: ignore[arg-type] # a class can be hashed
        if place < len(held):
            held[place] = read(held[place])
    return kind(*held)


@cache
def _readers(kind: type) -> tuple[tuple[int, Callable[[Any], object]], ...]:
    """The fields of a dataclass that SQLite holds otherwise: the place of each, and what makes its value of what is held."""
    hints = get_type_hints(kind)
    readers = enumerate(_reader(hints[field.name]) for field in fields(kind))
    return tuple((place, read) for place, read in readers if read is not None)


def _reader(hint: Any) -> Callable[[Any], object] | None:  # noqa: ANN401 - any annotation
    if get_origin(hint) is tuple:
        # The same lists come back again and again.
        return lru_cache(maxsize=8192)(msgspec.json.Decoder(hint).decode)
    return hint if isinstance(hint, type) and issubclass(hint, bool | StrEnum) else None


def remembered(
    read: Callable[Concatenate[OpenedBase, _Asked], _Read],
) -> Callable[Concatenate[OpenedBase, _Asked], _Read]:
    """Have a base keep what a function reads of it."""

    @wraps(read)
    def ask(base: OpenedBase, /, *asked: _Asked.args, **named: _Asked.kwargs) -> _Read:
        key = (read.__name__, *asked, *named.items())
        answer: _Read | None = base.kept.get(key)
        if answer is None:
            answer = read(base, *asked, **named)
            base.keep({key: answer})
        return answer

    return ask

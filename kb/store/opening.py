"""Open a knowledge base: its seal is checked once, connections are shared, none ever writes.

A base that cannot be read, or that the disk no longer gives as it was, is an UnusableBaseError.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from enum import StrEnum
from functools import cache, lru_cache, wraps
from itertools import islice
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, get_origin, get_type_hints

import msgspec

from kb.errors import UnusableBaseError, reason
from kb.store.assembling import SCHEMA_VERSION, check_sqlite, read_only, sealed

# Statements kept ready: lists of ids and words come in every length.
_STATEMENTS = 512
# Answers kept once read: a base never changes, and the same few are asked for again and again.
_KEPT = 1 << 14
# A base may be replaced while it is opened: that of the next try is whole too.
_TRIES = 5
_Asked = ParamSpec("_Asked")
_Read = TypeVar("_Read")
_UNREADABLE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL})


class OpenedBase:
    """The file, opened: what the functions of this package read.

    Another file may take its place: what was opened goes on being read.
    """

    def __init__(self, path: Path, seal: bytes | None = None) -> None:
        """Open the file; with a `seal`, no other base than the one that bears it.

        Raises:
            UnusableBaseError: the file is missing, damaged, of another version, or another base than the one asked for; SQLite is too old.
        """
        check_sqlite()
        self.path = path
        self.kept: dict[tuple[Hashable, ...], Any] = {}
        if path.is_dir():
            raise UnusableBaseError(f"{path} : c'est un dossier ; donnez le fichier d'une base")
        if not path.is_file():
            raise UnusableBaseError(f"{path} : aucune base ici ; lancez « arbitre build --out {path} »")
        # One for all threads, which take it in turn.
        self._turn = threading.Lock()
        self._connection, self.seal = self._opened()
        try:
            self.meta: dict[str, str] = dict(self.rows("SELECT key, value FROM meta"))
        except (sqlite3.DatabaseError, UnicodeError) as fault:
            raise self._damaged() from fault
        if self.meta.get("schema") != SCHEMA_VERSION:
            raise UnusableBaseError(f"{path} : base d'une autre version ; reconstruisez-la avec « arbitre build »")
        if self.seal is None:
            raise self._damaged()
        if seal not in {None, self.seal}:
            raise self._changing()

    def rows(self, query: str, /, **named: object) -> list[Any]:
        """All rows of a query, as tuples; a list is read there by `json_each`."""
        given = {name: json.dumps(value) if isinstance(value, list) else value for name, value in named.items()}
        try:
            with self._turn:
                return self._connection.execute(query, given).fetchall()
        except sqlite3.DatabaseError as fault:
            if fault.sqlite_errorcode & 0xFF in _UNREADABLE:
                raise self._damaged() from fault
            raise

    def column(self, query: str, **named: object) -> list[Any]:
        """The first column of the rows of a query."""
        return [row[0] for row in self.rows(query, **named)]

    def first(self, query: str, **named: object) -> Any:  # noqa: ANN401 - whatever stands there
        """The first column of the first row of a query; None where there is no row."""
        return next(iter(self.column(query, **named)), None)

    def values(self, kind: type[_Read], query: str, /, **named: object) -> list[_Read]:
        """The rows of a query as values of a dataclass, its fields in order: the way back from `kb.store.writing`."""
        return [made(kind, row) for row in self.rows(query, **named)]

    def reopen(self) -> None:
        """Read by a connection of this process, which was forked from the one that opened the file: that one's is left alone.

        Raises:
            sqlite3.OperationalError: the file is there no more.
        """
        self._former, self._turn = self._connection, threading.Lock()
        self._connection = self._connected()

    def probe(self) -> None:
        """Read a passage, another one each time: that the file is open does not say that it can still be read."""
        if not self.rows("SELECT * FROM nodes WHERE rowid >= abs(random()) % (SELECT max(rowid) FROM nodes) LIMIT 1"):
            raise self._damaged()

    def keep(self, answers: Mapping[tuple[Hashable, ...], object]) -> None:
        """Keep some answers; the first half of those kept goes when there are too many."""
        if len(self.kept) + len(answers) > _KEPT:
            # Another dictionary: a thread may be reading this one.
            self.kept = dict(islice(self.kept.copy().items(), _KEPT // 2, None))
        self.kept |= answers

    def _damaged(self) -> UnusableBaseError:
        return UnusableBaseError(
            f"{self.path} : ce n'est pas une base, ou elle est abîmée ; reconstruisez-la avec « arbitre build »"
        )

    def _changing(self) -> UnusableBaseError:
        return UnusableBaseError(f"{self.path} : la base ne s'ouvre pas, ou change sans cesse ; relancez la commande")

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            read_only(self.path), uri=True, check_same_thread=False, cached_statements=_STATEMENTS
        )
        # Not mapped: a file that somebody cuts short under a map would stop the process.
        connection.execute("PRAGMA mmap_size = 0")
        return connection

    def _opened(self) -> tuple[sqlite3.Connection, bytes | None]:
        """A connection to the file, and the seal of the very same, none where it does not fit."""
        for _try in range(_TRIES):
            try:
                before = _identity(self.path)
                with self.path.open("rb") as file:
                    seal = sealed(file)
            except OSError as fault:
                message = f"{self.path} : lecture impossible ({reason(fault)}) ; vérifiez les droits du fichier"
                raise UnusableBaseError(message) from fault
            with suppress(OSError, sqlite3.OperationalError):
                connection = self._connected()
                if _identity(self.path) == before:
                    return connection, seal
                connection.close()
        raise self._changing()


def _identity(path: Path) -> tuple[int, ...]:
    status = path.stat()
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

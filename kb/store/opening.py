"""Open a knowledge base: a few connections that threads take in turn, none ever writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kb.errors import UnusableBaseError
from kb.store.writing import SCHEMA_VERSION

# Statements kept ready: lists of ids and words come in every length.
_STATEMENTS = 512


class OpenedBase:
    """The file, opened; the readers of works, provisions, names, edges and quality stand on it."""

    def __init__(self, path: Path) -> None:
        """Open the file.

        Raises:
            UnusableBaseError: the file is missing, damaged, or of another version.
        """
        self.path = path
        # The last one given back is taken first: its statements are ready, its pages at hand.
        self._idle: list[sqlite3.Connection] = []
        if not path.is_file():
            raise UnusableBaseError(f"{path} : aucune base ici ; lancez « arbitre build --out {path} »")
        try:
            self.meta: dict[str, str] = dict(self.rows("SELECT key, value FROM meta"))
        except sqlite3.DatabaseError as fault:
            raise UnusableBaseError(
                f"{path} : ce n'est pas une base lisible ({fault}) ; reconstruisez-la avec « arbitre build »"
            ) from fault
        if self.meta.get("schema") != SCHEMA_VERSION:
            raise UnusableBaseError(f"{path} : base d'une autre version ; reconstruisez-la avec « arbitre build »")

    def rows(self, query: str, parameters: Sequence[object] = ()) -> list[Any]:
        """All rows of a query, as tuples."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            return connection.execute(query, parameters).fetchall()
        finally:
            self._idle.append(connection)

    def reserve(self, connections: int) -> None:
        """Open so many connections now: as many threads then go on reading this base once another file has its place.

        Raises:
            UnusableBaseError: another base has taken its place already.
        """
        opened = [self._connect() for _ in range(connections - len(self._idle))]
        self._idle += opened

    def _connect(self) -> sqlite3.Connection:
        """A connection to the very base that was opened.

        Raises:
            UnusableBaseError: another base has taken its place since.
        """
        uri = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
        try:
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False, cached_statements=_STATEMENTS)
            # Not mapped: a file cut short under a map would stop the process, and the system keeps the pages at hand anyway.
            connection.execute("PRAGMA mmap_size = 0")
            opened = self.meta.get("digest") if hasattr(self, "meta") else None
            if opened is None or connection.execute("SELECT value FROM meta WHERE key = 'digest'").fetchone() == (
                opened,
            ):
                return connection
        except sqlite3.DatabaseError as fault:
            raise UnusableBaseError(
                f"{self.path} : la base n'est plus lisible ({fault}) ; relancez la commande"
            ) from fault
        raise UnusableBaseError(f"{self.path} : la base a été reconstruite pendant la lecture ; relancez la commande")

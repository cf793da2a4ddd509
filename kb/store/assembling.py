"""Write the knowledge base: the files of its works put one after the other into one, sealed, atomically.

The seal is the sha256 of all that stands before it, in the last bytes of the file, beyond SQLite's own pages. SQLite reads as many pages as
its header counts, and never sees it; a file cut short, changed or written to since has none that fits.

What the disk refuses is an OSError, but where it is said otherwise.
"""

import errno
import hashlib
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

from kb.errors import FaultyDataError, UnusableBaseError, UnusableFileError, reason
from kb.model import Notion
from kb.system.atomic import atomic_write, try_place

SCHEMA_VERSION = "32"

_OF_NO_WORK = frozenset({"meta", "notions"})


@dataclass(frozen=True, slots=True)
class Summary:
    """What a base holds of a work in a layer: whole provisions, edges, references by state, findings by severity."""

    work: str
    layer: str
    nodes: int
    edges: int
    references: Mapping[str, int]
    findings: Mapping[str, int]


def write(parts: Sequence[Path], meta: Mapping[str, str], notions: Sequence[Notion], out: Path) -> tuple[Summary, ...]:
    """Write the works of some files, in this order, to `out`, atomically: a build that is killed leaves the former file as it was.

    Raises:
        FaultyDataError: a notion names a rule that no work has.
        UnusableFileError: the folder of `out` cannot be written to, or is full; or one work is given twice.
    """
    check_place(out)
    try:
        with atomic_write(out, folder=True) as folder:
            ready = folder / out.name
            summaries = _fill(parts, meta, notions, folder / "rows", ready)
            ready.chmod(0o644)
            ready.replace(out)
    except OSError as fault:
        raise _unwritable(out, fault) from fault
    return summaries


def check_place(out: Path) -> None:
    """Stop at a place that no base can have; nothing is left there, so that a long build may begin by this.

    Raises:
        UnusableBaseError: SQLite is too old.
        UnusableFileError: `out` is no file, or its folder cannot be written to.
    """
    check_sqlite()
    if out.exists() and not out.is_file():
        raise UnusableFileError(f"{out} : ce n'est pas un fichier ; --out veut le nom d'un fichier")
    try:
        try_place(out)
    except OSError as fault:
        raise _unwritable(out, fault) from fault


def _unwritable(out: Path, fault: OSError) -> UnusableFileError:
    left = "l'ancien fichier est intact" if out.is_file() else "rien n'est écrit"
    return UnusableFileError(
        f"{out} : impossible d'écrire ici ({reason(fault)}) ; {left}, choisissez un autre dossier avec --out"
    )


def _fill(
    parts: Sequence[Path], meta: Mapping[str, str], notions: Sequence[Notion], loose: Path, path: Path
) -> tuple[Summary, ...]:
    """Write the base, sealed, to a new file; `loose` is another, where its rows stand as they come."""
    with opened(loose) as connection:
        indexes = without_indexes(connection)
        for part in parts:
            _append(connection, part)
        with connection:
            connection.execute("BEGIN")
            _write_shared(connection, {"schema": SCHEMA_VERSION, **meta}, notions)
            for index in indexes:
                connection.execute(index)
        connection.execute("ANALYZE")
        summaries = _summaries(connection)
        # Into another file: in place, the whole base would first be copied in memory.
        connection.execute("VACUUM INTO ?", (str(path),))
    seal(path)
    return summaries


def read_only(path: Path) -> str:
    """The address under which SQLite reads a file that nobody writes to."""
    return f"{path.resolve().as_uri()}?mode=ro&immutable=1"


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A new database of the schema, written without a thought for power cuts: its seal waits for the disk, once for all."""
    try:
        with closing(sqlite3.connect(path.resolve(), uri=True, isolation_level=None)) as connection:
            connection.executescript(
                # In memory, what is to be sorted: no other disk that may be full.
                "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
            )
            connection.executescript((Path(__file__).parent / "schema.sql").read_text(encoding="utf-8"))
            yield connection
    except sqlite3.OperationalError as fault:
        raise _of_the_disk(fault) from fault


def without_indexes(connection: sqlite3.Connection) -> list[str]:
    """Drop the indexes: made once all rows stand, they are quicker to make and smaller. How to make them again."""
    made = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").fetchall()
    for name, _sql in made:
        connection.execute(f"DROP INDEX {name}")
    return [sql for _name, sql in made]


def _append(connection: sqlite3.Connection, part: Path) -> None:
    """Copy the rows of the file of a work after those that stand; an UnusableFileError when the base holds the work already."""
    connection.execute("ATTACH ? AS part", (read_only(part),))
    with connection:
        connection.execute("BEGIN")
        twice = connection.execute("SELECT work FROM part.works WHERE work IN (SELECT work FROM main.works)").fetchone()
        if twice is not None:
            raise UnusableFileError(f"l'œuvre « {twice[0]} » est donnée deux fois ; gardez-en une")
        names = connection.execute("SELECT name FROM part.sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
        for (table,) in names:
            if table not in _OF_NO_WORK and not table.startswith("sqlite_"):
                connection.execute(f"INSERT INTO main.{table} SELECT * FROM part.{table}")  # noqa: S608 - names of our schema
    connection.execute("DETACH part")


def _write_shared(connection: sqlite3.Connection, meta: Mapping[str, str], notions: Sequence[Notion]) -> None:
    """Write what is of no work; stop at a notion that names a rule no work has."""
    for notion in notions:
        found = connection.execute(
            "SELECT id FROM nodes WHERE id IN (SELECT value FROM json_each(?))", (as_json(notion.cites),)
        )
        if lost := ", ".join(sorted({*notion.cites} - {identifier for (identifier,) in found})):
            raise FaultyDataError(
                f"notions.toml, notion « {notion.id} » : {lost} n'existe pas ; corrigez l'identifiant"
            )
    connection.executemany("INSERT INTO meta (key, value) VALUES (?, ?)", sorted(meta.items()))
    rows = [(one.id, place, one.title, one.summary, as_json(one.cites)) for place, one in enumerate(notions, 1)]
    connection.executemany("INSERT INTO notions (notion, place, title, summary, cites) VALUES (?, ?, ?, ?, ?)", rows)


def as_json(value: object) -> str:
    """As JSON, the same for the same value: sets in order."""
    return msgspec.json.encode(value, order="deterministic").decode()


def _summaries(connection: sqlite3.Connection) -> tuple[Summary, ...]:
    """What the base holds of each work, layer by layer."""
    found = []
    for work, layer, nodes, edges in connection.execute(_SIZES).fetchall():
        states = connection.execute(_COUNTS.format("resolution", "cross_references"), (work, layer))
        severities = connection.execute(_COUNTS.format("severity", "diagnostics"), (work, layer))
        found.append(Summary(work, layer, nodes, edges, dict(states), dict(severities)))
    return tuple(found)


_COUNTS = "SELECT {0}, count(*) FROM {1} WHERE work = ? AND layer = ? GROUP BY 1"
_SIZES = """
SELECT work, layer, (SELECT count(*) FROM nodes n WHERE n.work = w.work AND n.layer = w.layer AND instr(id, '#') = 0),
(SELECT count(*) FROM edges e JOIN nodes n ON n.id = e.source AND n.layer = e.layer WHERE n.work = w.work AND n.layer = w.layer)
FROM works w ORDER BY layer, work
"""


def _of_the_disk(fault: sqlite3.OperationalError) -> Exception:
    """The fault of the system behind that of SQLite; itself when the disk is not to blame."""
    codes = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_IOERR: errno.EIO, sqlite3.SQLITE_READONLY: errno.EROFS}
    number = codes.get(fault.sqlite_errorcode & 0xFF)
    return fault if number is None else OSError(number, str(fault))


# The first SQLite with STRICT tables.
_NEEDED = (3, 37, 0)
_SIZE = 32
_CHUNK = 1 << 20


def check_sqlite() -> None:
    """Stop at a SQLite too old to write a base or to read one, by an UnusableBaseError."""
    if sqlite3.sqlite_version_info < _NEEDED:
        needed = ".".join(map(str, _NEEDED[:2]))
        message = f"SQLite {sqlite3.sqlite_version} est trop ancien : une base en veut {needed} ou plus ; installez un Python plus récent"
        raise UnusableBaseError(message)


def seal(path: Path) -> None:
    """Seal a file, and wait for the disk to hold it."""
    with path.open("rb+") as file:
        file.write(_digest(file, file.seek(0, os.SEEK_END)))
        file.flush()
        os.fsync(file.fileno())


def sealed(file: BinaryIO) -> bytes | None:
    """The seal of a file, when not a byte has changed since it was sealed; else None."""
    end = file.seek(0, os.SEEK_END) - _SIZE
    if end < 0:
        return None
    digest = _digest(file, end)
    return digest if digest == file.read(_SIZE) else None


def _digest(file: BinaryIO, end: int) -> bytes:
    """The sha256 of the first `end` bytes; the file stands there afterwards."""
    digest = hashlib.sha256()
    file.seek(0)
    for place in range(0, end, _CHUNK):
        digest.update(file.read(min(end - place, _CHUNK)))
    return digest.digest()

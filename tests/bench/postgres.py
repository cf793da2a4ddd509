"""PostgreSQL's full text in French, on a server of our own: made in a temporary folder, reached by a socket there, gone at the end.

No port is opened, no other server of the machine is touched. The setting is the best of those tried on `tests/questions/dev`: the
`french` configuration with accents folded once the stop words are gone (folded before, they are words like any other), a text worth half
its title, the words of the question joined by OR. Both of its rankings are given: `ts_rank_cd` looks at how near the words stand to each
other, `ts_rank` at how often they do.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from kb.errors import UnusableFileError
from kb.evaluation.measures import DEPTH
from tests.bench.rivals import Document, Rival, Search

RANKINGS = {
    "PostgreSQL, ts_rank": "ts_rank({}, words, asked)",
    "PostgreSQL, ts_rank_cd": "ts_rank_cd({}, words, asked, 1)",
}
SETTING = "french, mots vides puis accents repliés (unaccent), texte compté la moitié du titre"
_DEBIAN = Path("/usr/lib/postgresql")
# A server that lives for minutes has nothing to keep after a fault of the machine.
_SETTINGS = ("listen_addresses=", "fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off")
_WORD = re.compile(r"\w+")
_CONFIGURATION = """
CREATE EXTENSION unaccent;
CREATE TEXT SEARCH DICTIONARY mots_vides (TEMPLATE = simple, STOPWORDS = french, ACCEPT = false);
CREATE TEXT SEARCH CONFIGURATION francais (COPY = french);
ALTER TEXT SEARCH CONFIGURATION francais ALTER MAPPING FOR hword, hword_part, word WITH mots_vides, unaccent, french_stem;
"""
# A to D, the last first: titles are A, texts B.
_WEIGHTS = "'{0, 0, 0.5, 1}'"
_FILL = """
INSERT INTO {} SELECT %s, %s,
setweight(to_tsvector('francais', %s), 'A') || setweight(to_tsvector('francais', %s), 'B')
"""
_FIND = """
SELECT id FROM {}, websearch_to_tsquery('francais', %s) AS asked
WHERE words @@ asked ORDER BY {} DESC, place LIMIT {}
"""


@contextlib.contextmanager
def server() -> Iterator[dict[str, Rival]]:
    """A server that lives as long as the block; gives, by the name of its ranking, what makes an engine of some passages.

    Raises:
        UnusableFileError: PostgreSQL or its client is not installed, or the server does not start.
    """
    client, programs = _client(), _programs()
    with tempfile.TemporaryDirectory(prefix="arbitre-pg-") as name, contextlib.ExitStack() as stack:
        _start(programs, Path(name), stack)
        connection = client.connect(host=name, user="arbitre", dbname="postgres", autocommit=True)
        stack.callback(connection.close)
        connection.execute(_CONFIGURATION)
        tables = (f"passages_{number}" for number in itertools.count())
        yield {label: partial(_engine, connection, tables, ranking) for label, ranking in RANKINGS.items()}


def _start(programs: Path, folder: Path, stack: contextlib.ExitStack) -> None:
    """Make a server in a folder and start it; it stops with the block."""
    owner, data = _owner(folder), folder / "data"
    _run(owner, [programs / "initdb", "-D", data, "-U", "arbitre", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"])
    options = " ".join([f"-k {folder}", *(f"-c {setting}" for setting in _SETTINGS)])
    control: list[str | Path] = [programs / "pg_ctl", "-D", data, "-w", "-l", folder / "journal"]
    _run(owner, [*control, "-o", options, "start"])
    stack.callback(_run, owner, [*control, "-m", "immediate", "stop"])


def _engine(connection: Any, tables: Iterator[str], ranking: str, found: Sequence[Document]) -> Search:  # noqa: ANN401 - psycopg's own
    """A table of the passages, with its index, and what asks it."""
    table = next(tables)
    connection.execute(f"CREATE TABLE {table} (place int, id text, words tsvector)")
    with connection.cursor() as cursor:
        rows = [(place, document.id, document.title, document.text) for place, document in enumerate(found)]
        cursor.executemany(_FILL.format(table), rows)
    connection.execute(f"CREATE INDEX ON {table} USING gin (words)")
    connection.execute(f"VACUUM ANALYZE {table}")
    query = _FIND.format(table, ranking.format(_WEIGHTS), DEPTH)

    def search(question: str) -> list[str]:
        asked = " or ".join(f'"{word}"' for word in _WORD.findall(question.lower()))
        return [row[0] for row in connection.execute(query, (asked,), prepare=True)] if asked else []

    return search


def _client() -> Any:  # noqa: ANN401 - a module of the extra
    try:
        return import_module("psycopg")
    except ImportError as fault:
        raise UnusableFileError("psycopg n'est pas installé ; « make bench » l'installe") from fault


def _programs() -> Path:
    """The folder of the server's programs: Debian keeps it off the path, one a version."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not versions:
        raise UnusableFileError("PostgreSQL n'est pas installé (Debian, Ubuntu : apt install postgresql)")
    return versions[-1].parent


def _owner(folder: Path) -> str | None:
    """The account that the server runs as: it refuses root; the folder is given to it. None: ours."""
    if os.geteuid() != 0:
        return None
    try:
        account = pwd.getpwnam("postgres")
    except KeyError as fault:
        raise UnusableFileError(
            "PostgreSQL ne démarre pas en tant que root, et il n'y a pas de compte « postgres » ; relancez d'un autre compte"
        ) from fault
    os.chown(folder, account.pw_uid, account.pw_gid)
    return account.pw_name


def _run(owner: str | None, command: Sequence[str | Path]) -> None:
    """Run a program of the server as its owner.

    Raises:
        UnusableFileError: it fails; the message holds its last line.
    """
    done = subprocess.run(
        command,
        user=owner,
        group=owner,
        extra_groups=[] if owner else None,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        told = done.stderr.strip().rpartition("\n")[2]
        raise UnusableFileError(f"PostgreSQL ne démarre pas : {told or 'aucune raison donnée'}")

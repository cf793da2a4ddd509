"""The first words of the clauses that something points at (`clauses.tsv`): what stands beside a work points by number alone."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kb.errors import FaultyDataError
from kb.model import Opening
from kb.reading.questions import replaced
from kb.reading.source import read_source

FILE = "clauses.tsv"
_HEAD = "clause\tdebut"


def read_openings(folder: Path) -> tuple[Opening, ...]:
    """The openings beside a work; none where there is no such file.

    Raises:
        FaultyDataError: a line has not its two columns.
        UnusableFileError: the file is not a text in UTF-8.
    """
    path = folder / FILE
    if not path.is_file():
        return ()
    head, *lines = read_source(path).lines or ("",)
    found = [(number, line.split("\t")) for number, line in enumerate(lines, 2) if line.strip()]
    wrong = next((number for number, cells in found if len(cells) != len(_HEAD.split("\t"))), 0 if head == _HEAD else 1)
    if wrong:
        message = f"{FILE} : ligne {wrong} : deux colonnes séparées par une tabulation, {_HEAD.replace(chr(9), ' et ')}"
        raise FaultyDataError(f"{message} ; arbitre check --clauses DOSSIER récrit ce fichier")
    return tuple(Opening(clause, words, number) for number, (clause, words) in found)


def write_openings(folder: Path, openings: Iterable[Opening]) -> Path:
    """Write the openings beside a work, in place of those that were there; the file.

    Raises:
        UnusableFileError: nothing can be written there.
    """
    path = folder / FILE
    replaced(path, "".join(f"{line}\n" for line in (_HEAD, *(f"{one.clause}\t{one.words}" for one in openings))))
    return path

"""The files of a work with a record a line: its questions (`questions/*.tsv`), and `clauses.tsv`.

A file that cannot be read or written is an UnusableFileError; one whose lines are not of its form, a FaultyFileError.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from kb.errors import Diagnostic, FaultyFileError, UnusableFileError, reason
from kb.model import Opening, Question
from kb.reading.corpus import listed
from kb.reading.source import read_source
from kb.system.atomic import atomic_write
from kb.system.findings import finding

FOLDER = "questions"
_TITLES = ("provision", "clause-precis", "clause-texte", "verdict", "question")
_HEAD = "\t".join(_TITLES)
_VERDICTS = ("oui", "non", "depend")
CLAUSES = "clauses.tsv"
_CLAUSES_HEAD, _CLAUSES_WIDTH = "clause\tdebut", 2


def question_files(folder: Path) -> list[Path]:
    """The files of questions of a work, in the order of their names."""
    return listed(folder / FOLDER, "*.tsv")


def read_questions(folder: Path, work: str) -> tuple[tuple[Question, ...], tuple[Diagnostic, ...]]:
    """Every question of a work, in order, and the lines that are no question, or the file that cannot be read."""
    questions: list[Question] = []
    faults: list[Diagnostic] = []
    for path in question_files(folder):
        name = f"{FOLDER}/{path.name}"
        try:
            lines = read_source(path, folder, data=True).lines
        except UnusableFileError as fault:
            faults.append(finding("DONNEES", name, fault=str(fault).partition(" : ")[2]))
            continue
        for number, line in enumerate(lines, 1):
            found = _record(line, number, name, work)
            if isinstance(found, Question):
                questions.append(found)
            elif found is not None:
                faults.append(found)
    return tuple(questions), tuple(faults)


def _record(line: str, number: int, file: str, work: str) -> Question | Diagnostic | None:
    """The question of a line, or what is wrong with it; None for the titles and for an empty line."""

    def fault(code: str, **said: object) -> Diagnostic:
        return finding(code, file, number, 0, None, line, titles=" ".join(_TITLES), **said)

    if number == 1:
        return None if line == _HEAD else fault("QUESTIONS/titres")
    if not line.strip():
        return None
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != len(_TITLES):
        return fault("QUESTIONS/colonnes", count=len(cells), wanted=len(_TITLES))
    provision, precis, texte, verdict, text = cells
    if not provision or not text:
        return fault("QUESTIONS/vide")
    if verdict and verdict not in _VERDICTS:
        return fault("VERDICT", verdict=verdict, verdicts=", ".join(_VERDICTS))
    # A clause is one of the rule's own: its id may leave out that of the rule.
    ours, theirs = (" ".join(clause.removeprefix(provision) for clause in cell.split()) for cell in (precis, texte))
    return Question(f"{work}/{provision}", text, verdict, ours, theirs, file, number)


def read_openings(folder: Path) -> tuple[Opening, ...]:
    """The openings of a work; none where there is no such file."""
    path = folder / CLAUSES
    if not os.path.lexists(path):
        return ()
    head, *lines = read_source(path, folder, data=True).lines
    found = [(number, line.split("\t")) for number, line in enumerate(lines, 2) if line.strip()]
    wrong = [1] * (head != _CLAUSES_HEAD) + [number for number, cells in found if len(cells) != _CLAUSES_WIDTH]
    if wrong:
        message = "deux colonnes séparées par une tabulation, clause et debut ; arbitre check --clauses DOSSIER récrit ce fichier"
        raise FaultyFileError(CLAUSES, *((line, message) for line in wrong))
    return tuple(Opening(clause, words, number) for number, (clause, words) in found)


def write_openings(folder: Path, openings: Iterable[Opening]) -> Path:
    """Write the openings of a work, in place of those that were there; the file."""
    path, lines = folder / CLAUSES, [f"{one.clause}\t{one.words}" for one in openings]
    try:
        with atomic_write(path) as draft:
            draft.write_text("".join(f"{line}\n" for line in (_CLAUSES_HEAD, *lines)), encoding="utf-8", newline="\n")
            draft.chmod(0o644)
            draft.replace(path)
    except OSError as fault:
        raise UnusableFileError(f"{path} : impossible d'écrire ici ({reason(fault)}) ; vérifiez ses droits") from fault
    return path

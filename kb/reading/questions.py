"""The questions written beside a work: a record a line in `questions/*.tsv`."""

from __future__ import annotations

from pathlib import Path

from kb.errors import Diagnostic, Severity
from kb.model import Question
from kb.reading.corpus import unlisted
from kb.reading.source import read_source

FOLDER = "questions"
_TITLES = ("provision", "clause-precis", "clause-texte", "verdict", "question")
_HEAD = "\t".join(_TITLES)
_VERDICTS = ("oui", "non", "depend")


def question_files(folder: Path) -> list[Path]:
    """The files of questions beside a work, in the order of their names.

    Raises:
        UnusableFileError: the system does not list their folder.
    """
    try:
        return sorted((folder / FOLDER).glob("*.tsv"))
    except OSError as fault:
        raise unlisted(folder / FOLDER, fault) from fault


def read_questions(folder: Path, work: str) -> tuple[tuple[Question, ...], tuple[Diagnostic, ...]]:
    """Every question beside a work, in order, and the lines that are no question.

    Raises:
        UnusableFileError: a file is not a text in UTF-8.
    """
    questions: list[Question] = []
    faults: list[Diagnostic] = []
    for path in question_files(folder):
        for number, line in enumerate(read_source(path).lines, 1):
            found = _record(line, number, f"{FOLDER}/{path.name}", work)
            if isinstance(found, Question):
                questions.append(found)
            elif found is not None:
                faults.append(found)
    return tuple(questions), tuple(faults)


def _record(line: str, number: int, file: str, work: str) -> Question | Diagnostic | None:
    """The question of a line, or what is wrong with it; None for the titles and for an empty line."""

    def fault(code: str, message: str, hint: str) -> Diagnostic:
        return Diagnostic(code, Severity.ERROR, message, hint, file, number, context=line)

    if number == 1:
        titled = line == _HEAD
        hint = f"première ligne, séparés par des tabulations : {' '.join(_TITLES)}"
        return None if titled else fault("QUESTIONS", "ce fichier n'a pas les titres attendus", hint)
    if not line.strip():
        return None
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) != len(_TITLES):
        message = f"cette ligne a {len(cells)} colonne(s), et non {len(_TITLES)}"
        return fault("QUESTIONS", message, f"séparez par des tabulations : {' '.join(_TITLES)}")
    provision, precis, texte, verdict, text = cells
    if not provision or not text:
        return fault("QUESTIONS", "cette ligne n'a pas de règle ou pas de question", "donnez l'une et l'autre")
    if verdict and verdict not in _VERDICTS:
        return fault("VERDICT", f"verdict inconnu : « {verdict} »", f"écrivez {', '.join(_VERDICTS)}, ou rien")
    return Question(f"{work}/{provision}", text, verdict, precis, texte, file, number)

"""The files of a work with a record a line: its questions (`questions/*.tsv`), and how those of older books get there; `clauses.tsv`.

A file that cannot be read or written is an UnusableFileError; one whose lines are not of its form, a FaultyDataError.
"""

import io
import os
import re
import tomllib
from collections.abc import Iterable, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from kb.errors import Diagnostic, FaultyDataError, UnusableFileError, reason
from kb.model import Opening, Question
from kb.model.words import fold
from kb.reading.corpus import listed
from kb.reading.entries import read_file
from kb.reading.source import read_source
from kb.system.atomic import atomic_write
from kb.system.files import read_text
from kb.system.findings import finding

FOLDER = "questions"
ABSENCES = "absences.tsv"
_TITLES = ("provision", "clause-precis", "clause-texte", "verdict", "question")
_HEAD = "\t".join(_TITLES)
_VERDICTS = ("oui", "non", "depend")
# In `absents.toml`: the head of an entry, and the questions that older books list there.
_ENTRY = re.compile(r"^\[\[absents\]\]", re.MULTILINE)
_LISTED = re.compile(
    r"""^questions[ ]*=[ ]*\[(?:[\s,]|\#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*')*\][^\n]*\n?""", re.MULTILINE
)
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


def add_questions(path: Path, questions: Iterable[Question]) -> None:
    """Write questions at the end of a file of questions, made with its titles where there is none."""
    before = "".join(f"{line}\n" for line in read_source(path, data=True).lines) if path.is_file() else f"{_HEAD}\n"
    replaced(path, before + "".join(_line(question) for question in questions))


def _line(question: Question) -> str:
    path = question.provision.partition("/")[2]
    cells = (path, question.clause_precis, question.clause_texte, question.verdict, question.text)
    return "\t".join(cells) + "\n"


def replaced(path: Path, text: str) -> None:
    """Put a text in place of a file, whole or not at all, its line ends as they are."""
    try:
        with atomic_write(path) as draft:
            draft.write_bytes(text.encode("utf-8"))
            draft.chmod(0o644)
            draft.replace(path)
    except OSError as fault:
        raise UnusableFileError(f"{path} : impossible d'écrire ici ({reason(fault)}) ; vérifiez ses droits") from fault


def without_lines(text: str, blocks: Sequence[tuple[int, int]]) -> str:
    """A text without some blocks of lines, 1-based and inclusive, nor the blank lines that parted them from the next."""
    removed = {number for first, last in blocks for number in range(first, last + 1)}
    kept: list[str] = []
    after = False
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if number in removed:
            after = True
        elif line.strip() or not after:
            kept.append(line)
            after = False
    while after and kept and not kept[-1].strip():
        kept.pop()
    return "".join(kept)


def without_listed(path: Path, work: str) -> tuple[str, tuple[Question, ...]]:
    """The text of an `absents.toml` whose entries still list questions, without them, each entry with an id; and the questions."""
    entries = read_file(path).entries("absents")
    named = [{"id": entry.get("id") or name, **entry} for entry, name in zip(entries, _slugs(entries), strict=True)]
    listed = [(entry["id"], str(text)) for entry in named for text in entry.pop("questions", ())]
    new = iter(
        [f'\nid = "{entry["id"]}"' if "id" not in old else "" for entry, old in zip(named, entries, strict=True)]
    )
    text = _LISTED.sub("", read_text(path))
    text = _ENTRY.sub(lambda head: head[0] + next(new, ""), text)
    if tomllib.loads(text).get("absents", []) != named:
        message = "donnez un id à chaque sujet et portez ses questions dans questions/absences.tsv, à la main"
        raise FaultyDataError(f"{path} : cette écriture n'est pas suivie ; {message}")
    return text, tuple(Question(f"{work}/?{identifier}", " ".join(asked.split())) for identifier, asked in listed)


def _slugs(entries: Sequence[dict[str, Any]]) -> list[str]:
    """A name for each topic, made of its words, none twice."""
    found: list[str] = []
    for entry in entries:
        name = "-".join(re.findall(r"[a-z0-9]+", fold(str(entry.get("sujet", ""))))) or "sujet"
        more = (f"{name}-{number}" for number in count(2))
        found.append(next(free for free in chain((name,), more) if free not in found))
    return found


def read_openings(folder: Path) -> tuple[Opening, ...]:
    """The openings of a work; none where there is no such file."""
    path = folder / CLAUSES
    if not os.path.lexists(path):
        return ()
    head, *lines = read_source(path, folder, data=True).lines or ("",)
    found = [(number, line.split("\t")) for number, line in enumerate(lines, 2) if line.strip()]
    wrong = [1] * (head != _CLAUSES_HEAD) + [number for number, cells in found if len(cells) != _CLAUSES_WIDTH]
    if wrong:
        message = f"{CLAUSES} : ligne {wrong[0]} : deux colonnes séparées par une tabulation, clause et debut"
        raise FaultyDataError(f"{message} ; arbitre check --clauses DOSSIER récrit ce fichier")
    return tuple(Opening(clause, words, number) for number, (clause, words) in found)


def write_openings(folder: Path, openings: Iterable[Opening]) -> Path:
    """Write the openings of a work, in place of those that were there; the file."""
    path, lines = folder / CLAUSES, [f"{one.clause}\t{one.words}" for one in openings]
    replaced(path, "".join(f"{line}\n" for line in (_CLAUSES_HEAD, *lines)))
    return path

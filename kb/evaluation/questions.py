"""Question sets: JSON Lines, each with the line ranges of the publication that answer it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kb.errors import UnusableFileError


@dataclass(frozen=True, slots=True)
class Question:
    """A line of a question set; `gold` are 1-based inclusive line ranges, each answering alone, none when nothing does."""

    id: str
    game: str
    kind: str
    text: str
    gold: tuple[tuple[int, int], ...]
    yesno: str | None


def read_questions(paths: Iterable[Path]) -> list[Question]:
    """The questions of JSON Lines files.

    Raises:
        UnusableFileError: a file is missing or a line is not a question; the message names both.
    """
    questions: list[Question] = []
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as fault:
            message = f"{path} : fichier de questions introuvable ou illisible ; donnez un fichier de texte UTF-8"
            raise UnusableFileError(message) from fault
        questions += [_question(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    return questions


def _question(line: str, place: str) -> Question:
    try:
        data = json.loads(line)
        gold = tuple((int(first), int(last)) for first, last in data.get("gold", ()))
        yesno = data.get("yesno")
        return Question(
            str(data.get("id", place)),
            str(data["game"]),
            str(data.get("kind", "")),
            str(data["question"]),
            gold,
            yesno if yesno in {"oui", "non"} else None,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        message = f"{place} : ce n'est pas une question ; il faut un objet JSON avec game, question et gold"
        raise UnusableFileError(message) from fault

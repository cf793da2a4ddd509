"""Files that a command reads whole: batches of JSON objects, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kb.errors import UnusableFileError


def text_of(path: Path) -> str:
    """The text of a file.

    Raises:
        UnusableFileError: it is not there, or is no UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        message = f"{path} : fichier introuvable ou illisible ; donnez un fichier de texte UTF-8"
        raise UnusableFileError(message) from fault


def objects(path: Path, wanted: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number, object) of a batch; `wanted` says what each must hold.

    Raises:
        UnusableFileError: the file cannot be read, or a line is no JSON object.
    """
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except ValueError as fault:
            raise UnusableFileError(f"{path}:{number} : ce n'est pas du JSON ; il faut un objet par ligne") from fault
        if not isinstance(data, dict):
            raise UnusableFileError(f"{path}:{number} : il faut un objet JSON avec {wanted}")
        yield number, data

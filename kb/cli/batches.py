"""Files that a command reads whole: batches of JSON objects, one a line.

What cannot be read, or is not what it must be, is an UnusableFileError that names the place.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import shorten
from typing import Any

import typer

from api.render import json_of
from kb.errors import ArbitreError, InvalidRequestError, UnusableFileError, WrongRequestError
from kb.system import bounds
from kb.system.files import read_text
from kb.system.json_text import repeated_key

STANDARD_INPUT = "entrée standard"
# Letters in which the lines of a batch without an answer are listed.
_LISTED = 60


def text_of(path: Path | None) -> str:
    """The text of a file, or of standard input."""
    if path is not None:
        return read_text(path)
    # What Python makes of the bytes of standard input depends on the machine.
    data = sys.stdin.buffer.read(bounds.DATA_BYTES + 1)
    if len(data) > bounds.DATA_BYTES:
        most = bounds.DATA_BYTES // bounds.MEGABYTE
        raise UnusableFileError(f"{STANDARD_INPUT} : plus que les {most} Mo admis ; donnez une requête à la fois")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise UnusableFileError(f"{STANDARD_INPUT} : ce n'est pas un texte en UTF-8 ; convertissez-le") from fault


def json_in(text: str, place: str, advice: str) -> Any:  # noqa: ANN401 - JSON
    """The value that a text from outside holds, all of it fit to be written again, and read so by whoever reads it."""
    if not text.strip():
        raise WrongRequestError(f"{place} : rien à lire ; donnez-y du JSON ; {advice}")
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as fault:
        raise UnusableFileError(f"{place} : ce n'est pas du JSON ; {advice}") from fault
    if (twice := repeated_key(text)) is not None:
        raise UnusableFileError(
            f"{place} : la clef « {twice} » est là plusieurs fois dans un même objet ; donnez-la une fois"
        )
    return value


def tell_batch(
    path: Path,
    answer: Callable[[dict[str, Any]], object],
    wanted: str,
    texts: tuple[str, ...] = (),
    indent: int | None = None,
) -> None:
    """Write the answer to each line of a batch; a fault stands in its place, the other lines are answered.

    Args:
        path: the batch.
        answer: answers the object of a line.
        wanted: what a line must hold, in French.
        texts: those of its fields that must be texts; they are echoed, as its `id` is.
        indent: how far the parts of an answer stand from the left; all on a line without it.

    Raises:
        UnusableFileError: some lines have no answer, once all are told.
    """
    failed = list[int]()
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if line.strip():
            found = _answered(line, f"{path}:{number}", answer, wanted, texts)
            failed += [number] if "error" in found else []
            typer.echo(json.dumps(found, ensure_ascii=False, indent=indent))
    if failed:
        places = shorten(", ".join(map(str, failed)), _LISTED, placeholder="…")
        raise UnusableFileError(f"{path} : sans réponse, ligne {places} ; « error » y dit pourquoi")


def _answered(
    line: str, place: str, answer: Callable[[dict[str, Any]], object], wanted: str, texts: tuple[str, ...]
) -> dict[str, Any]:
    """The answer to a line, or what is wrong with it."""
    echoed: dict[str, Any] = {}
    try:
        data = json_in(line, place, "il faut un objet par ligne")
        named = isinstance(data, dict) and all(isinstance(data.get(name) or "", str) for name in ("game", "mode"))
        if not named or not all(isinstance(data.get(name), str) for name in texts):
            raise UnusableFileError(f"{place} : il faut un objet JSON avec {wanted}")
        echoed = {name: data[name] for name in ("id", *texts) if name in data}
        return {**echoed, **json_of(answer(data))}
    except InvalidRequestError as fault:
        more = {"attribute": fault.attribute, "accepted": list(fault.accepted), "nearest": fault.nearest}
        return echoed | {"error": str(fault)} | more
    except ArbitreError as fault:
        return echoed | {"error": str(fault)}

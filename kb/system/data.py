"""The folders that travel with the code: the grammars, the bundled works, the sources of the site."""

import hashlib
import re
import tomllib
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

from kb.errors import UnusableFileError
from kb.system import bounds
from kb.system.files import read_bytes

_PACKAGE = Path(__file__).resolve().parents[1]
_ROOT = _PACKAGE.parent


def data_dir(name: str) -> Path:
    """Return the absolute path of `grammar`, `corpus` or `site`, to be read only.

    An installed copy keeps the three in `kb/_data/`; a source tree keeps them at its root, next to `pyproject.toml`.

    Raises:
        UnusableFileError: this copy of Arbitre lacks that folder.
    """
    places = [_PACKAGE / "_data" / name]
    if (_ROOT / "pyproject.toml").is_file():
        places.append(_ROOT / name)
    for place in places:
        if place.is_dir():
            return place
    searched = ", ".join(str(place) for place in places)
    raise UnusableFileError(f"dossier « {name} » introuvable ({searched}) : réinstallez Arbitre")


def digest(roots: Iterable[Path], *words: str) -> str:
    """sha256 of some words, then of the files of some folders, or some files, with their names."""
    found = hashlib.sha256("\0".join(words).encode())
    for root in roots:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.is_file() and path.suffix != ".pyc":
                name = path.relative_to(root).as_posix() if root.is_dir() else path.name
                content = _content(path, root)
                found.update(f"{name}\0{len(content)}\0".encode() + content)
    return found.hexdigest()


def _content(path: Path, root: Path) -> bytes:
    """What a file holds; of one that no reader takes, why."""
    try:
        return read_bytes(path, bounds.DATA_BYTES, root if path != root else None)
    except UnusableFileError as fault:
        return str(fault).encode()


@cache
def _tables(folder: str, name: str) -> dict[str, Any]:
    """The tables of `<folder>/<name>.toml`."""
    return tomllib.loads((data_dir(folder) / f"{name}.toml").read_text(encoding="utf-8"))


# Those of the lexicon are facts of French, the same for every work.
lexicon, grammar, site = (partial(_tables, folder) for folder in ("corpus/lexicon", "grammar", "site"))


@cache
def motifs(name: str, part: str) -> re.Pattern[str]:
    """What any of the `motifs` of a table of a lexicon meets; `{tete}` in one stands for the text of that name there, or in its file."""
    table = {**lexicon(name), **lexicon(name)[part]}
    pattern = "|".join(table["motifs"])
    for word, text in table.items():
        pattern = pattern.replace(f"{{{word}}}", text) if isinstance(text, str) else pattern
    return re.compile(pattern)

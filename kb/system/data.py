"""The folders that travel with the code: the grammars, the bundled works, the sources of the site."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kb.errors import UnusableFileError

FOLDERS = ("grammar", "corpus", "site")
_PACKAGE = Path(__file__).resolve().parents[1]
_ROOT = _PACKAGE.parent


def data_dir(name: str) -> Path:
    """Return the absolute path of `grammar`, `corpus` or `site`, to be read only.

    An installed copy keeps the three in `kb/_data/`; a source tree keeps them at its root, beside `pyproject.toml`.

    Raises:
        UnusableFileError: `name` is none of the three, or this copy of Arbitre lacks that folder.
    """
    if name not in FOLDERS:
        raise UnusableFileError(f"dossier de données inconnu : « {name} » ; dossiers connus : {', '.join(FOLDERS)}")
    places = [_PACKAGE / "_data" / name]
    if (_ROOT / "pyproject.toml").is_file():
        places.append(_ROOT / name)
    for place in places:
        if place.is_dir():
            return place
    searched = ", ".join(str(place) for place in places)
    raise UnusableFileError(f"dossier « {name} » introuvable ({searched}) : réinstallez Arbitre")


@cache
def lexicon(name: str) -> dict[str, Any]:
    """The tables of `corpus/lexicon/<name>.toml`: facts of French that are bundled, and the same for every work."""
    return tomllib.loads((data_dir("corpus") / "lexicon" / f"{name}.toml").read_text(encoding="utf-8"))

"""What each code of a finding means, with an example: `grammar/constats.toml`, and `grammar/errors.toml` for the faults of form."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from kb.system.data import data_dir

# The key of `constats.toml` that holds what a data file says, and that file; `corrige_` before it, the same mended.
_FILES = {
    "relations": "relations.toml",
    "chronologie": "timeline.toml",
    "usages": "usages.toml",
    "tableaux": "tableaux.toml",
    "questions": "questions/essai.tsv",
}


@dataclass(frozen=True, slots=True)
class Explained:
    """A code, what it means, and a text at fault with the same mended; `files` are the data files that the fault needs.

    `mended` is empty where no example shows it; `files` holds (file name, content as at fault, content as mended).
    """

    code: str
    meaning: str
    example: str = ""
    mended: str = ""
    files: tuple[tuple[str, str, str], ...] = ()


@cache
def catalogue() -> dict[str, Explained]:
    """Every explained code, by its name, in the order of the files."""
    grammar = data_dir("grammar")
    form = tomllib.loads((grammar / "errors.toml").read_text(encoding="utf-8"))["fault"]
    found = tomllib.loads((grammar / "constats.toml").read_text(encoding="utf-8"))["constat"]
    faults = [Explained(entry["code"], entry["message"], entry["examples"][0]) for entry in form if entry["examples"]]
    return {item.code: item for item in (*faults, *map(_explained, found))}


def _explained(entry: dict[str, str]) -> Explained:
    said = {name: entry.get(key, "") for key, name in _FILES.items()}
    mended = {name: entry.get(f"corrige_{key}", said[name]) for key, name in _FILES.items()}
    files = tuple((name, said[name], mended[name]) for name in _FILES.values() if said[name] or mended[name])
    return Explained(entry["code"], entry["sens"], entry.get("exemple", ""), entry.get("corrige", ""), files)

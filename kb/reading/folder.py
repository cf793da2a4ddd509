"""What stands in the folder of a work and says nothing: a file or a folder of a name that nothing reads, a file that holds nothing."""

import difflib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from kb.reading.corpus import parts
from kb.reading.questions import FOLDER, question_files
from kb.system import bounds

# Beside the rules and the questions.
READ = (
    *(
        "relations.toml",
        "timeline.toml",
        "precedence.toml",
        "precedence.cases.toml",
        "conclusions.toml",
        "absents.toml",
    ),
    *("usages.toml", "tableaux.toml", "ids.toml", "aide-memoire.toml", "mesures.toml", "reading.toml", "fidelity.toml"),
    *("calculs.tsv", "clauses.tsv"),
)
_PROSE, _ROWS = frozenset({".md", ".markdown", ".txt", ".text"}), frozenset({".tsv", ".csv", ".tab"})
# What is there for people, and what an editor of texts leaves behind.
_OTHERS = ("readme", "license", "licence", "ecrire")

# A file longer than that holds something.
_SHORT = 4096
_NOTHING: dict[str, Callable[[list[str]], bool]] = {
    ".toml": lambda lines: all(line.startswith("#") for line in lines),
    ".tsv": lambda lines: len(lines) == 1,
    ".md": lambda lines: lines[0] == lines[-1] == "---" and "---" not in lines[1:-1],
}


def unread(folder: Path) -> Iterator[tuple[str, str]]:
    """Each path that nothing reads, from the folder, with the name under which it would be; empty where none is near."""
    served = {path.name for path in parts(folder)} | {*READ, FOLDER}
    for path in _held(folder):
        if path.name not in served:
            yield path.name, _nearest(path)
    read = {path.name for path in question_files(folder)}
    for path in _held(folder / FOLDER):
        if path.name not in read:
            yield f"{FOLDER}/{path.name}", "" if path.is_dir() else f"{FOLDER}/{path.stem}.tsv"


def empty(folder: Path) -> Iterator[str]:
    """Each file that has a reader, and nothing for it: comments in TOML, titles over no line, a head over no text."""
    for path in (*parts(folder), *(folder / name for name in READ), *question_files(folder)):
        if path.is_file() and path.stat().st_size <= _SHORT:
            text = path.read_text(encoding="utf-8-sig", errors="replace")
            lines = [line.strip() for line in text.splitlines()]
            # An empty text or list of lines is refused by its reader.
            if (lines or path.suffix == ".toml") and _NOTHING[path.suffix]([line for line in lines if line]):
                yield path.relative_to(folder).as_posix()


def _held(folder: Path) -> list[Path]:
    """What a folder holds, in the order of the names, but for what is hidden, or there for people."""
    found = sorted(islice(folder.iterdir(), bounds.FILES)) if folder.is_dir() else []
    return [path for path in found if not path.name.startswith((".", *_spelled())) and not path.name.endswith("~")]


def _spelled() -> Iterator[str]:
    return (spelled for name in _OTHERS for spelled in (name, name.upper(), name.capitalize()))


def _nearest(path: Path) -> str:
    if path.is_dir():
        return next(iter(difflib.get_close_matches(path.name.lower(), [FOLDER], 1)), "")
    if near := difflib.get_close_matches(path.name.lower(), READ, 1, 0.75):
        return near[0]
    ending = path.suffix.lower()
    return f"{path.stem}.md" if ending in _PROSE else f"{FOLDER}/{path.stem}.tsv" if ending in _ROWS else ""

"""Plain-text case files: a title, a source, what is expected of it; `SNAPSHOT_UPDATE=1` writes what is found instead.

    titre du cas
    .
    source
    .
    résultat attendu
    .

Cases stand one below another, a blank line between two.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).parent / "cases"

_CASE = re.compile(
    r"^(?P<title>[^\n.][^\n]*)\n\.\n(?P<source>.*?\n)??\.\n(?P<expected>.*?\n)??\.$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Case:
    """One case: where it stands, what goes in, what must come out."""

    file: Path
    title: str
    source: str
    expected: str

    @property
    def name(self) -> str:
        return f"{self.file.stem}: {self.title}"


def updating() -> bool:
    """True when snapshots are to be written, not compared."""
    return os.environ.get("SNAPSHOT_UPDATE", "") not in {"", "0"}


def cases_of(file: Path) -> Iterator[Case]:
    """The cases of a file, in order."""
    for match in _CASE.finditer(file.read_text(encoding="utf-8")):
        source, expected = (match["source"] or "").removesuffix("\n"), (match["expected"] or "").removesuffix("\n")
        yield Case(file, match["title"], source, expected)


def all_cases(folder: Path = CASES) -> list[Case]:
    """Every case of every file of a folder."""
    return [case for file in sorted(folder.glob("*.md")) for case in cases_of(file)]


def check_case(case: Case, read: Callable[[str], str]) -> None:
    """Compare a case with what `read` makes of its source, or write it down."""
    found = read(case.source)
    if updating() and found != case.expected:
        _rewrite(case, found)
    else:
        assert found == case.expected, f"{case.file.name} : {case.title}"


def _rewrite(case: Case, found: str) -> None:
    def replaced(match: re.Match[str]) -> str:
        if match["title"] != case.title:
            return match[0]
        parts = (case.title, ".", *filter(None, [case.source]), ".", *filter(None, [found]), ".")
        return "\n".join(parts)

    case.file.write_text(_CASE.sub(replaced, case.file.read_text(encoding="utf-8")), encoding="utf-8")


def check_file(file: Path, found: str) -> None:
    """Compare a whole file with `found`, or write it down."""
    if updating():
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8"), f"{file.name} ; pour l'accepter : SNAPSHOT_UPDATE=1"

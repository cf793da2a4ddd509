"""Findings as an author reads them: each where it stands; how many there are; what a code means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from kb.build import Checked
from kb.check.catalogue import Explained
from kb.errors import Diagnostic, Severity


def located(checked: Checked) -> list[Diagnostic]:
    """The findings on a work by file and line, each file as a path that opens from here."""
    found = [replace(finding, file=_opened(finding.file, checked.folder)) for finding in checked.findings]
    return sorted(found, key=lambda finding: (finding.file, finding.line, finding.column))


def _opened(file: str, folder: Path) -> str:
    """The path of a file that a finding names from its work, else the name as it is."""
    places = (folder / file, folder.parent / file) if file and not Path(file).is_file() else ()
    place = next((place for place in places if place.is_file()), None)
    if place is None:
        return file
    here = Path.cwd()
    return str(place.relative_to(here) if place.is_absolute() and place.is_relative_to(here) else place)


def counted(found: Iterable[Diagnostic]) -> str:
    """How many findings of each severity, in one line."""
    counts = Counter(finding.severity for finding in found)
    names = {Severity.ERROR: "erreur(s)", Severity.WARNING: "avertissement(s)", Severity.INFO: "information(s)"}
    return ", ".join(f"{counts[severity]} {name}" for severity, name in names.items())


def explanation(item: Explained) -> Iterator[str]:
    """What a code means, a text at fault, and the same mended where there is one."""
    yield f"{item.code} : {item.meaning}"
    for head, text, place in (("À ne pas faire", item.example, 1), ("Corrigé", item.mended, 2)):
        if text:
            yield f"\n{head} :\n"
            yield from (f"    {line}".rstrip() for line in text.strip().splitlines())
            for part in item.files:
                if part[place].strip():
                    yield f"\n  et dans {part[0]} :\n"
                    yield from (f"    {line}".rstrip() for line in part[place].strip().splitlines())

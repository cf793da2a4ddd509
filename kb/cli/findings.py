"""Findings as an author reads them: a line each where it stands, or a count by code; and what a code means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kb.build import Checked
from kb.check.catalogue import Explained, catalogue
from kb.errors import Diagnostic, Severity

_RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


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


def lines(works: Sequence[Checked], *, details: bool) -> Iterator[str]:
    """What `arbitre check` prints on its output: the findings one by one, or all but the errors by code."""
    for checked in works:
        found = located(checked)
        listed = [item for item in found if details or item.severity is Severity.ERROR]
        yield from map(str, listed)
        if len(listed) < len(found):
            yield f"{checked.name} : {counted(found)}"
            yield from _by_code(found)


def _by_code(found: Iterable[Diagnostic]) -> Iterator[str]:
    """A line a code: how bad, how many, what it means; the worst first, then the most frequent."""
    first = {finding.code: finding for finding in reversed(list(found))}
    counts = Counter(finding.code for finding in found)
    for code in sorted(counts, key=lambda code: (_RANKS[first[code].severity], -counts[code], code)):
        meaning = catalogue()[code].meaning if code in catalogue() else first[code].message
        yield f"  {counts[code]:4}  {first[code].severity:<7}  {code:<21}  {meaning.removesuffix(' (information)')}"


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

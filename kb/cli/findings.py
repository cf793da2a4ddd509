"""Findings as an author reads them: each where it stands; how many there are; what a code means."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from kb.build import Checked
from kb.check.catalogue import Explained
from kb.errors import Diagnostic, Severity
from kb.site.french import WORDS


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


def counted(counts: Mapping[str, int], severities: Iterable[Severity]) -> str:
    """How many findings of some severities, in one line."""
    return ", ".join(f"{counts.get(one, 0)} {WORDS['severities'][one]}(s)" for one in severities)


def explanation(item: Explained) -> Iterator[str]:
    """What a code means, a text at fault, and the same mended where there is one."""
    yield f"{item.code} : {item.meaning}"
    mended = dict(item.files) | dict(item.mended_files)
    for head, text, files in (("À ne pas faire", item.example, dict(item.files)), ("Corrigé", item.mended, mended)):
        if text:
            yield f"\n{head} :\n"
            yield from _indented(text)
        for name, content in files.items() if text else ():
            if content.strip():
                yield f"\n  et dans {name} :\n"
                yield from _indented(content)


def _indented(text: str) -> Iterator[str]:
    return (f"    {line}".rstrip() for line in text.strip().splitlines())

"""What is known of each of the user's own publications, once read and linked: counts, ids and findings, no word of theirs.

`known/<work>.txt` holds it, counted on the document when it was first read; `SNAPSHOT_UPDATE=1` writes what is found instead, and what
changes in it is to be looked at on the page.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from kb.errors import Diagnostic
from kb.model import Edge, EdgeType, How, Provision, Resolution, Rulebook, Span, Status
from kb.reading.recognise import Publication
from kb.reading.source import SourceText
from tests.parsing.snapshots import check_file
from tests.reading.conftest import Reading
from tests.reading.laws import WORKS, drops

KNOWN = Path(__file__).parent / "known"
_NUMBERED = re.compile(r"\d+")

pytestmark = pytest.mark.publication


@pytest.mark.parametrize("work", WORKS, scope="module")
def test_what_a_publication_holds(reading: Reading, source: SourceText, work: str) -> None:
    publication, book = reading.publication, reading.book
    parts = (*_read(publication, source), *_held(book), *_linked(book), *_found(publication, reading.found))
    found = "\n\n".join("\n".join((f"# {title}", *map(str.rstrip, lines))) for title, lines in parts)
    check_file(KNOWN / f"{work}.txt", f"{found}\n".replace(f"{work}/", ""))


Part = tuple[str, list[str]]


def _counted(said: Iterable[object]) -> list[str]:
    """How many there are of each, in the order of their names."""
    return [f"{count:>6} {one}" for one, count in sorted(Counter(map(str, said)).items())]


def _lines(spans: Iterable[Span]) -> str:
    return ", ".join(f"{span.start}-{span.end}" for span in spans)


def _read(publication: Publication, source: SourceText) -> Iterator[Part]:
    """The lines that count, those left out, the repairs, by reason."""
    repairs = (repair for text in publication.texts for repair in text.repairs)
    yield "lines that are not blank", [f"{sum(bool(line.strip()) for line in source.lines):>6}"]
    yield "lines left out", _counted(reason for _number, reason in drops(publication))
    yield "repairs", _counted(repair.reason for repair in repairs)


def _folder(piece: Provision) -> str:
    """The first part of an id, its numbers as n."""
    return _NUMBERED.sub("n", piece.id.split("/")[1].partition("#")[0])


def _held(book: Rulebook) -> Iterator[Part]:
    """Provisions by place, kind, scope and authority; the rows, steps and bullets of each; what stands on lines of its own."""
    named = [piece for piece in book.provisions if not piece.is_unit]
    units = [piece for piece in book.provisions if piece.is_unit]
    yield "modes", [" ".join(book.work.modes)]
    yield "provisions", _counted(f"{_folder(one)} {one.kind} {one.subkind or ''}".strip() for one in named)
    yield "where they hold", _counted(f"{_folder(one)} {one.authority} {' '.join(one.scope)}" for one in named)
    yield "units", _counted(f"{one.kind} {one.form} {one.subkind or ''}".strip() for one in units)
    rows = Counter(f"{one.parent} {one.kind}" for one in book.provisions if one.kind in {"row", "step"})
    yield "rows and steps, where there are several", [f"{count:>6} {name}" for name, count in rows.items() if count > 1]
    fields = ((_folder(one), name, value) for one in named for name, value in one.fields)
    yield (
        "fields of abilities",
        _counted(f"{folder} {name} {value if name == 'cost' else ''}" for folder, name, value in fields),
    )
    yield "doubtful", [one.id for one in named if one.status is Status.DOUBTFUL]
    apart = (one for one in named if one.kind in {"example", "note"} or len(one.spans) > 1)
    yield "examples, notes, and what is printed in several places", [f"{one.id} {_lines(one.spans)}" for one in apart]


def _short(edge: Edge) -> str:
    return f"{edge.source} > {edge.target}"


def _linked(book: Rulebook) -> Iterator[Part]:
    """References and edges; those that an editor or a doubt singles out, one by one."""
    titles = [
        one for one in book.references if one.form in {"title", "page"} or one.resolution is not Resolution.RESOLVED
    ]
    assert all(edge.reason for edge in book.edges if edge.how is How.CURATED)
    yield "references", _counted(f"{one.form} {one.resolution}" for one in book.references)
    yield (
        "titles and pages cited, and what does not resolve",
        [f"{one.source} « {one.target} » {one.resolution} {', '.join(one.candidates)}" for one in titles],
    )
    yield "edges", _counted(f"{edge.type} {edge.how}" for edge in book.edges)
    yield "contradictions", [_short(edge) for edge in book.edges if edge.type is EdgeType.CONTRADICTS]
    parameters = (edge for edge in book.edges if edge.type is EdgeType.USES and edge.reason.startswith("paramètre"))
    yield "uses with a parameter", [f"{_short(edge)} ({edge.reason})" for edge in parameters]
    yield "patches", [f"{one.operation.value} {one.target} by {one.erratum}" for one in book.patches]
    yield "windows", _counted(f"{one.role} {one.phrase.edge}" for one in book.windows)


def _found(publication: Publication, linked: tuple[Diagnostic, ...]) -> Iterator[Part]:
    """What was found in reading, line by line, and in linking, by code."""
    yield "found in reading", [f"{one.line} {one.code} {one.id or ''}".strip() for one in publication.diagnostics]
    yield "found in linking", _counted(f"{one.severity} {one.code}" for one in linked)

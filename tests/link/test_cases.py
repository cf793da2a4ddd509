"""The case files of `cases/`: what is linked to what in a small work, what is in force of it, what is told of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.model import EdgeType, Layer, Resolution
from tests.canon import Linked, linked
from tests.parsing.snapshots import Case, all_cases, check_case

CASES = Path(__file__).parent / "cases"


def _told(work: Linked, *, texts: bool) -> Iterator[str]:
    """The findings, the texts if they are wanted, the other names, the references that resolve to no one rule, the edges."""
    yield from (f"! {one.severity} {one.code} {one.id or ''} {one.message}" for one in work.diagnostics)
    for one in work.book.provisions:
        if texts:
            status = f"{one.status}, {one.superseded_by}" if one.superseded_by else one.status
            yield f"{one.id} ({status} ; {one.authority}) {' ⏎ '.join(one.text.splitlines())}".strip()
        if one.labels or "keywords" in dict(one.fields):
            yield f"{one.id} : {', '.join((*one.labels, *(value for name, value in one.fields if name == 'keywords')))}"
    for ref in work.book.references:
        if ref.form == "index" or ref.resolution is not Resolution.RESOLVED:
            found = f" : {', '.join(ref.candidates)}" if ref.candidates else ""
            yield f"→ {ref.form} « {ref.module or ''} » {ref.target} {ref.resolution}{found}"
    for edge in (edge for edge in work.book.edges if edge.type is not EdgeType.CONTAINS):
        more = f" « {edge.printed} »" if edge.printed else ""
        yield f"{edge.type} {edge.source} > {edge.target}{more}{f' ({edge.reason})' if edge.reason else ''}"


@pytest.mark.parametrize("case", all_cases(CASES), ids=lambda case: case.name)
def test_what_is_linked(case: Case) -> None:
    stem = case.file.stem
    layer = Layer.TEXTE if stem == "publication" else Layer.PRECIS
    told = _told(linked(f"{case.source}\n", layer=layer), texts=stem == "errata")
    check_case(case, lambda _source: "\n".join(told).replace("essai/", ""))

"""The case files of `cases/`: what is linked to what in a small work, what is in force of it, what is told of it.

Above a double rule stands what an editor wrote: a `relations.toml`, the ids of the register, words of the lexicon.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kb.model import EdgeType, Layer, Resolution
from kb.reading.data import read_curation
from tests.canon import LEXICON, Linked, linked
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
def test_what_is_linked(case: Case, tmp_path: Path) -> None:
    stem = case.file.stem
    layer = Layer.TEXTE if stem == "publication" else Layer.PRECIS
    editor, _rule, body = f"{case.source}\n".rpartition("=====\n")
    # The tables that are no part of that file, each up to the next.
    relations = re.sub(r"(?ms)^\[(?:registre|lexique)\b[^\n]*\n.*?(?=^\[(?!registre|lexique)|\Z)", "", editor)
    (tmp_path / "relations.toml").write_text(relations, encoding="utf-8")
    said = tomllib.loads(editor)
    words = {name: said.get("lexique", {}).get(name, ()) for name in ("stopwords", "linked", "idioms")}
    lexicon = replace(LEXICON, **{name: getattr(LEXICON, name) | {*more} for name, more in words.items()})
    ids = said.get("registre", {})
    aliases, registered = tuple(ids.get("alias", {}).items()), frozenset(ids.get("ids", ()))
    curation = read_curation(tmp_path)
    work = linked(body, curation, aliases, layer=layer, lexicon=lexicon, registered=registered)
    told = _told(work, texts=stem == "errata")
    check_case(case, lambda _source: "\n".join(told).replace("essai/", ""))

"""Runewars: the golden counts on the user's own publication, and its agreement with the précis."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from kb.data import data_dir
from kb.model import Kind, PatchOperation, Provision, Rulebook, Status
from kb.parsing import Parsed, parse_work
from kb.reading.corpus import read_corpus
from kb.reading.recognise import Publication, read_publication
from kb.reading.source import SourceText

pytestmark = pytest.mark.publication

WORK = "runewars"


@pytest.fixture(scope="module")
def book(parsed: Parsed) -> Rulebook:
    """The rulebook as parsed: before its errata are applied."""
    assert parsed.rulebook is not None
    return parsed.rulebook


@pytest.fixture(scope="module")
def precis() -> Rulebook:
    """The bundled précis of the work, parsed."""
    rulebook = parse_work(read_corpus(data_dir("corpus") / WORK)).rulebook
    assert rulebook is not None
    return rulebook


def _glossary(publication: Publication) -> list[str]:
    """The canonical lines of the glossary."""
    lines = publication.texts[1].text.split("\n")
    return lines[lines.index("### 1 Actions") : lines.index("## Règles optionnelles {#guide/regles-optionnelles}")]


class TestCounts:
    def test_lines(self, source: SourceText) -> None:
        assert sum(bool(line.strip()) for line in source.lines) == 1999

    def test_entries_and_rules(self, nodes: dict[str, Provision]) -> None:
        entries = [
            piece for piece in nodes.values() if piece.parent == "runewars/guide/glossaire" and not piece.is_unit
        ]
        assert [piece.number for piece in entries] == [str(number) for number in range(1, 93)]
        assert {piece.kind for piece in entries} == {Kind.DEFINITION}
        rules = [piece for piece in nodes.values() if piece.kind is Kind.RULE and not piece.is_unit]
        assert len(rules) == 262
        numbers = [tuple(map(int, (piece.number or "").split("."))) for piece in rules]
        assert numbers == sorted(set(numbers))
        assert all(piece.parent == f"runewars/{(piece.number or '').split('.')[0]}" for piece in rules)

    def test_rules_of_an_entry_are_numbered_without_gap(self, nodes: dict[str, Provision]) -> None:
        last: Counter[str] = Counter()
        for piece in nodes.values():
            if piece.kind is Kind.RULE and not piece.is_unit:
                entry, rule = (piece.number or "").split(".")
                last[entry] += 1
                assert int(rule) == last[entry]

    def test_bullets_and_related_subjects(self, publication: Publication, book: Rulebook) -> None:
        glossary = _glossary(publication)
        assert sum(line.startswith("- ") for line in glossary) == 128
        assert sum(line.startswith("Sujet") for text in publication.texts for line in text.text.split("\n")) == 84
        related = [reference for reference in book.references if reference.form == "related"]
        assert sum(reference.source == "runewars/guide/mise-en-place" for reference in related) == 10
        assert len(related) == 269 + 10
        assert len({(reference.source, reference.target) for reference in related}) == 279

    def test_redirects(self, nodes: dict[str, Provision]) -> None:
        redirects = [int(piece.number or 0) for piece in nodes.values() if piece.redirect]
        assert redirects == [4, 16, 17, 18, 28, 36, 53, 66, 75]

    def test_questions(self, nodes: dict[str, Provision]) -> None:
        questions = [piece for piece in nodes.values() if piece.kind is Kind.FAQ]
        assert len(questions) == 26
        assert all("R :" in piece.own for piece in questions)

    def test_errata(self, nodes: dict[str, Provision], book: Rulebook) -> None:
        headings = [key for key, piece in nodes.items() if piece.kind is Kind.ERRATUM and not piece.is_unit]
        assert len(headings) == 12  # 13 corrections: entry 76 has two under one title
        untargeted = ["errata/tir-a-bout-portant", "errata/fissure-dimorienne"]  # cards, which the work does not hold
        assert [key for key in headings if not any(patch.erratum.endswith(key) for patch in book.patches)] == untargeted
        assert [(patch.operation.value, patch.target) for patch in book.patches] == [
            ("remplacer", "livret/cartes-objectif#3"),
            ("remplacer", "livret/a-ne-pas-oublier#4"),
            ("remplacer", "49#1"),
            ("remplacer", "51.1#2"),
            ("remplacer", "56.4"),
            ("remplacer", "76#1"),
            ("remplacer", "76.2#2"),
            ("remplacer", "84.9#3"),
            ("ajouter", "85.7"),
            ("supprimer", "86.11"),
            ("remplacer", "extensions/conditions#4"),
        ]
        targets = [patch.target for patch in book.patches if patch.operation is not PatchOperation.ADD]
        assert set(targets) <= set(nodes)
        bullets = next(patch for patch in book.patches if patch.target == "51.1#2").markdown
        assert [bold in bullets for bold in ("- **Flanc**", "- **Dos**")] == [True, True]

    def test_index(self, nodes: dict[str, Provision]) -> None:
        rows = [
            piece
            for piece in nodes.values()
            if piece.kind is Kind.ROW and (piece.parent or "").startswith("runewars/guide/index/")
        ]
        numbered = [row for row in rows if re.search(r"\d+\.\d+", row.text)]
        assert len(numbered) == 481
        assert sum(len(re.findall(r"\d+\.\d+", row.text)) for row in numbered) == 517
        assert sum("cf. page" in row.text for row in rows) == 7

    def test_steps_tables_and_dials(self, nodes: dict[str, Provision]) -> None:
        assert sum(piece.kind is Kind.STEP and not piece.is_unit for piece in nodes.values()) == 2 + 8 + 9
        dials = [piece for key, piece in nodes.items() if key.startswith("livret/cadrans/") and not piece.is_unit]
        assert len(dials) == 8
        assert {piece.kind for piece in dials} == {Kind.PROFILE}
        assert {piece.status for piece in dials} == {Status.DOUBTFUL}
        assert sum("livret/materiel#" in key and piece.kind is Kind.ROW for key, piece in nodes.items()) == 23
        for key in ("livret/initiation/schema", "guide/mise-en-place/schema"):
            assert sum(f"{key}#" in other and piece.kind is Kind.ROW for other, piece in nodes.items()) == 17


class TestAgreement:
    """The précis and the text number the same units."""

    def test_the_precis_has_no_unit_that_the_text_lacks(self, nodes: dict[str, Provision], precis: Rulebook) -> None:
        ids = [piece.id.removeprefix("runewars/") for piece in precis.provisions]
        counted = [key for key in ids if re.search(r"^[^#]*$|#\d+$", key)]
        assert [key for key in counted if key not in nodes] == []

    def test_the_text_adds_examples_at_the_end_and_tables_alone(
        self, nodes: dict[str, Provision], precis: Rulebook
    ) -> None:
        known = {piece.id.removeprefix("runewars/") for piece in precis.provisions}
        more = [
            piece for key, piece in nodes.items() if re.search(r"^(?!guide/index).*#\d+$", key) and key not in known
        ]
        assert {piece.kind for piece in more} <= {Kind.EXAMPLE, Kind.ROW}


class TestAnotherConversion:
    def test_a_file_without_its_first_lines_is_still_read(self, source: SourceText, tmp_path: Path) -> None:
        other = tmp_path / "autre.txt"
        lines = source.lines
        other.write_text("\n".join([*lines[:600], *lines[700:3060], *lines[3064:]]), encoding="utf-8")
        publication = read_publication(other)
        assert publication.diagnostics[0].code == "EDITION"
        assert all(fault.severity == "warning" for fault in publication.diagnostics)
        assert all("edition : inconnue" in text.text for text in publication.texts)
        assert parse_work(publication.texts).diagnostics == ()

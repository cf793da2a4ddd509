"""The laws of reading, on the whole of the user's own publication: nothing lost, nothing altered, everything counted."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.model import CanonicalText, Kind, PatchOperation, Provision, Repair, Rulebook, Status
from kb.parsing import Parsed, parse_work
from kb.reading.instructions import read_instructions
from kb.reading.recognise import Publication, read_publication
from kb.reading.source import SourceText

pytestmark = pytest.mark.publication

_WORD = re.compile(r"[^\W_]+")
_SYNTAX = (
    (re.compile(r"^#{1,6} "), ""),
    (re.compile(r" \{[#.][^}]*\}$"), ""),
    (re.compile(r"^> \*\*(?:Exemple|Note)\*\* : "), ""),
    (re.compile(r"^\*\*[QR] :\*\* "), ""),
    (re.compile(r"^(?:Remplacer|Ajouter|Supprimer) [\w/.#-]+ : "), ""),
    (re.compile(r"\[\^1\](?: : )?"), ""),
)
_PRINTED_SYNTAX = re.compile(r"^(?:Exemple|[QR]) ?: ")


def _said(canonical: str) -> list[str]:
    """The words of a canonical line, without its marks and fields."""
    for pattern, replacement in _SYNTAX:
        canonical = pattern.sub(replacement, canonical)
    return _WORD.findall(canonical)


def _printed(line: str, repairs: list[Repair]) -> list[str]:
    """The words of a source line after its declared repairs, each of which must apply."""
    for repair in repairs:
        assert repair.before in line, repair
        line = line.replace(repair.before, repair.after, 1) if repair.before else f"{line} {repair.after}"
    return _WORD.findall(_PRINTED_SYNTAX.sub("", line.strip()))


def _written(text: CanonicalText) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The canonical lines that come from the source."""
    for line, numbers in zip(text.text.split("\n"), text.line_map, strict=True):
        if numbers:
            yield line, numbers


def _dropped(publication: Publication) -> Counter[int]:
    spans = [drop.span for text in publication.texts for drop in text.dropped]
    return Counter(number for span in spans for number in range(span.start, span.end + 1))


@pytest.fixture(scope="module")
def book(runewars_parsed: Parsed) -> Rulebook:
    assert runewars_parsed.rulebook is not None
    return runewars_parsed.rulebook


@pytest.fixture(scope="module")
def nodes(book: Rulebook) -> dict[str, Provision]:
    return {piece.id.removeprefix("runewars/"): piece for piece in book.provisions}


def _glossary(publication: Publication) -> list[str]:
    """The canonical lines of the glossary."""
    lines = publication.texts[1].text.split("\n")
    return lines[lines.index("### 1 Actions") : lines.index("## Règles optionnelles {#guide/regles-optionnelles}")]


class TestConservation:
    def test_every_line_is_held_or_dropped(self, runewars: Publication, runewars_source: SourceText) -> None:
        lines = {number for number, line in enumerate(runewars_source.lines, 1) if line.strip()}
        held = {number for text in runewars.texts for _line, numbers in _written(text) for number in numbers}
        dropped = set(_dropped(runewars)) & lines
        assert len(lines) == 1999
        assert held | dropped == lines
        assert not held & dropped

    def test_what_is_dropped_says_why(self, runewars: Publication) -> None:
        assert all(drop.reason for text in runewars.texts for drop in text.dropped)
        assert set(_dropped(runewars).values()) == {1}

    def test_blank_lines_are_counted(self, runewars: Publication, runewars_source: SourceText) -> None:
        assert sum(text.blank for text in runewars.texts) == sum(not line.strip() for line in runewars_source.lines)

    def test_a_line_is_held_once_unless_it_is_declared_to_be_several(
        self, runewars: Publication, runewars_source: SourceText, corpus_data: Path
    ) -> None:
        times = Counter(number for text in runewars.texts for _line, numbers in _written(text) for number in numbers)
        told = read_instructions(corpus_data)
        cut = ("|", *(split.at for _name, part in told.parts for split in part.split))
        several = [runewars_source.lines[number - 1].strip() for number, count in times.items() if count > 1]
        assert all(line.startswith(cut) for line in several)


class TestFidelity:
    def test_every_line_says_what_its_source_says(self, runewars: Publication, runewars_source: SourceText) -> None:
        for text in runewars.texts:
            repairs: dict[int, list[Repair]] = defaultdict(list)
            for repair in text.repairs:
                repairs[repair.line].append(repair)
            source = {number: _printed(line, repairs[number]) for number, line in enumerate(runewars_source.lines, 1)}
            _compare(text, source)

    def test_every_repair_says_why(self, runewars: Publication) -> None:
        assert all(repair.reason for text in runewars.texts for repair in text.repairs)


def _compare(text: CanonicalText, source: dict[int, list[str]]) -> None:
    """Each canonical line against its source lines; several lines of one source line make it up together."""
    shared: dict[int, list[list[str]]] = defaultdict(list)
    times = Counter(number for _line, numbers in _written(text) for number in numbers)
    for line, numbers in _written(text):
        if any(times[number] > 1 for number in numbers):
            shared[numbers[0]].append(_said(line))
        else:
            assert _said(line) == [word for number in numbers for word in source[number]], line
    for number, pieces in shared.items():
        whole = source[number]
        assert Counter(word for piece in pieces for word in piece) == Counter(whole)
        assert all(piece in [whole[at : at + len(piece)] for at in range(len(whole))] for piece in pieces)


class TestCounts:
    def test_nothing_is_amiss(self, runewars: Publication, runewars_parsed: Parsed) -> None:
        assert runewars.diagnostics == ()
        assert runewars_parsed.diagnostics == ()

    def test_every_registered_id_and_no_other(self, runewars: Publication, book: Rulebook) -> None:
        produced = frozenset(piece.id.removeprefix("runewars/") for piece in book.provisions if not piece.is_unit)
        added = frozenset(patch.target for patch in book.patches if patch.operation is PatchOperation.ADD)
        assert added == {"85.7"}
        assert produced | added == runewars.register.ids

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

    def test_bullets_and_related_subjects(self, runewars: Publication, book: Rulebook) -> None:
        glossary = _glossary(runewars)
        assert sum(line.startswith("- ") for line in glossary) == 128
        assert sum(line.startswith("Sujet") for text in runewars.texts for line in text.text.split("\n")) == 84
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
    def test_a_file_without_its_first_lines_is_still_read(self, runewars_source: SourceText, tmp_path: Path) -> None:
        path = tmp_path / "autre.txt"
        lines = runewars_source.lines
        path.write_text("\n".join([*lines[:600], *lines[700:3060], *lines[3064:]]), encoding="utf-8")
        publication = read_publication(path)
        assert publication.diagnostics[0].code == "EDITION"
        assert all(fault.severity == "warning" for fault in publication.diagnostics)
        assert all("edition : inconnue" in text.text for text in publication.texts)
        assert parse_work(publication.texts).diagnostics == ()

    def test_reading_takes_less_than_a_few_seconds(self, runewars_path: Path) -> None:
        start = time.perf_counter()
        read_publication(runewars_path)
        assert time.perf_counter() - start < 5

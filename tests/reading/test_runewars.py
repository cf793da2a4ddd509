"""Runewars: its numbers, its index and its errata on the user's own publication; its agreement with the précis."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from kb.model import Kind, PatchOperation, Provision, Rulebook
from kb.parsing import Parsed, parse_work
from kb.reading.corpus import read_corpus
from kb.system.data import data_dir

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


class TestNumbers:
    def test_entries_are_numbered_in_order(self, nodes: dict[str, Provision]) -> None:
        entries = [one for one in nodes.values() if one.parent == "runewars/guide/glossaire" and not one.is_unit]
        assert [entry.number for entry in entries] == [str(number) for number in range(1, 93)]

    def test_rules_of_an_entry_are_numbered_without_gap(self, nodes: dict[str, Provision]) -> None:
        last: Counter[str] = Counter()
        for piece in nodes.values():
            if piece.kind is Kind.RULE and not piece.is_unit:
                entry, rule = (piece.number or "").split(".")
                last[entry] += 1
                assert (int(rule), piece.parent) == (last[entry], f"runewars/{entry}")


class TestErrata:
    def test_a_correction_without_target_is_that_of_a_card(self, nodes: dict[str, Provision], book: Rulebook) -> None:
        headings = {key for key, piece in nodes.items() if piece.kind is Kind.ERRATUM and not piece.is_unit}
        applied = {patch.erratum.removeprefix("runewars/") for patch in book.patches}
        assert headings - applied == {"errata/tir-a-bout-portant", "errata/fissure-dimorienne"}
        targets = {patch.target for patch in book.patches if patch.operation is not PatchOperation.ADD}
        assert targets <= set(nodes)

    def test_the_bullets_of_a_new_text_are_kept(self, book: Rulebook) -> None:
        bullets = next(patch for patch in book.patches if patch.target == "51.1#2").markdown
        assert [bold in bullets for bold in ("- **Flanc**", "- **Dos**")] == [True, True]


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

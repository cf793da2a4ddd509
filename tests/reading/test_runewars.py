"""Runewars: an erratum on the user's own publication; its agreement with the précis."""

from __future__ import annotations

import re

import pytest

from kb.model import Kind, Provision, Rulebook
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


def test_the_bullets_of_a_new_text_are_kept(book: Rulebook) -> None:
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

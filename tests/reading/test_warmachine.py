"""Warmachine: sentences that pages cut, on the user's own publication; titles in capitals and breaks, on made-up lines."""

from __future__ import annotations

import re

import pytest

from kb.model import Provision
from kb.reading.recognise import Publication
from kb.reading.repairs import Line
from kb.reading.sections import in_capitals
from kb.reading.source import SourceText
from kb.reading.works.warmachine.paragraphs import Break, breaks, paragraphs
from tests.reading.laws import written

WORK = "warmachine"


@pytest.mark.publication
class TestPages:
    def test_a_sentence_that_a_page_cut_stands_on_one_line(self, publication: Publication, source: SourceText) -> None:
        pages = [number for number, line in enumerate(source.lines, 1) if line.strip() == "COMBAT"]
        held = [numbers for _line, numbers in written(publication)]
        across = sum(any(min(numbers) < page < max(numbers) for numbers in held) for page in pages)
        assert (len(pages), across) == (48, 25)  # at the other pages a paragraph or a title ends
        assert not [line for line, _numbers in written(publication) if re.search(r"\bCOMBAT\b", line)]

    def test_no_paragraph_is_cut(self, publication: Publication) -> None:
        for line, numbers in written(publication):
            if line[0] not in "#|>-" and len(numbers) > 1:
                assert re.search(r"[.!?:]$", line), numbers
                assert not line[0].islower(), numbers

    def test_formulas_are_titled_units(self, nodes: dict[str, Provision]) -> None:
        formulas = [piece for piece in nodes.values() if piece.is_unit and f"{piece.title} = " in piece.text]
        assert [piece.form for piece in formulas] == ["bullet"] * 8


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("SLAM", True), ("ÊTRE POUSSÉ", True), ("VTS = 2D6", False), ("La VTS", False), ("X :", False)],
)
def test_a_title_in_capitals(text: str, *, is_one: bool) -> None:
    assert in_capitals(text) is is_one


def test_the_end_of_a_sentence_that_reads_like_a_title_is_none() -> None:
    lines = [Line((1,), "Un bonus contre les", ""), Line((2,), "jets d'attaque.", "")]
    known = frozenset({("jets", "d", "attaque")})
    assert [line.text for line in paragraphs(lines, {2: Break()}, known)] == ["Un bonus contre les jets d'attaque."]


def test_breaks_count_blank_lines_and_know_pages() -> None:
    printed = ["a", "", "b", "", "3", "", "EN-TÊTE", "", "", "c"]
    assert breaks(printed, [1, 3, 10]) == {1: Break(), 3: Break(1), 10: Break(2, interrupted=True)}

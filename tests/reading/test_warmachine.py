"""Warmachine: sentences that pages cut, on the user's own publication."""

from __future__ import annotations

import re

import pytest

from kb.model import Provision
from kb.reading.recognise import Publication
from kb.reading.source import SourceText
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

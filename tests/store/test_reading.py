"""What the whole base tells of its sources and of its errata."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.store import KnowledgeBase
from tests.bases import file_of


def test_what_amends_a_unit_is_told_of_the_rule(base: KnowledgeBase) -> None:
    amended = [row[0].partition("#")[0] for row in base.rows("SELECT target FROM edges WHERE type = 'amends'")]
    assert amended
    for identifier in amended:
        assert "amends" in {link.type for link in base.gathered(identifier, incoming=True)}, identifier


@pytest.mark.publication
@pytest.mark.parametrize("work", ["aos", "runewars", "t9a", "wap", "warmachine"])
def test_lines_held_and_lines_left_out_are_the_lines_of_the_publication(
    text_base: KnowledgeBase, texts: Path, work: str
) -> None:
    data = file_of(text_base, texts, work)
    coverage = text_base.coverage(work)
    assert coverage.held + coverage.left_out == coverage.lines == sum(map(bool, map(str.strip, data.split("\n"))))
    assert coverage.left_out <= sum(last - first + 1 for first, last, _ in coverage.dropped)

"""The laws of reading, on each of the user's own publications: nothing lost, nothing altered, nothing found in silence."""

from dataclasses import fields
from pathlib import Path

import pytest

from kb.model.words import words
from kb.reading.instructions import read_instructions
from kb.reading.recognise import Publication
from kb.reading.source import SourceText
from kb.system.data import data_dir
from tests.reading.conftest import Reading, reading_of
from tests.reading.laws import (
    SYNTAX,
    WORKS,
    assert_every_registered_id_and_no_other,
    assert_every_word_is_the_source_s,
    assert_nothing_is_both_held_and_dropped,
    assert_nothing_is_lost,
    times_held,
)

pytestmark = pytest.mark.publication

# Seconds of the processor, whatever else runs beside; a machine that others share is slow for a while, not each time.
_QUICK, _TIMES = 5.0, 2


@pytest.mark.parametrize("work", WORKS, scope="module")
class TestEveryWork:
    def test_every_line_is_held_or_dropped_with_a_reason(self, publication: Publication, source: SourceText) -> None:
        assert_nothing_is_lost(publication, source.lines)
        assert_nothing_is_both_held_and_dropped(publication)

    def test_every_line_says_what_its_source_says(
        self, publication: Publication, source: SourceText, work: str
    ) -> None:
        assert_every_word_is_the_source_s(publication, source, SYNTAX[work])
        assert all(repair.reason for text in publication.texts for repair in text.repairs)

    def test_every_registered_id_and_no_other(self, publication: Publication) -> None:
        assert_every_registered_id_and_no_other(publication)

    def test_reading_and_linking_are_quick(self, reading: Reading, path: Path) -> None:
        assert reading.took < _QUICK or any(reading_of(path).took < _QUICK for _again in range(_TIMES))


@pytest.mark.parametrize("work", ["runewars", "warmachine", "wap"], scope="module")
def test_a_line_is_held_once_unless_it_is_declared_to_be_several(
    publication: Publication, source: SourceText, work: str
) -> None:
    told = read_instructions(data_dir("corpus") / work)
    cut = ("|", *(split.at for part in told.parts.values() for split in part.split))
    several = [source.lines[number - 1].strip() for number, count in times_held(publication).items() if count > 1]
    assert all(line.startswith(cut) for line in several)


@pytest.mark.parametrize("work", WORKS)
def test_no_anchor_is_a_sentence(work: str) -> None:
    told = read_instructions(data_dir("corpus") / work)
    steps = [one for part in told.parts.values() for field in fields(part) for one in getattr(part, field.name)]
    anchors = [getattr(one, name, "") for one in steps for name in ("at", "to", "after")]
    # The cells of a row are no sentence.
    assert max(len(words(cell)) for anchor in anchors for cell in anchor.split("|")) <= 8

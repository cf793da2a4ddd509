"""Made-up publications, damaged as the real ones are: `samples/*/canonical.txt` is what each one reads as.

Each line follows the source lines that it comes from; then what was left out, repaired, found. `SNAPSHOT_UPDATE=1` writes the files.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.reading.recognise import Publication, read_publication
from kb.reading.source import read_source
from tests.parsing.snapshots import check_file
from tests.reading.laws import (
    SYNTAX,
    assert_every_registered_id_and_no_other,
    assert_every_word_is_the_source_s,
    assert_nothing_is_both_held_and_dropped,
    assert_nothing_is_lost,
)

SAMPLES = Path(__file__).parent / "samples"
# The work whose reader reads each.
LIKE = {"braises": "aos", "cendres": "runewars", "lueurs": "wap", "ponts": "warmachine", "songes": "t9a"}


@pytest.fixture
def publication(tmp_path: Path, sample: str) -> Publication:
    """A made-up publication, read with its own register and instructions."""
    shutil.copytree(SAMPLES / sample, tmp_path / "corpus" / sample)
    return read_publication(SAMPLES / sample / "publication.txt", tmp_path / "corpus")


def _dump(publication: Publication) -> Iterator[str]:
    for text in publication.texts:
        for line, numbers in zip(text.text.split("\n"), text.line_map, strict=True):
            yield f"{','.join(map(str, numbers)):>8} | {line}".rstrip()
        yield from (f"{drop.span.start}-{drop.span.end} left out: {drop.reason}" for drop in text.dropped)
        yield from (f"{one.line} repaired: {one.before!r} is {one.after!r} ({one.reason})" for one in text.repairs)
        yield ""
    yield from (f"{one.line} {one.severity} {one.code} {one.message}" for one in publication.diagnostics)


@pytest.mark.parametrize("sample", LIKE)
class TestSamples:
    def test_it_reads_as_its_canonical_text(self, publication: Publication, sample: str) -> None:
        check_file(SAMPLES / sample / "canonical.txt", "\n".join(_dump(publication)) + "\n")

    def test_the_laws_hold(self, publication: Publication, sample: str) -> None:
        source = read_source(SAMPLES / sample / "publication.txt")
        assert_nothing_is_lost(publication, source.lines)
        assert_nothing_is_both_held_and_dropped(publication)
        assert_every_word_is_the_source_s(publication, source, SYNTAX[LIKE[sample]])
        assert_every_registered_id_and_no_other(publication)

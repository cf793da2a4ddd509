"""The user's own publications, harmed, and texts that look like them: read, or refused in one French line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.build import assemble
from kb.errors import ArbitreError, Diagnostic
from kb.reading.instructions import read_instructions
from kb.reading.recognise import reader_of, recognise
from kb.reading.register import read_register
from kb.reading.source import SourceText, read_source
from kb.system.data import data_dir
from tests.proof.harm import harmed
from tests.reading.laws import WORKS

pytestmark = pytest.mark.publication
FEW = settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def publications(texts: Path) -> dict[str, tuple[str, ...]]:
    """The lines of each publication there, by work."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(texts.glob("*.txt")) + sorted(texts.glob("*.md")):
        try:
            source = read_source(path)
            found[recognise(source).work] = source.lines
        except ArbitreError:
            continue
    return found


def _found(lines: tuple[str, ...], work: str) -> tuple[Diagnostic, ...]:
    """What the reading of lines as those of a work finds; a refusal is one line."""
    folder = data_dir("corpus") / work
    data, register = read_instructions(folder), read_register(folder)
    try:
        texts, diagnostics = reader_of(data)(SourceText("abîmé.txt", "0" * 64, lines), data, register)
        return (*diagnostics, *assemble(texts, folder, data_dir("corpus") / "lexicon")[1])
    except ArbitreError as refusal:
        assert "\n" not in str(refusal)  # noqa: PT017
        return ()


@pytest.mark.parametrize("work", WORKS)
@FEW
@given(seed=st.integers(0, 10**6))
def test_a_harmed_publication_is_read_or_refused(
    publications: dict[str, tuple[str, ...]], work: str, seed: int
) -> None:
    text = harmed("\n".join(publications[work]), seed)
    found = _found(tuple(text.split("\n")), work)
    assert all(fault.message and "\n" not in fault.message for fault in found)


@pytest.mark.parametrize("work", WORKS)
@FEW
@given(lines=st.lists(st.text(max_size=60).map(lambda line: " ".join(line.split())), min_size=1, max_size=30))
def test_a_text_that_is_no_publication_is_read_or_refused(work: str, lines: list[str]) -> None:
    assert all(fault.message for fault in _found(tuple(lines), work))

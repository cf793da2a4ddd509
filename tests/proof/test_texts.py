"""Whatever is written in place of a work: it is read, or each fault is told at its line; the time grows as the text does."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import ArbitreError, Diagnostic
from kb.link import link
from kb.model import Rulebook
from kb.model.curation import Curation
from kb.parsing import parse_work
from kb.reading.source import SourceText, read_source
from tests.canon import HEAD, canonical
from tests.proof.harm import grows, harmed

QUICK = settings(max_examples=60, deadline=None, derandomize=True)
# A text eight times as long may take this much more than eight times.
TOLERANCE = 4.0
TIMES = 8


def assert_read_or_told(text: str) -> Rulebook | None:
    parsed = parse_work([canonical(text)])
    assert parsed.rulebook or parsed.diagnostics
    _assert_placed(parsed.diagnostics, text)
    if parsed.rulebook:
        _book, doubts = link(parsed.rulebook, Curation(), ())
        _assert_placed(doubts, text)
    return parsed.rulebook


def _assert_placed(found: tuple[Diagnostic, ...], text: str) -> None:
    for fault in found:
        assert fault.message, fault
        assert fault.file == "essai.md", fault
        assert 1 <= fault.line <= text.count("\n") + 1, fault


@QUICK
@given(st.text(max_size=400))
def test_any_text_is_read_or_told(text: str) -> None:
    assert_read_or_told(text)
    assert_read_or_told(HEAD + text)


@QUICK
@given(st.sampled_from(["10-livret.md", "20-orage.md", "30-carnet.md"]), st.integers(0, 10**6))
def test_a_harmed_work_is_read_or_told(name: str, seed: int) -> None:
    text = (Path(__file__).parents[2] / "corpus" / "exemple" / name).read_text(encoding="utf-8")
    assert_read_or_told(harmed(text, seed))


@QUICK
@given(st.binary(max_size=300))
def test_any_bytes_are_a_text_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "octets.md"
    path.write_bytes(content)
    try:
        found = read_source(path)
    except ArbitreError as fault:
        assert str(path) in str(fault)  # noqa: PT017
    else:
        assert isinstance(found, SourceText)


# What authors never write: a very long line, deep nesting, a thing said over and over.
HUGE = {
    "a long line": lambda count: HEAD + "# Jeu\n\n" + "un mot " * count,
    "a long word": lambda count: HEAD + "# Jeu\n\n" + "a" * count,
    "many blanks": lambda count: HEAD + "# Jeu\n\n" + "a" + " " * count + "b",
    "many opened": lambda count: HEAD + "# Jeu\n\n" + "« ( [ { ** " * count,
    "many stars": lambda count: HEAD + "# Jeu\n\n" + "*" * count,
    "many quotes": lambda count: HEAD + "# Jeu\n\n" + "> " * count + "a",
    "many cells": lambda count: HEAD + "# Jeu\n\n" + "| a " * count + "|\n" + "| --- " * count + "|\n" + "| b " * count + "|",
    "many faults": lambda count: HEAD + "# Jeu\n\n" + "\n\n".join("| a" for _place in range(count)),
    "many dice": lambda count: HEAD + "# Jeu\n\n" + "2D6+1, " * count,
    "many marks": lambda count: HEAD + "# Jeu {#a " + "x=1 " * count + "}",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", HUGE)
def test_time_grows_as_the_text_does(kind: str) -> None:
    assert grows(lambda text: parse_work([canonical(text)]), HUGE[kind], 60, TIMES, TOLERANCE)

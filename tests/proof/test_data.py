"""What an editor writes beside a work, harmed: it is read, or refused in one French line that names the file."""

import copy
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import ArbitreError
from kb.model import Moment
from kb.reading.conclusions import read_conclusions
from kb.reading.data import (
    read_absents,
    read_curation,
    read_lexicon,
    read_notions,
    read_precedence,
    read_row_names,
    read_settled,
    read_timeline,
    read_usages,
)
from kb.reading.entries import read_file
from kb.reading.instructions import read_instructions
from kb.reading.register import read_register
from kb.system.data import data_dir
from tests.proof.harm import JSON, harmed, spoil

QUICK = settings(max_examples=25, deadline=None, derandomize=True)


@cache
def _timeline() -> tuple[Moment, ...]:
    return read_timeline(data_dir("corpus") / "exemple")


# The file, a work that has one, and who reads it in a folder.
FILES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "relations.toml": ("exemple", read_curation),
    "absents.toml": ("exemple", read_absents),
    "timeline.toml": ("exemple", read_timeline),
    "precedence.toml": ("exemple", read_precedence),
    "usages.toml": ("exemple", lambda folder: read_usages(folder, _timeline())),
    "tableaux.toml": ("exemple", read_row_names),
    "conclusions.toml": ("wap", read_conclusions),
    "fidelity.toml": ("wap", read_settled),
    "ids.toml": ("warmachine", read_register),
    "reading.toml": ("wap", read_instructions),
    "commun.toml": ("lexicon", lambda folder: read_lexicon(folder, "essai")),
    "notions.toml": (".", lambda folder: read_notions(folder / "notions.toml")),
}


def _assert_read_or_refused(read: Callable[[], object], name: str) -> None:
    try:
        read()
    except ArbitreError as fault:
        assert name in str(fault)  # noqa: PT017
        assert "\n" not in str(fault)  # noqa: PT017


@pytest.mark.parametrize("name", FILES)
@QUICK
@given(seed=st.integers(0, 10**6))
def test_a_harmed_file_is_read_or_refused(name: str, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    work, read = FILES[name]
    folder = tmp_path_factory.getbasetemp() / "donnees" / work / Path(name).stem
    folder.mkdir(parents=True, exist_ok=True)
    text = (data_dir("corpus") / work / name).read_text(encoding="utf-8")
    (folder / name).write_text(harmed(text[:20_000].rpartition("\n")[0], seed), encoding="utf-8", errors="replace")
    _assert_read_or_refused(lambda: read(folder), name)


@cache
def _parsed(work: str, name: str) -> dict[str, Any]:
    """A file; of the hundreds of conclusions, the first few: the others are written as they are."""
    read = tomllib.loads((data_dir("corpus") / work / name).read_text(encoding="utf-8"))
    return {key: value[:30] if isinstance(value, list) else value for key, value in read.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
@QUICK
@given(data=st.data())
def test_a_file_with_any_value_is_read_or_refused(name: str, data: st.DataObject) -> None:
    work, read = FILES[name]
    whole = copy.deepcopy(_parsed(work, name))
    # TOML says no null.
    spoil(whole, data, JSON.filter(lambda value: value is not None))
    _timeline()
    with patch("tomllib.loads", lambda _text: whole), patch("tomllib.load", lambda _file: whole):
        _assert_read_or_refused(lambda: read(data_dir("corpus") / work), name)


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    for name, opened in (("a.toml", "a = " + "[" * 100_000), ("b.toml", "a." * 2_000 + "b = 1")):
        (tmp_path / name).write_text(opened, encoding="utf-8")
        _assert_read_or_refused(lambda path=tmp_path / name: read_file(path), name)  # type: ignore[misc]

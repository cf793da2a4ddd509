"""The case files of `cases/`, and what they must cover."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.check.catalogue import catalogue
from kb.system.data import data_dir
from tests.canon import codes_in
from tests.parsing.dump import dump_occurrences, dump_references, dump_timing, dump_work
from tests.parsing.snapshots import CASES, Case, all_cases, cases_of, check_case

READERS: dict[str, Callable[[str], str]] = {
    "moments": dump_timing,
    "temps": dump_occurrences,
    "renvois": dump_references,
}
FAULTS = tomllib.loads((data_dir("grammar") / "errors.toml").read_text(encoding="utf-8"))["fault"]
EXAMPLES = [(fault["code"], example) for fault in FAULTS for example in fault["examples"]]
CODES = sorted(codes_in("parsing") | {"BLOC"} | {fault["code"] for fault in FAULTS})


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_case(case: Case) -> None:
    check_case(case, READERS.get(case.file.stem, dump_work))


@pytest.mark.parametrize("file", sorted(CASES.glob("*.md")), ids=lambda file: file.stem)
def test_every_line_of_a_case_file_is_read(file: Path) -> None:
    titles = [case.title for case in cases_of(file)]
    assert titles
    assert len(set(titles)) == len(titles)
    assert file.read_text(encoding="utf-8").count("\n.\n") == 3 * len(titles)


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_an_example_of_a_fault_is_explained_by_it(code: str, example: str) -> None:
    first, *_ = dump_work(example).split("\n")
    assert f" error {code} " in first


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_pinned_and_documented(code: str) -> None:
    assert any(re.search(rf": (?:error|warning|info) {code} ", case.expected) for case in all_cases())
    assert code in catalogue()

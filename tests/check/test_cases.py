"""The case files of `cases/`: what is found in a small work and in the files beside it; `=== nom` opens another file."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bases import read_folder
from tests.canon import HEAD
from tests.parsing.snapshots import Case, all_cases, check_case

CASES = Path(__file__).parent / "cases"
_NEXT_FILE = re.compile(r"^=== (.+)\n", re.MULTILINE)


@pytest.mark.parametrize("case", all_cases(CASES), ids=lambda case: case.name)
def test_what_is_found(case: Case, tmp_path: Path) -> None:
    folder = tmp_path / "essai"

    def read(source: str) -> str:
        """The findings, the lines of the first file counted from its own first."""
        body, *others = _NEXT_FILE.split(f"{source}\n")
        for name, content in (("essai.md", HEAD + body), *zip(others[::2], others[1::2], strict=True)):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        found = (
            replace(one, line=one.line - HEAD.count("\n") * (one.file == "essai.md")) for one in read_folder(folder)
        )
        return "\n".join(str(replace(one, context="")).replace(f"{folder}/", "") for one in found)

    check_case(case, read)

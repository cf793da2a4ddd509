"""Each finding of the links and checks is explained: its example has it, the same text mended has not, the documentation lists it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from kb.check.catalogue import Explained, catalogue
from kb.system.data import data_dir
from tests.bases import read_folder
from tests.canon import HEAD

ROOT = Path(__file__).parents[2]
# How a source names the code of a finding.
CODE = re.compile(r'"([A-Z]+(?:-[A-Z]+)*)",\s*(?:Severity\.|severity|message|")')
FOUND = {
    entry["code"]
    for entry in tomllib.loads((data_dir("grammar") / "constats.toml").read_text(encoding="utf-8"))["constat"]
}
EXPLAINED = [item for item in catalogue().values() if item.code in FOUND]


def codes(folder: Path, body: str, beside: list[tuple[str, str]]) -> set[str]:
    (folder / "essai.md").write_text(f"{HEAD}# Livret\n\n{body}\n", encoding="utf-8")
    for name, content in beside:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return {finding.code for finding in read_folder(folder)}


@pytest.mark.parametrize("item", [item for item in EXPLAINED if item.example], ids=lambda item: item.code)
def test_the_example_of_a_finding_has_it(tmp_path: Path, item: Explained) -> None:
    assert item.code in codes(tmp_path, item.example, [(name, faulty) for name, faulty, _mended in item.beside])


@pytest.mark.parametrize("item", [item for item in EXPLAINED if item.mended], ids=lambda item: item.code)
def test_the_example_mended_has_no_finding_at_all_of_that_code(tmp_path: Path, item: Explained) -> None:
    assert item.code not in codes(tmp_path, item.mended, [(name, mended) for name, _faulty, mended in item.beside])


def test_every_code_of_the_links_and_checks_is_explained_and_listed() -> None:
    sources = [*(ROOT / "kb" / "link").glob("*.py"), *(ROOT / "kb" / "check").glob("*.py")]
    sources += [ROOT / "kb" / "build" / "works.py", ROOT / "kb" / "precedence" / "cases.py"]
    written = {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}
    assert written >= {"RENVOI-PERDU", "ETAPE", "REGLES-OPPOSEES", "DONNEES", "ID-ABSENT"}
    listed = (data_dir("grammar") / "README.md").read_text(encoding="utf-8")
    assert written == FOUND
    assert [code for code in FOUND if f"`{code}`" not in listed] == []

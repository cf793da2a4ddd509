"""Each finding of the links and checks is explained: its example has it, the same text mended has not."""

import re
import tomllib
from pathlib import Path
from string import Formatter

import pytest

from kb.check.catalogue import Explained, catalogue
from kb.system.data import data_dir
from tests.bases import read_folder
from tests.canon import HEAD, codes_in

FOUND = {
    entry["code"]
    for entry in tomllib.loads((data_dir("grammar") / "constats.toml").read_text(encoding="utf-8"))["constat"]
}
EXPLAINED = [item for item in catalogue().values() if item.code in FOUND]


def codes(folder: Path, body: str, files: dict[str, str]) -> set[str]:
    folder.mkdir()
    (folder / "essai.md").write_text(f"{HEAD}# Livret\n\n{body}\n", encoding="utf-8")
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return {finding.code for finding in read_folder(folder)}


@pytest.mark.parametrize("item", [item for item in EXPLAINED if item.example], ids=lambda item: item.code)
def test_the_example_of_a_finding_has_it_and_mended_has_it_no_more(tmp_path: Path, item: Explained) -> None:
    faulty = dict(item.files)
    assert item.code in codes(tmp_path / "faute", item.example, faulty)
    if item.mended:
        assert item.code not in codes(tmp_path / "corrige", item.mended, faulty | dict(item.mended_files))


def test_what_fills_the_words_of_each_finding_is_given() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path("kb").rglob("*.py"))
    for name, told in tomllib.loads((data_dir("grammar") / "messages.toml").read_text(encoding="utf-8")).items():
        fields = {field for _text, field, *_more in Formatter().parse(told["dit"] + told["conseil"]) if field}
        assert {field for field in fields if not re.search(rf'\b{field}=|"{field}": ', sources)} == set(), name


def test_every_code_that_the_description_of_the_format_names_is_explained() -> None:
    page = (data_dir("grammar") / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Z]{3,}(?:-[A-Z]+)*)`", page)) - {"BASE"}
    assert len(named) >= len(("BLOC", "EN-TETE", "OEUVRE", "GENRE", "DONNEES", "BORNE"))
    assert named - catalogue().keys() == set()
    messages = tomllib.loads((data_dir("grammar") / "messages.toml").read_text(encoding="utf-8"))
    reading = codes_in("reading") - codes_in("parsing", "link", "check", "build")
    assert {code.partition("/")[0] for code in messages} - reading - catalogue().keys() == set()


def test_every_code_of_the_links_and_checks_is_explained() -> None:
    written = codes_in("link", "check", "build") | {"CAS-POLITIQUE"}
    assert written >= {"RENVOI-PERDU", "NUMERO", "TEXTE-VIDE", "DONNEES", "ID-ABSENT"}
    assert written == FOUND

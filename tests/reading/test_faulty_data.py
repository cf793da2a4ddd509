"""What an editor writes beside a work with a fault in it: each of `fautes.toml` is told in one line, with its file and its place."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kb.errors import FaultyDataError
from kb.model.curation import Curation
from kb.reading.data import CASES_NAME, read_absents, read_cases, read_measures, read_sheet
from kb.reading.register import Register
from kb.system.data import data_dir
from tests.proof.test_data import FILES

_FAULTS = tomllib.loads(Path(__file__).with_name("fautes.toml").read_text(encoding="utf-8"))
_READERS: dict[str, Callable[[Path], object]] = {
    **{name: read for name, (_work, read) in FILES.items()},
    "essai.toml": FILES["commun.toml"][1],
    "mesures.toml": read_measures,
    "aide-memoire.toml": read_sheet,
    CASES_NAME: read_cases,
}


@pytest.mark.parametrize("case", _FAULTS["cas"])
def test_a_faulty_file_is_told_with_its_place(tmp_path: Path, case: dict[str, Any]) -> None:
    file = tmp_path / case["fichier"]
    text = case.get("texte") or _FAULTS["modele"][file.name].replace(*case["remplace"])
    assert text != _FAULTS["modele"].get(file.name)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FaultyDataError) as fault:
        _READERS[file.name](tmp_path)
    told = str(fault.value)
    assert told.startswith(str(file))
    assert case["dit"] in told
    assert not case.get("proche") or f"voulez-vous dire « {case['proche']} » ?" in told
    assert not case.get("autres") or f"(et {case['autres']} autre(s) faute(s))" in told
    assert "\n" not in told


# A work may do without: what its readers give then.
_NEEDED = {"reading.toml", "commun.toml", "notions.toml"}


@pytest.mark.parametrize("name", sorted(FILES.keys() - _NEEDED))
def test_a_work_without_such_a_file_has_nothing_of_it(tmp_path: Path, name: str) -> None:
    assert FILES[name][1](tmp_path) in ((), None, Curation(), Register())


def test_a_mark_of_encoding_at_the_head_of_a_file_is_no_fault(tmp_path: Path) -> None:
    text = (data_dir("corpus") / "exemple" / "absents.toml").read_text(encoding="utf-8")
    (tmp_path / "absents.toml").write_text(text, encoding="utf-8-sig")
    assert read_absents(tmp_path) == read_absents(data_dir("corpus") / "exemple")


def test_a_file_in_another_encoding_is_told_how_to_be_converted_under_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "absents.toml").write_text('titre = "déjà été"', encoding="cp1252")
    with pytest.raises(
        FaultyDataError, match=r"WINDOWS-1252 .* sous le même nom : iconv .* mv utf8\.tmp absents\.toml$"
    ):
        read_absents(tmp_path)

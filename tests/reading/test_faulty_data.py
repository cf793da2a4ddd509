"""What an editor writes beside a work with a fault in it: each of `fautes.toml` is told in one line, with its file and its place."""

import tomllib
from pathlib import Path

import pytest

from kb.errors import FaultyDataError
from kb.model.curation import Curation
from kb.reading.register import Register
from tests.proof.test_data import FILES

_FAULTS = tomllib.loads(Path(__file__).with_name("fautes.toml").read_text(encoding="utf-8"))
_READERS = {name: read for name, (_work, read) in FILES.items()} | {"essai.toml": FILES["commun.toml"][1]}


@pytest.mark.parametrize("case", _FAULTS["cas"])
def test_a_faulty_file_is_told_with_its_place(tmp_path: Path, case: dict[str, str]) -> None:
    file = tmp_path / case["fichier"]
    text = case.get("texte") or _FAULTS["modele"][file.name].replace(*case["remplace"])
    assert text != _FAULTS["modele"].get(file.name)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FaultyDataError) as fault:
        _READERS[file.name](tmp_path)
    told = str(fault.value)
    assert told.startswith(str(file))
    assert case["dit"] in told
    assert "\n" not in told


# A work may do without: what its readers give then.
_NEEDED = {"reading.toml", "commun.toml", "notions.toml"}


@pytest.mark.parametrize("name", sorted(FILES.keys() - _NEEDED))
def test_a_work_without_such_a_file_has_nothing_of_it(tmp_path: Path, name: str) -> None:
    assert FILES[name][1](tmp_path) in ((), None, Curation(), Register())

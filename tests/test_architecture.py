"""What holds of the sources as a whole: the engine names no game, no module grows long, the tests build once."""

import re
import tomllib
from pathlib import Path

import pytest

from kb.system.data import data_dir

_ROOT = Path(__file__).resolve().parent.parent
# What serves every game alike: a sixth needs no change there.
_ENGINE = ("parsing", "link", "check", "store", "search", "answer")
_LONGEST = 400
# The names that a game goes by beside its id and its title.
_NAMES = ("Sigmar", "IXe Âge", "Neuvième Âge", "9e Âge", "L'Âme de la guerre", "Warhammer", "Armies Project")


def _games() -> set[str]:
    """The ids and titles of the bundled works that a publication is read for."""
    names: set[str] = set(_NAMES)
    for path in data_dir("corpus").glob("*/reading.toml"):
        work = tomllib.loads(path.read_text(encoding="utf-8"))["work"]
        names |= {work["oeuvre"], work["titre"]}
    return names


def _sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (_ROOT / folder).rglob("*.py"))


def test_five_games_are_known() -> None:
    assert {"runewars", "aos", "t9a", "warmachine", "wap"} <= _games()


@pytest.mark.parametrize("stage", _ENGINE)
def test_the_engine_names_no_game(stage: str) -> None:
    named = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(_games())))})(?![^\W_])", re.IGNORECASE)
    paths = _sources(f"kb/{stage}")
    assert paths
    found = {
        f"{path.relative_to(_ROOT)}:{number}": match[0]
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if (match := named.search(line))
    }
    assert found == {}


def test_the_tests_build_the_bundled_works_in_one_place() -> None:
    """Once a run, in `tests/conftest.py`; a few tests have builds that are refused before they begin."""
    called = re.compile(r"(?<![\w.\"])build\(\[")
    places = {str(path.relative_to(_ROOT)) for path in _sources("tests") if called.search(path.read_text("utf-8"))}
    assert places == {"tests/store/test_store.py"}
    assert re.search(r"\bbuild\(texts, \[\], ", (_ROOT / "tests" / "conftest.py").read_text("utf-8"))


def test_every_module_is_short() -> None:
    long = {
        str(path.relative_to(_ROOT)): count
        for path in _sources("kb", "api")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > _LONGEST
    }
    assert long == {}

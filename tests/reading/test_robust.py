"""Damaged copies of each of the user's own publications: no line is lost, and a fault is one French line, never a crash."""

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from kb.build import assemble
from kb.errors import ArbitreError, Severity
from kb.reading.documents import found_parts
from kb.reading.instructions import ReadingData, read_instructions
from kb.reading.recognise import Publication, known_publications, recognise
from kb.reading.register import read_register
from kb.reading.source import SourceText
from kb.system.data import data_dir
from tests.bases import write_base
from tests.proof.harm import harmed
from tests.reading.laws import WORKS, assert_nothing_is_lost, read_damaged

pytestmark = pytest.mark.publication

Damage = Callable[[Sequence[str], random.Random], list[str]]
# A refusal is one line.
_UNKNOWN = re.compile(r"abîmé\.txt : publication inconnue ; .+")
_WITHOUT_PART = re.compile(r"abîmé\.txt : publication reconnue .+, mais aucune de ses parties n'a été trouvée ; .+")


def _harmed(lines: Sequence[str], chance: random.Random, most: int) -> list[str]:
    return harmed("\n".join(lines), chance.randrange(10**6), most).split("\n")


def _shuffled(lines: Sequence[str], chance: random.Random) -> list[str]:
    size = len(lines) // 8 + 1
    blocks = [lines[start : start + size] for start in range(0, len(lines), size)]
    chance.shuffle(blocks)
    return [line for block in blocks for line in block]


DAMAGES: dict[str, Damage] = {
    "a line in forty harmed": lambda lines, chance: _harmed(lines, chance, len(lines) // 20),
    "a few lines harmed": lambda lines, chance: _harmed(lines, chance, 6),
    "pages shuffled": _shuffled,
    "first half": lambda lines, _chance: list(lines[: len(lines) // 2]),
    "second half": lambda lines, _chance: list(lines[len(lines) // 2 :]),
    "first thirty lines": lambda lines, _chance: list(lines[:30]),
    "no word": lambda lines, _chance: ["…" for _line in lines],
}
# Each damage once, each work at least once, and one that is whole enough for a base to be written; the rest is a proof.
SHORT = {
    "a line in forty harmed": "runewars",
    "a few lines harmed": "wap",
    "pages shuffled": "warmachine",
    "first half": "aos",
    "second half": "t9a",
    "first thirty lines": "warmachine",
    "no word": "t9a",
}


def _case(*values: str, short: bool) -> ParameterSet:
    return pytest.param(*values, marks=() if short else pytest.mark.proof)


def _tried(read: Callable[[], Publication | ReadingData]) -> Publication | ReadingData | str:
    """What is read, or the message that refuses it."""
    try:
        return read()
    except ArbitreError as refusal:
        return str(refusal)


def _assert_told(publication: Publication, lines: Sequence[str], out: Path) -> None:
    """Nothing is lost; a base is written, unless errors stop that; what is found is said in a line each."""
    assert_nothing_is_lost(publication, lines)
    corpus = data_dir("corpus")
    book, linked = assemble(publication.texts, corpus / publication.work, corpus / "lexicon")
    found = (*publication.diagnostics, *linked)
    if Severity.ERROR not in {fault.severity for fault in found}:
        write_base([book], out, tuple((book, fault) for fault in found))
    assert all(fault.message and "\n" not in fault.message + fault.hint for fault in found)


@pytest.mark.parametrize(
    ("work", "damage"),
    [_case(work, damage, short=SHORT[damage] == work) for work in WORKS for damage in DAMAGES],
    scope="module",
)
def test_a_damaged_copy_loses_no_line(source: SourceText, tmp_path: Path, work: str, damage: str) -> None:
    lines = DAMAGES[damage](source.lines, random.Random(f"{work} 2"))  # noqa: S311 # damage, not a secret
    known = _tried(lambda: recognise(SourceText("abîmé.txt", "0" * 64, tuple(lines)), known_publications()))
    assert known.work == work if isinstance(known, ReadingData) else _UNKNOWN.fullmatch(str(known))
    publication = _tried(lambda: read_damaged(data_dir("corpus") / work, lines))
    if isinstance(publication, Publication):
        _assert_told(publication, lines, tmp_path / "base.sqlite")
    else:
        assert _WITHOUT_PART.fullmatch(str(publication))


@pytest.mark.parametrize("work", [_case(work, short=work == "runewars") for work in WORKS], scope="module")
def test_a_copy_without_one_of_its_parts_is_read(source: SourceText, tmp_path: Path, work: str) -> None:
    data = read_instructions(data_dir("corpus") / work)
    found, _missing = found_parts(source, data, read_register(data.folder))
    gone = {number for number, _line in found[len(found) // 2].lines} if len(found) > 1 else set()
    lines = [line for number, line in enumerate(source.lines, 1) if number not in gone]
    publication = read_damaged(data_dir("corpus") / work, lines)
    codes = {fault.code for fault in publication.diagnostics}
    assert not gone or codes & {"PARTIE-ABSENTE", "TITRE-ABSENT"}
    _assert_told(publication, lines, tmp_path / "base.sqlite")

"""`make bench` runs as a whole, its page tells ratios and names nobody, and bad options get a French line."""

import getpass
import json
import os
import platform
import re
import sys
from pathlib import Path

import pytest

from kb.errors import Severity
from tests.bases import read_folder
from tests.bench import page as pages
from tests.bench.__main__ import PARTS, main
from tests.bench.growth import copy_works
from tests.bench.machine import this_machine
from tests.bench.page import Table, page
from tests.bench.speed import measured

TESTS = Path(__file__).parents[1]
MACHINE = Table((("le", pages.text), ("2026-01-02", pages.text)), [("processeur", "Processeur, 4 cœur(s)")])
SPEEDS = Table((("moteur", pages.text), ("p50", pages.milliseconds)), [("un", 1.234), ("deux", None)])


def test_a_part_that_is_not_asked_stays_as_it_was_and_says_its_day() -> None:
    first = page([MACHINE], [("Vitesse", [SPEEDS, "Comment : un."]), ("HTTP", None)])
    assert first.endswith("## HTTP\n\nNon demandé à cette mesure (`--parts`).\n")
    later = Table((("le", pages.text), ("2026-02-03", pages.text)), MACHINE.rows)
    second = page([later], [("Vitesse", None), ("HTTP", ["Rien."])], first)
    assert "| un | 1,23 ms |" in second
    assert second.count("Partie d'une mesure antérieure, du 2026-01-02 (Processeur, 4 cœur(s)).") == 1
    third = page([MACHINE], [("Vitesse", None), ("HTTP", None)], second)
    assert third.count("antérieure, du 2026-01-02") == third.count("antérieure, du 2026-02-03") == 1
    assert "\n\n\n" not in third


def test_the_machine_is_told_without_a_name() -> None:
    told = repr(this_machine())
    assert re.search(r"\d{4}-\d\d-\d\d", told)
    assert platform.node() not in told


def test_a_command_is_measured_alone() -> None:
    held = bytearray(150 * 1024**2)  # this process is large: what it starts is not
    small = measured([sys.executable, "-S", "-c", "print('dit')"])
    large = measured([sys.executable, "-S", "-c", "held = b'x' * (60 * 1024**2)"])
    assert held
    assert small.output == "dit\n"
    assert 0 < small.peak_mb < 60 < large.peak_mb
    assert small.seconds > 0


@pytest.mark.slow
def test_a_copy_of_a_work_is_a_work_with_ids_of_its_own(tmp_path: Path) -> None:
    copy_works(tmp_path, 3, ["wap"])
    assert {path.name for path in tmp_path.iterdir()} == {"wap-2", "wap-3"}
    assert [found for found in read_folder(tmp_path / "wap-2") if found.severity is Severity.ERROR] == []
    text = (tmp_path / "wap-2" / "fidelity.toml").read_text(encoding="utf-8")
    assert "wap-2/" in text
    assert not re.search(r"(?<![\w-])wap/", text)


@pytest.mark.proof
def test_a_quick_run_measures_every_part(precis_path: Path, tmp_path: Path) -> None:
    told, figures = tmp_path / "BENCH.md", tmp_path / "build" / "bench.json"
    parts = ",".join(part.name for part in PARTS)
    options = ["--quick", "--kb", precis_path, "--tests", TESTS, "--page", told, "--figures", figures, "--parts", parts]
    assert main([str(option) for option in options]) == 0
    text = told.read_text(encoding="utf-8")
    assert [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")] == [
        part.title for part in PARTS
    ]
    assert pages.QUICK in text
    for name in (platform.node(), str(tmp_path), os.sep + "tmp", f"/{getpass.getuser()}"):
        assert name not in text + figures.read_text(encoding="utf-8")
    found = json.loads(figures.read_text(encoding="utf-8"))
    # Without a publication nothing says which lines answer; everything else has its table.
    lacking = {part.name for part in PARTS if not found[part.title]}
    assert lacking == {"reponses", "moteurs", "banque", "indices", "scenarios"}
    assert "Non mesuré :" not in text.replace("Non mesuré : il faut les publications.", "")

"""`make bench` runs as a whole on our précis, its page tells ratios and names nobody, and bad options get a French line."""

from __future__ import annotations

import getpass
import json
import os
import platform
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kb.driver import Built as BuiltBase
from kb.driver import read_folder
from kb.errors import Severity, UnusableFileError
from kb.evaluation import Measure
from kb.evaluation.questions import Question
from kb.store import KnowledgeBase
from tests.bench import growth
from tests.bench.__main__ import main
from tests.bench.engines import ASK, SEARCH, Compared, Engine, Quality, measurable
from tests.bench.growth import Build, NotBuilt, Reading, builds, copy_works
from tests.bench.keeping import with_earlier
from tests.bench.load import Load
from tests.bench.machine import Machine, this_machine
from tests.bench.measuring import Bench, Built
from tests.bench.page import page
from tests.bench.pages import Pages
from tests.bench.painting import Paint
from tests.bench.plan import read_plan
from tests.bench.publishing import OURS, THEIRS, Publishing
from tests.bench.running import Run, measured
from tests.bench.scenarios import Held, ScenarioReport
from tests.bench.service import Served
from tests.bench.speed import Speed
from tests.bench.tables import figure, megabytes, milliseconds, ratio, seconds

TESTS = Path(__file__).parents[1]


def load(connections: int, rate: float, errors: int = 0) -> Load:
    return Load("closed", 1.0, connections, 100, rate, 2.0, 3.0, 4.5, 9.0, {"200": 100}, errors, None, 2 * 1024**2)


LASTING = replace(load(50, 300), requests=1200, memory_early=2 * 1024**2, memory_end=2 * 1024**2 + 1024**2 // 10)


def engine(name: str, mrr: float, p50: float, indexing: float | None = None) -> Engine:
    hits = Measure(mrr, mrr - 0.1, mrr + 0.1)
    return Engine(name, "réglage", {"held": Quality(40, hits, hits, hits)}, Speed(name, p50, 2 * p50), indexing)


def bench(**changed: object) -> Bench:
    """Made-up figures, easy to divide."""
    fields: dict[str, object] = {
        "machine": Machine("2026-01-02", "Processeur", 4, 8.0, "Système", "CPython 3.13", 0.5, (("SQLite", "3"),)),
        "quick": False,
        "works": 5,
        "texts": 5,
        "base": Built(20.0, 300.0, 50.0),
        "engines": Compared(
            1234, 99, (engine(ASK, 0.9, 4.0), engine(SEARCH, 0.8, 2.0), engine("autre", 0.4, 0.5, 0.1)), None
        ),
        "scenarios": ScenarioReport((Held("jeu", 9, 10),), 0.5, 1.5),
        "builds": (Build(1, 5, 1000, 10.0, 200.0, 20.0), Build(10, 50, 10000, 120.0, 900.0, 210.0)),
        "not_built": None,
        "not_asked": (100,),
        "readings": (Reading(1, 2000, 0.2, 2.0, 9.0, 1.0, 3.0, 0.5, 0.9, 100.0, 0.1),),
        "served": Served(2, 20.0, (load(1, 100), load(10, 150, 3)), (load(1, 500),), load(50, 150), LASTING),
        "sites": (Publishing(OURS, 2000, (20.0, 10.0, 12.0), 300.0), Publishing(THEIRS, 1990, (60.0,), 90.0)),
        "pages": Pages(
            230_400, 590_000, 460, 0.991, None, (Paint("index.html", (80.0, 60.0, 70.0), (50.0, 40.0, 45.0)),)
        ),
    }
    return Bench(**(fields | changed))  # type: ignore[arg-type]


def test_each_line_stands_beside_its_ratio() -> None:
    lines = page(bench()).splitlines()
    assert "| arbitre search | 0,80 | 0,80 | 0,80 [0,70–0,90] | × 1,00 |" in lines
    assert "| autre | 0,40 | 0,40 | 0,40 [0,30–0,50] | × 0,50 |" in lines
    assert "| autre | 0,50 ms | 1,00 ms | × 0,25 | 0,10 s |" in lines
    assert "| `/v1/ask`, 10 | 150 | × 1,50 | 2,00 ms | 4,50 ms | 3 | 2 Mo |" in lines
    assert "| 50 connexions, 1,00 s | 150 | 2,00 ms | 3,00 ms | 4,50 ms | 0 |" in lines
    assert "| 1\u202f200 questions | 2 Mo | 2 Mo | 5,0 % |" in lines
    assert "| arbitre site | 2\u202f000 | 12,0 s | × 1,00 | 300 Mo |" in lines
    assert "| mkdocs-material | 1\u202f990 | 60,0 s | × 5,00 | 90 Mo |" in lines
    assert "| × 10 : 50 œuvres | 10\u202f000 | 120 s | × 12,00 | 900 Mo | × 4,50 | 210 Mo |" in lines
    assert "| jeu | 9 sur 10 | 0,900 |" in lines


def test_the_page_tells_the_machine_and_the_day() -> None:
    told = page(bench())
    for part in ("2026-01-02", "Processeur, 4 cœur(s)", "8,0 Go", "CPython 3.13", "SQLite 3"):
        assert part in told


def test_a_machine_at_other_work_is_told() -> None:
    quiet = bench().machine
    assert "à refaire" not in page(bench())
    assert "à refaire sur une machine au repos" in page(bench(machine=replace(quiet, load=quiet.cores + 1.0)))


def test_the_page_tells_what_a_reader_of_the_site_gets() -> None:
    told = page(bench())
    for line in (
        "| premiers résultats, le jeu le plus lourd | 230 ko |",
        "| les cinq premiers du programme, un jeu | 99,1 % |",
        "| les cinq premiers du programme, tous les jeux | non mesuré (Node absent) |",
        "| `index.html` | 60,0 ms | 70,0 ms | 40,0 ms | 45,0 ms |",
    ):
        assert line in told


def test_what_was_not_measured_is_said() -> None:
    assert "Non demandé à cette mesure : × 100." in page(bench())
    assert "Non mesuré : × 10, × 100 (trop peu de place)." in page(
        bench(not_built=NotBuilt((10, 100), "trop peu de place"))
    )
    bare = Compared(10, 5, (engine(ASK, 0.9, 1.0), engine(SEARCH, 0.9, 1.0)), "PostgreSQL n'est pas installé")
    assert "PostgreSQL n'est pas dans ces tableaux : PostgreSQL n'est pas installé." in page(bench(engines=bare))
    unmeasured = Compared(10, 5, (Engine(SEARCH, "", {}, Speed(SEARCH, 1.0, 1.0), None),), None)
    assert (
        page(bench(served=None, sites=(), pages=None, readings=(), builds=())).count(
            "Non demandé à cette mesure (`--parts`)."
        )
        == 5
    )
    assert "Non mesurée : les lignes qui répondent" in page(bench(engines=unmeasured, texts=0, scenarios=None))


def _dated(day: str) -> Machine:
    return replace(bench().machine, date=day)


def test_a_part_that_is_not_asked_stays_as_it_was_and_says_its_day() -> None:
    first = page(bench())
    second = page(bench(machine=_dated("2026-02-03"), served=None, sites=(), builds=()))
    told = with_earlier(second, first)
    assert "| `/v1/ask`, 10 | 150 | × 1,50 | 2,00 ms | 4,50 ms | 3 | 2 Mo |" in told
    assert told.count("Partie d'une mesure antérieure, du 2026-01-02 (Processeur, 4 cœur(s)).") == 3
    assert [line for line in told.splitlines() if line.startswith("## ")] == [
        line for line in first.splitlines() if line.startswith("## ")
    ]
    third = page(bench(machine=_dated("2026-03-04"), served=None, readings=()))
    again = with_earlier(third, told)
    assert again.count("antérieure, du 2026-01-02 ") == 1
    assert again.count("antérieure, du 2026-02-03 ") == 1
    assert "\n\n\n" not in again


def test_what_was_asked_replaces_what_was_there_and_nothing_is_kept_of_a_quick_try() -> None:
    second = page(bench(machine=_dated("2026-02-03"), builds=()))
    assert with_earlier(page(bench()), second) == page(bench())
    assert with_earlier(second, page(bench(quick=True))) == second
    assert with_earlier(second, "") == second
    assert with_earlier(second, "# Autre chose\n\n## HTTP\n\nRien.\n") == second


def test_a_build_that_breaks_loses_none_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_when_larger(command: Sequence[str | Path]) -> Run:
        if "--corpus" in command:
            raise UnusableFileError("la mémoire manque")
        return measured(command)

    monkeypatch.setattr(growth, "measured", broken_when_larger)
    made, left = builds((1, 2, 3), tmp_path, ["warmachine"])
    assert [build.times for build in made] == [1]
    assert left == NotBuilt((2, 3), "la mémoire manque")


def test_every_table_is_whole() -> None:
    for block in page(bench()).split("\n\n"):
        if block.startswith("|"):
            assert len({line.count("|") for line in block.splitlines()}) == 1, block


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (figure(1234567.891, 1), "1\u202f234\u202f567,9"),
        (milliseconds(1.234), "1,23 ms"),
        (milliseconds(56.78), "56,8 ms"),
        (milliseconds(1234.5), "1\u202f234 ms"),
        (seconds(0.256), "0,26 s"),
        (megabytes(512.4), "512 Mo"),
        (megabytes(1536), "1,5 Go"),
        (ratio(3, 2), "× 1,50"),
        (ratio(3, 0), "—"),
    ],
)
def test_a_figure_is_written_in_french(told: str, wanted: str) -> None:
    assert told == wanted


def test_the_machine_is_told_without_a_name() -> None:
    machine = this_machine()
    assert machine.cores >= 1
    assert machine.memory_gb > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", machine.date)
    assert platform.node() not in repr(machine)


def test_a_command_is_measured_alone() -> None:
    held = bytearray(150 * 1024**2)  # this process is large: what it starts is not
    small = measured([sys.executable, "-S", "-c", "print('dit')"])
    large = measured([sys.executable, "-S", "-c", "held = b'x' * (60 * 1024**2)"])
    assert held
    assert small.output == "dit\n"
    assert 0 < small.peak_mb < 60 < large.peak_mb
    assert small.seconds > 0


def test_a_command_that_fails_is_told() -> None:
    with pytest.raises(UnusableFileError, match=r"a échoué \(3\) : plus de place"):
        measured([sys.executable, "-c", "import sys; print('plus de place', file=sys.stderr); sys.exit(3)"])


def test_a_copy_of_a_work_is_a_work_with_ids_of_its_own(tmp_path: Path, base: KnowledgeBase) -> None:
    copy_works(tmp_path, 3, ["wap"])
    assert {path.name for path in tmp_path.iterdir()} == {"wap-2", "wap-3"}
    assert [found for found in read_folder(tmp_path / "wap-2") if found.severity is Severity.ERROR] == []
    text = (tmp_path / "wap-2" / "fidelity.toml").read_text(encoding="utf-8")
    assert "wap-2/" in text
    assert not re.search(r"(?<![\w-])wap/", text)
    assert base.work_ids()


def test_quality_is_taken_where_a_publication_is(base: KnowledgeBase) -> None:
    assert measurable(base, [Question("1", "wap", "", "?", ((1, 2),), None)]) == []


def test_a_quick_run_measures_every_part(
    built: tuple[BuiltBase, Path], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told, figures = tmp_path / "BENCH.md", tmp_path / "build" / "bench.json"
    options = ["--quick", "--kb", built[1], "--tests", TESTS, "--page", told, "--figures", figures]
    assert main([str(option) for option in options]) == 0
    steps = re.findall(r"^(\d)/7 ", capfd.readouterr().err, re.MULTILINE)
    assert steps == ["1", "2", "3", "4", "5", "6", "7"]

    text = told.read_text(encoding="utf-8")
    for part in ("Justesse", "Vitesse", "HTTP", "Le site", "Interroger une base", "Construire un corpus"):
        assert f"## {part}" in text
    assert "ces chiffres ne mesurent rien" in text
    for name in (platform.node(), str(tmp_path), os.sep + "tmp", f"/{getpass.getuser()}"):
        assert name not in text + figures.read_text(encoding="utf-8")

    found = json.loads(figures.read_text(encoding="utf-8"))
    assert {"FTS5", "tantivy", "bm25s"} < {engine["name"] for engine in found["engines"]["engines"]}
    assert found["readings"][1]["passages"] == 2 * found["readings"][0]["passages"]
    assert [load["connections"] for load in found["served"]["ask"]] == [1, 2]
    assert all(load["errors"] == 0 and load["requests"] for load in found["served"]["ask"])
    assert found["builds"][0]["works"] == 6
    assert {site["name"] for site in found["sites"]} >= {OURS, THEIRS}


@pytest.mark.parametrize(
    "options", [["--vite"], ["--builds", "0"], ["--builds", "dix"], ["--seconds", "-1"], ["--parts", "tout"], ["mot"]]
)
def test_a_wrong_option_gets_a_french_line(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        read_plan(options)
    assert stopped.value.code == 2
    assert re.fullmatch(
        r"make bench : option inconnue ou valeur impossible \(.*\) ; voir --help\n", capsys.readouterr().err
    )


def test_no_question_is_told_before_anything_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tests", str(tmp_path), "--page", str(tmp_path / "page.md")]) == 2
    assert "aucun jeu de questions" in capsys.readouterr().err
    assert not (tmp_path / "page.md").exists()


def test_some_parts_alone_may_be_asked() -> None:
    assert read_plan(["--parts", "construction,service"]).parts == ("service", "construction")


def test_publications_that_are_not_there_leave_the_precis_alone(tmp_path: Path) -> None:
    assert read_plan(["--texts", str(tmp_path / "absent")]).texts is None
    assert read_plan(["--texts", str(tmp_path)]).texts == tmp_path

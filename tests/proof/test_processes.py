"""Several processes do what one does: the same base, the same faults; none of them outlives the command."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.build import driver
from kb.errors import FaultyDataError
from kb.system.processes import Workers
from tests.api.servers import until
from tests.commands import ROOT, surroundings
from tests.proof import small, tasks

pytestmark = pytest.mark.slow

ASKED = list(range(2, 24, 2))
# Seconds that a process is given to end, on a machine that has much else to do.
PATIENCE = 60


@pytest.fixture(scope="module")
def corpora(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The small corpus, and a folder of two works more."""
    return corpus, small.copies_in(tmp_path_factory.mktemp("autres"), corpus, ("deuxieme", "troisieme"))


def built(corpora: tuple[Path, Path], out: Path, processes: int, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setattr(driver, "_WORTH", 0)
    corpus, others = corpora
    with small.standing_in(corpus):
        driver.build([], [others], out, processes=processes)
    return out.read_bytes()


def test_a_base_is_the_same_whatever_the_number_of_processes(
    corpora: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = built(corpora, tmp_path / "seul.sqlite", 1, monkeypatch)
    assert built(corpora, tmp_path / "trois.sqlite", 3, monkeypatch) == alone
    assert multiprocessing.active_children() == []


def test_a_fault_is_told_alike_whoever_meets_it(
    corpora: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("deuxieme", "troisieme"):
        (corpora[1] / name / "99-faute.md").write_text("Sans en-tête.\n", encoding="utf-8")
    told = []
    for processes in (1, 2):
        with pytest.raises(FaultyDataError) as fault:
            built(corpora, tmp_path / "base.sqlite", processes, monkeypatch)
        told.append((str(fault.value), list(map(str, fault.value.diagnostics))))
    assert told[0] == told[1]
    assert len(told[0][1]) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_small_corpus_is_built_by_one_process(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def noted(processes: int, _module: str) -> Workers:
        asked.append(processes)
        return Workers()

    monkeypatch.setattr(driver, "Workers", noted)
    with small.standing_in(corpus):
        driver.build([], [], tmp_path / "base.sqlite", processes=8)
    assert asked == [1]


def test_what_is_made_comes_in_the_order_asked() -> None:
    with Workers(2, "kb.errors") as workers:
        assert workers.made(tasks.doubled, ASKED, tasks.weight) == [2 * number for number in ASKED]


def test_of_several_faults_the_first_is_raised() -> None:
    with Workers(2, "kb.errors") as workers, pytest.raises(FaultyDataError, match=r"^9 : impair$"):
        workers.made(tasks.even, [8, 9, 1, 3, 30, 31], tasks.weight)


def test_what_a_process_that_dies_leaves_undone_is_done_here() -> None:
    with Workers(2, "kb.errors") as workers:
        assert workers.made(tasks.fatal_elsewhere, ASKED, tasks.weight) == [2 * number for number in ASKED]
        assert workers.made(tasks.doubled, [1], tasks.weight) == [2]


def _interrupted() -> None:
    with Workers(2, "kb.errors") as workers:
        assert workers.made(tasks.doubled, [1], tasks.weight) == [2]
        work = workers._pool.submit(time.sleep, 600)  # type: ignore[union-attr]  # noqa: SLF001 - as long as work can be
        while not work.running():
            time.sleep(0.01)
        raise KeyboardInterrupt


def test_an_interruption_stops_the_others_in_the_middle_of_their_work() -> None:
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        _interrupted()
    assert time.monotonic() - started < PATIENCE
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_no_process_outlives_a_first_one_that_is_killed() -> None:
    command = [sys.executable, "-m", "tests.proof.tasks"]
    with subprocess.Popen(command, env=surroundings(), cwd=ROOT, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        other = int(first.stdout.readline())
        assert _lives(other)
        first.send_signal(signal.SIGKILL)
    until(lambda: not _lives(other), PATIENCE)


def _lives(process: int) -> bool:
    """False for one that ended, though nobody asked how."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"

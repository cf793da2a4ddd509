"""A service whose workers are killed and stopped, whose base is swapped, damaged and taken away: no wrong answer, and nobody waits."""

import os
import random
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from api.render import json_bytes
from api.session import Session
from tests.api.servers import asking, fetched, until, workers_of
from tests.commands import serving

pytestmark = pytest.mark.slow

# How often each harm is done: the short form, and the long one.
TIMES = (5, pytest.param(100, marks=pytest.mark.proof))
LONGEST = 2.0
# Answered by a worker, and, as long as it is, by the process apart.
SHORT, LONG = "qui tient un pont", "qui tient un pont ? " * 40
# Two questions at once, and a worker that dies takes at most those that it has begun.
ASKERS = 2


class Met(NamedTuple):
    """What one who asks until they are answered has met: the answer, the statuses before it (0: cut), how long all took."""

    answer: str
    refusals: list[int]
    seconds: float


@dataclass(frozen=True)
class Served:
    """A service with two workers and a process apart: its supervisor, its address, its base, and two that may take the place of that."""

    pid: int
    address: str
    file: Path
    bases: tuple[Path, Path]

    def put(self, number: int) -> None:
        """Put a base in place, at once, as a build does."""
        aside = self.file.with_suffix(".neuve")
        shutil.copy(self.bases[number % 2], aside)
        aside.replace(self.file)


def _killed(served: Served, _number: int, number: signal.Signals = signal.SIGKILL) -> None:
    victim = random.choice(workers_of(served.pid))  # noqa: S311 - no secret
    os.kill(victim, number)
    until(lambda: victim not in (living := workers_of(served.pid)) and len(living) == 3, LONGEST)


def _stopped(served: Served, number: int) -> None:
    _killed(served, number, signal.SIGSTOP)


def _swapped(served: Served, number: int) -> None:
    served.put(number)
    time.sleep(0.2)


def _harmed(served: Served, number: int) -> None:
    """The file is cut short, written over, or taken away; and a worker dies meanwhile."""
    match number % 3:
        case 0:
            os.truncate(served.file, served.file.stat().st_size // 2)
        case 1:
            served.file.write_bytes(random.randbytes(200_000))  # noqa: S311 - no secret
        case _:
            served.file.unlink()
    time.sleep(0.2)
    _killed(served, number)
    served.put(number)


HARMS: dict[str, Callable[[Served, int], None]] = {
    "kills": _killed,
    "stops": _stopped,
    "swaps": _swapped,
    "faults of the disk": _harmed,
}


@pytest.fixture(scope="module")
def served(small_path: Path, changed_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder, bases = tmp_path_factory.mktemp("service"), (small_path, changed_path)
    file = folder / "base.sqlite"
    shutil.copy(bases[0], file)
    errors = folder / "journal"
    with errors.open("w") as written:
        words = ("serve", "--kb", file, "--port", "0", "--workers", "2")
        with serving(*words, errors=written) as (process, address):
            until(lambda: fetched(f"{address}/readyz").status == 200, 60)
            yield Served(process.pid, address, file, bases)
            asked = time.monotonic()
            process.terminate()
            assert process.wait(10) == 0
            assert time.monotonic() - asked < 5
    assert "Traceback" not in errors.read_text(encoding="utf-8")


def _met(address: str) -> Met:
    """Ask until there is an answer, though not for ever."""
    question = random.choice((SHORT, LONG))  # noqa: S311 - no secret
    began, refusals = time.monotonic(), list[int]()
    while True:
        status, text = fetched(f"{address}/v1/ask?{urlencode({'q': question, 'game': 'exemple'})}")
        seconds = time.monotonic() - began
        if status == 200 or seconds > 2 * LONGEST:
            return Met(_lasting(text), refusals, seconds)
        refusals.append(status)


def _right(base: Path) -> set[str]:
    """What a base answers to either question."""
    session = Session.opened(base, with_texts=False)
    return {_lasting(json_bytes(session.ask(one, "exemple", None, 10)).decode()) for one in (SHORT, LONG)}


def _lasting(answer: str) -> str:
    """An answer without what is another each time."""
    return re.sub(r'"took_ms":[\d.]+', "", answer)


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("times", TIMES)
def test_a_service_that_is_harmed_answers_right_and_soon(served: Served, harm: str, times: int) -> None:
    with asking(lambda: _met(served.address), ASKERS) as met:
        for number in range(times):
            HARMS[harm](served, number)
            time.sleep(0.3)
    assert len(met) > times
    assert {one.answer for one in met} <= set.union(*map(_right, served.bases))
    refusals = [status for one in met for status in one.refusals]
    assert {*refusals} <= {0}
    assert len(refusals) <= (0 if harm == "swaps" else ASKERS * times)
    assert max(one.seconds for one in met) <= LONGEST


def test_the_base_that_is_put_there_is_the_one_served_in_the_end(served: Served) -> None:
    for number in (0, 1):
        served.put(number)
        wanted = _right(served.bases[number])
        until(lambda wanted=wanted: {_met(served.address).answer for _again in range(10)} == wanted, 20)  # type: ignore[misc]

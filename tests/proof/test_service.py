"""A service whose workers are killed and stopped, whose base is swapped, damaged and taken away: no wrong answer, and nobody waits."""

import http.client
import os
import random
import re
import shutil
import signal
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from api.render import json_bytes
from api.session import Session
from tests.commands import serving
from tests.proof import small

pytestmark = pytest.mark.slow

# How often each harm is done: the short form, and the long one.
TIMES = (5, pytest.param(100, marks=pytest.mark.proof))
LONGEST = 2.0
QUESTION = "/v1/ask?q=qui+tient+un+pont&game=exemple"
# Two questions at once, and a worker that dies takes at most those that it has begun.
ASKERS = 2


@dataclass
class Seen:
    """What those who ask have met: answers, other statuses, cut connections, the longest wait for an answer, asked again or not."""

    answers: Counter[bytes] = field(default_factory=Counter)
    statuses: list[int] = field(default_factory=list)
    cut: int = 0
    longest: float = 0.0


@dataclass(frozen=True)
class Served:
    """A service with two workers: its supervisor, its address, the file of its base, and two bases that may stand there."""

    pid: int
    address: str
    file: Path
    bases: tuple[Path, Path]

    def workers(self) -> list[int]:
        """Those that are not yet dead."""
        supervisor = psutil.Process(self.pid)
        found = []
        for child in supervisor.children():
            try:
                if child.status() != psutil.STATUS_ZOMBIE and child.cmdline() == supervisor.cmdline():
                    found.append(child.pid)
            except psutil.NoSuchProcess:
                continue
        return found

    def put(self, number: int) -> None:
        """Put a base in place, at once, as a build does."""
        aside = self.file.with_suffix(".neuve")
        shutil.copy(self.bases[number % 2], aside)
        aside.replace(self.file)


def _killed(served: Served, _number: int, number: signal.Signals = signal.SIGKILL) -> None:
    victim = random.choice(served.workers())  # noqa: S311 - no secret
    os.kill(victim, number)
    started = time.monotonic()
    while victim in served.workers() or len(served.workers()) < 2:
        assert time.monotonic() - started < LONGEST, "it is not replaced"
        time.sleep(0.01)


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
def served(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("service")
    bases = folder / "une.sqlite", folder / "autre.sqlite"
    small.build_from(corpus, bases[0])
    small.build_from(small.changed_corpus_in(folder / "corpus"), bases[1])
    file = folder / "base.sqlite"
    shutil.copy(bases[0], file)
    errors = folder / "journal"
    with errors.open("w") as written:
        words = ("serve", "--kb", file, "--port", "0", "--workers", "2")
        with serving(*words, errors=written) as (process, address):
            _await(address)
            yield Served(process.pid, address, file, bases)
            asked = time.monotonic()
            process.terminate()
            assert process.wait(10) == 0
            assert time.monotonic() - asked < 5
    assert "Traceback" not in errors.read_text(encoding="utf-8")


def _await(address: str) -> None:
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        try:
            urllib.request.urlopen(f"{address}/readyz", timeout=5).close()  # noqa: S310 - our own server
        except OSError:
            time.sleep(0.1)
        else:
            return


@contextmanager
def _asking(address: str) -> Iterator[Seen]:
    """What those who ask without a pause meet meanwhile."""
    seen, over, lock = Seen(), threading.Event(), threading.Lock()

    def ask() -> None:
        began = time.monotonic()
        while not over.is_set():
            answer, status = _asked(f"{address}{QUESTION}")
            with lock:
                seen.longest = max(seen.longest, time.monotonic() - began)
                if answer:
                    seen.answers[answer] += 1
                    began = time.monotonic()
                elif status:
                    seen.statuses.append(status)
                else:
                    seen.cut += 1

    threads = [threading.Thread(target=ask) for _one in range(ASKERS)]
    for thread in threads:
        thread.start()
    try:
        yield seen
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _asked(url: str) -> tuple[bytes, int]:
    """An answer and its status; nothing and 0 when the connection was cut."""
    try:
        with urllib.request.urlopen(url, timeout=30) as response:  # noqa: S310 - our own server
            return _lasting(response.read()), 200
    except urllib.error.HTTPError as refused:
        refused.close()
        return b"", refused.code
    except (OSError, http.client.HTTPException):
        return b"", 0


def _right(base: Path) -> bytes:
    """What a base answers."""
    return _lasting(json_bytes(Session.opened(base, with_texts=False).ask("qui tient un pont", "exemple", None, 10)))


def _lasting(answer: bytes) -> bytes:
    """An answer without what is another each time."""
    return re.sub(rb'"took_ms":[\d.]+', b"", answer)


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("times", TIMES)
def test_a_service_that_is_harmed_answers_right_and_soon(served: Served, harm: str, times: int) -> None:
    with _asking(served.address) as seen:
        for number in range(times):
            HARMS[harm](served, number)
            time.sleep(0.3)
    assert seen.answers.total() > times, seen
    assert seen.answers.keys() <= {_right(base) for base in served.bases}
    assert seen.statuses == []
    assert seen.cut <= (0 if harm == "swaps" else ASKERS * times)
    assert seen.longest <= LONGEST


def test_the_base_that_is_put_there_is_the_one_served_in_the_end(served: Served) -> None:
    for number in (0, 1):
        served.put(number)
        wanted = _right(served.bases[number])
        limit = time.monotonic() + 20
        while {_asked(f"{served.address}{QUESTION}")[0] for _again in range(10)} != {wanted}:
            assert time.monotonic() < limit, "it is not"
            time.sleep(0.1)

"""Builds killed at random moments, from one process that forks them: what the starts would cost a hundred times is paid once.

    python -m tests.proof.killing build|write FILE FIRST SECOND TIMES

`FIRST` and `SECOND` are two corpora; each build makes, of the file, the base of the one or of the other. Prints what was seen, in JSON.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kb.build import driver
from kb.errors import ArbitreError
from kb.store import KnowledgeBase, write
from tests.proof import small

# Seconds in which a small base is written, about.
WRITES = 0.02
# Seconds after which a writer is taken to write nothing.
_PATIENCE = 30.0


def handed_over(corpus: Path, out: Path) -> tuple[Any, ...]:
    """What the build of a corpus hands over to be written."""
    kept: list[tuple[Any, ...]] = []
    with patch.object(driver, "write", lambda *given: kept.append(given)):
        small.build_from(corpus, out)
    return kept[0]


def build_anew(corpus: Path, out: Path, place: int) -> None:
    """A build that finds no work made before."""
    os.environ["XDG_CACHE_HOME"] = str(out.parent.parent / "caches" / str(place))
    small.build_from(corpus, out)


def work_of(kind: str, out: Path, corpora: list[Path]) -> Callable[[int], None]:
    """What a child does: one build, or the last stage of builds one after the other until it is killed."""
    if kind == "build":
        return lambda place: build_anew(corpora[place % 2], out, place)
    ready = [handed_over(corpus, out) for corpus in corpora]

    def write_on(start: int) -> None:
        for place in count(start):
            write(*ready[place % 2])

    return write_on


def aside_of(out: Path) -> set[str]:
    """The names of what is set aside for a file."""
    return {path.name for path in out.parent.glob(f".{out.name}.*")}


def killed(work: Callable[[int], None], place: int, moment: Callable[[], None]) -> bool:
    """True when a child that works was killed when `moment` returned, false when it had ended by then."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work(place)
            status = 0
        finally:
            os._exit(status)
    moment()
    os.kill(child, signal.SIGKILL)
    _pid, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status) and os.waitstatus_to_exitcode(status):
        raise SystemExit("un enfant a échoué")
    return os.WIFSIGNALED(status)


def writing(out: Path, delay: float, patience: float) -> None:
    """Wait for somebody to set a new file aside for `out`, `patience` seconds at most, then `delay` seconds more."""
    before, end = aside_of(out), time.perf_counter() + patience
    while not aside_of(out) - before and time.perf_counter() < end:
        time.sleep(0.0005)
    time.sleep(delay)


def replaced(out: Path, before: bytes, patience: float) -> None:
    """Wait for another base to take the place of the former one, `patience` seconds at most."""
    end = time.perf_counter() + patience
    while out.read_bytes() == before and time.perf_counter() < end:
        time.sleep(0.0005)


def is_opened(out: Path) -> bool:
    try:
        KnowledgeBase(out)
    except ArbitreError:
        return False
    return True


def main() -> None:
    kind, times = sys.argv[1], int(sys.argv[5])
    out, *corpora = map(Path, sys.argv[2:5])
    chance = random.Random(20)  # noqa: S311 - moments, not secrets
    whole: list[bytes] = []
    lasts = float("inf")
    for corpus in corpora:
        started = time.perf_counter()
        build_anew(corpus, out, -1 - len(whole))
        lasts = min(lasts, time.perf_counter() - started)
        whole.append(out.read_bytes())
    # The last stage alone, begun again and again, is often killed after a base took its place.
    longest = lasts
    work = work_of(kind, out, corpora)
    seen = {"killed": 0, "torn": 0, "unopened": 0, "swapped": 0, "aside": 0, "most_aside": 0}
    last = out.read_bytes()
    for place in range(times):
        # Writing is the last and shortest of what a build does: one kill in four waits for it; one in four of those of a writer
        # waits for what it wrote, however slow the machine.
        if place % 4 == 2 and kind == "write":
            moment = partial(replaced, out, last, _PATIENCE)
        elif place % 4:
            moment = partial(time.sleep, chance.uniform(0, 1.2 * longest))
        else:
            moment = partial(writing, out, chance.uniform(0, WRITES), 2 * longest)
        before = aside_of(out)
        seen["killed"] += killed(work, place, moment)
        now, left = out.read_bytes(), aside_of(out)
        seen["torn"] += now not in whole
        seen["unopened"] += not is_opened(out)
        seen["swapped"] += now != last
        seen["aside"] += bool(left - before)
        seen["most_aside"] = max(seen["most_aside"], len(left))
        last = now
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    main()

"""Builds killed at random moments, from one process that forks them: what the starts would cost a hundred times is paid once.

    python -m tests.proof.killing build|write FILE FIRST SECOND TIMES

`FIRST` and `SECOND` are two corpora; each build makes, of the file, the base of the one or of the other. Prints what was seen, in JSON.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from unittest.mock import patch

from kb import driver
from kb.errors import ArbitreError
from kb.store import Contents, KnowledgeBase, write
from tests.proof import small


def contents_of(corpus: Path, spare: Path) -> Contents:
    """What the build of a corpus hands over to be written."""
    kept: list[Contents] = []
    with patch.object(driver, "write", lambda contents, _out: kept.append(contents)):
        small.build_from(corpus, spare)
    return kept[0]


def work_of(kind: str, out: Path, corpora: list[Path]) -> Callable[[int], None]:
    """What a child does: one build, or the last stage of builds one after the other until it is killed."""
    if kind == "build":
        return lambda place: small.build_from(corpora[place % 2], out)
    ready = [contents_of(corpus, out) for corpus in corpora]

    def write_on(start: int) -> None:
        for place in count(start):
            write(ready[place % 2], out)

    return write_on


def killed(work: Callable[[int], None], place: int, delay: float) -> bool:
    """True when a child that works was killed after `delay` seconds, false when it had ended by then."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work(place)
            status = 0
        finally:
            os._exit(status)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _pid, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status) and os.waitstatus_to_exitcode(status):
        raise SystemExit("un enfant a échoué")
    return os.WIFSIGNALED(status)


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
    whole = []
    for corpus in corpora:
        started = time.perf_counter()
        small.build_from(corpus, out)
        lasts = time.perf_counter() - started
        whole.append(out.read_bytes())
    # The last stage alone, begun again and again, is killed sooner, and often after a base took its place.
    longest = lasts if kind == "build" else lasts / 2
    work = work_of(kind, out, corpora)
    seen = {"killed": 0, "torn": 0, "unopened": 0, "swapped": 0, "aside": 0, "most_aside": 0}
    last = out.read_bytes()
    for place in range(times):
        seen["killed"] += killed(work, place, chance.uniform(0, longest))
        now, left = out.read_bytes(), len(list(out.parent.glob(f".{out.name}.*")))
        seen["torn"] += now not in whole
        seen["unopened"] += not is_opened(out)
        seen["swapped"] += now != last
        seen["aside"] += left > 0
        seen["most_aside"] = max(seen["most_aside"], left)
        last = now
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    main()

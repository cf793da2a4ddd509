"""Keep so many workers alive: one that dies, stops, or whose loop no longer turns is replaced; all of them end when asked to.

They are forked from the supervisor, which has opened all that they need: another is there at once.

uvicorn's own supervisor asks a thread of the worker, which answers for a loop that is stuck, and asks one worker after the other.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from ctypes import c_double
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

_log = logging.getLogger(__name__)
# A supervisor has one thread: what it forks finds no lock held by another.
FORKED = multiprocessing.get_context(None if sys.platform == "win32" else "fork")
# Seconds between two beats of a worker; those given to its first.
BEAT = 0.1
_FIRST = 1.5
# Between two looks at the workers. One that came so much later was stopped, and they perhaps with it.
_LOOK = 0.05
_ASLEEP = 0.5
# For all of them to end.
_ENDING = 2.5
_STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@dataclass(frozen=True, slots=True)
class Task:
    """What a process does, given where to write the hour of its last beat; the seconds without one after which it is replaced."""

    does: Callable[[c_double], None]
    silent: float


@dataclass(frozen=True, slots=True)
class _Worker:
    """A process, and the hour of its last beat, in memory that it shares."""

    task: Task
    process: BaseProcess
    last: c_double


class Supervisor:
    """A process for each task."""

    def __init__(self, tasks: Sequence[Task], meanwhile: Callable[[], None]) -> None:
        """Prepare; `meanwhile` is called some times a second, and must not last."""
        self.tasks, self.meanwhile = tasks, meanwhile
        self._stopping = False

    def run(self) -> None:
        """Start the workers, and see to them until a signal says to stop."""
        former = {number: signal.signal(number, self._stop) for number in _STOPS}
        workers = [_started(task) for task in self.tasks]
        try:
            looked = time.monotonic()
            while not self._stopping:
                wait([worker.process.sentinel for worker in workers], _LOOK)
                former_look, looked = looked, time.monotonic()
                if looked - former_look > _ASLEEP:
                    for worker in workers:
                        worker.last.value = looked
                # Those that were asked to stop with this process are not replaced.
                if not self._stopping:
                    workers = [_replaced(worker) if _lost(worker, looked) else worker for worker in workers]
                    self.meanwhile()
        finally:
            _end(workers)
            for number, handler in former.items():
                signal.signal(number, handler)

    def _stop(self, *_signal: object) -> None:
        self._stopping = True


def _started(task: Task) -> _Worker:
    last = FORKED.RawValue(c_double, time.monotonic() + _FIRST - task.silent)
    process = FORKED.Process(target=_perform, args=(task, last))
    process.start()
    return _Worker(task, process, last)


def _replaced(worker: _Worker) -> _Worker:
    """Another worker in the place of one that is dead or as good as dead; what it had begun is lost with it."""
    # It looks for the folder of the counts when it is imported.
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    worker.process.kill()
    worker.process.join()
    mark_process_dead(worker.process.pid)  # type: ignore[no-untyped-call]
    status = worker.process.exitcode
    _log.warning("un processus ne répondait plus, un autre le remplace", extra={"fields": {"status": status}})
    return _started(worker.task)


def _lost(worker: _Worker, now: float) -> bool:
    """True when a worker is dead, silent, or stopped by a signal: the silence of that one need not be waited for."""
    if not worker.process.is_alive() or now - worker.last.value > worker.task.silent:
        return True
    if not hasattr(os, "waitid"):
        # On macOS, before Python 3.13.
        return False
    try:
        return os.waitid(os.P_PID, worker.process.pid or 0, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        # It died since it was last looked at.
        return True


def _end(workers: list[_Worker]) -> None:
    """Ask the workers to end, and end those that do not."""
    for worker in workers:
        worker.process.terminate()
    limit = time.monotonic() + _ENDING
    for worker in workers:
        worker.process.join(max(0.0, limit - time.monotonic()))
        worker.process.kill()
        worker.process.join()


def _perform(task: Task, last: c_double) -> None:
    """What a worker does: the handlers that it has from its parent are not for it."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_DFL)
    with contextlib.suppress(KeyboardInterrupt):
        task.does(last)


def beat(last: c_double) -> None:
    """Say that this worker lives; end it at once when its supervisor is gone."""
    supervisor = multiprocessing.parent_process()
    if supervisor is not None and os.getppid() != supervisor.pid:
        os._exit(1)
    last.value = time.monotonic()

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
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

_log = logging.getLogger(__name__)
# A supervisor has one thread: what it forks finds no lock held by another.
FORKED = multiprocessing.get_context(None if sys.platform == "win32" else "fork")
# Seconds between two beats of a worker; those given to its first.
BEAT = 0.1
_FIRST = 1.5
# Between two looks at the workers. One that came so much later was stopped itself, and has had news of nobody meanwhile.
_LOOK = 0.05
_ASLEEP = 0.5
# For all of them to end.
_ENDING = 2.5
_STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@dataclass(frozen=True, slots=True)
class Task:
    """What a process does, given a pipe to beat on; the seconds without a beat after which it is replaced."""

    does: Callable[[Connection], None]
    silent: float


@dataclass(slots=True)
class _Worker:
    """A process, the end of the pipe where its beats arrive, and when the next is due at the latest."""

    task: Task
    process: BaseProcess
    pulse: Connection
    due: float


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
                ready = wait([worker.pulse for worker in workers], _LOOK)
                now = time.monotonic()
                slept, looked = now - looked > _ASLEEP, now
                for worker in workers:
                    if worker.pulse in ready or slept:
                        _take_in(worker, now)
                # Those that were asked to stop with this process are not replaced.
                if not self._stopping:
                    workers = [
                        worker if worker.due > now and not _halted(worker) else _replaced(worker) for worker in workers
                    ]
                    self.meanwhile()
        finally:
            _end(workers)
            for number, handler in former.items():
                signal.signal(number, handler)

    def _stop(self, *_signal: object) -> None:
        self._stopping = True


def _started(task: Task) -> _Worker:
    pulse, own = FORKED.Pipe(duplex=False)
    process = FORKED.Process(target=_perform, args=(task, own))
    process.start()
    own.close()
    return _Worker(task, process, pulse, time.monotonic() + _FIRST)


def _replaced(worker: _Worker) -> _Worker:
    """Another worker in the place of one that is dead or as good as dead; what it had begun is lost with it."""
    worker.process.kill()
    worker.process.join()
    worker.pulse.close()
    status = worker.process.exitcode
    _log.warning("un processus ne répondait plus, un autre le remplace", extra={"fields": {"status": status}})
    return _started(worker.task)


def _take_in(worker: _Worker, now: float) -> None:
    """Take in the beats that have come; the end of the pipe is that of the worker."""
    try:
        while worker.pulse.poll():
            worker.pulse.recv_bytes()
    except (EOFError, OSError):
        worker.due = 0.0
    else:
        worker.due = now + worker.task.silent


def _halted(worker: _Worker) -> bool:
    """True when a signal has stopped the process, or when it is gone: its silence need not be waited for."""
    if not hasattr(os, "waitid"):
        # On macOS, before Python 3.13.
        return False
    try:
        return os.waitid(os.P_PID, worker.process.pid or 0, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        # It died since its pipe was listened to, and was taken away when another was started.
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


def _perform(task: Task, pulse: Connection) -> None:
    """What a worker does: the handlers that it has from its parent are not for it."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_DFL)
    os.set_blocking(pulse.fileno(), False)
    with contextlib.suppress(KeyboardInterrupt):
        task.does(pulse)


def beat(pulse: Connection) -> None:
    """Say that this worker lives; end it at once when its supervisor is gone."""
    supervisor = multiprocessing.parent_process()
    if supervisor is not None and os.getppid() != supervisor.pid:
        os._exit(1)
    # A supervisor that is stopped itself will find more beats than it needs.
    with contextlib.suppress(OSError):
        pulse.send_bytes(b"")

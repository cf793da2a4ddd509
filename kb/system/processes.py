"""Other processes that work for this one: started first of all, for they take a while to be ready."""

import atexit
import gc
import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self, TypeVar

_Asked = TypeVar("_Asked")
_Made = TypeVar("_Made")


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def uncollected() -> Iterator[None]:
    """Have nobody look for cycles among millions of values that are all kept to the end, and of which few are in any."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def ends_at_once() -> None:
    """Have this process end without looking for cycles in all that it holds: its memory goes back to the system whole."""
    atexit.register(gc.freeze)


class Workers:
    """Some processes that work for this one; what they cannot do is done here, so that all goes as with this one alone."""

    def __init__(self, processes: int = 1, module: str = "") -> None:
        """Start them, unless one is enough, which is this one; `module` is what each must load to be ready."""
        before = multiprocessing.active_children()
        self._pool = _pool(processes, module) if processes > 1 else None
        self._others = [child for child in multiprocessing.active_children() if child not in before]

    def __enter__(self) -> Self:
        """Themselves."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, fault: BaseException | None, _where: TracebackType | None
    ) -> None:
        """Stop the others; in the middle of their work when something went wrong, or somebody asked to stop."""
        if fault is not None:
            for other in self._others:
                other.kill()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def made(
        self, function: Callable[[_Asked], _Made], asked: Sequence[_Asked], weight: Callable[[_Asked], int]
    ) -> list[_Made]:
        """What a function makes of each thing asked, in their order, the heaviest begun first.

        Raises:
            ArbitreError: the function did: of several faults the first, as one process would meet it.
        """
        if self._pool is not None:
            with suppress(BrokenExecutor):
                heaviest_first = sorted(range(len(asked)), key=lambda place: -weight(asked[place]))
                futures = {place: self._pool.submit(function, asked[place]) for place in heaviest_first}
                return [futures[place].result() for place in range(len(asked))]
        return [function(one) for one in asked]


def _pool(count: int, module: str) -> ProcessPoolExecutor | None:
    """So many processes, on their way already, each to load a module; none where the system has no means for it."""
    try:
        # New processes, not copies of this one, whose threads may hold anything at that moment.
        others = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _dependent)
        with _unheard():
            for _other in range(count):
                others.submit(_ready, module)
    except (NotImplementedError, OSError):
        return None
    return others


@contextmanager
def _unheard() -> Iterator[None]:
    """Have the keys that stop a command wait: a process that is started meanwhile never hears them, this one does at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _dependent() -> None:
    """Live no longer than the first process, which alone says what stopped it; look for no cycles."""
    ends_at_once()
    gc.disable()
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    """End with the first process, even one that was killed."""
    first = multiprocessing.parent_process()
    if first is not None:
        first.join()
        os._exit(1)


def _ready(module: str) -> None:
    importlib.import_module(module)

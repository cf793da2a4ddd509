"""Other processes that make pages beside this one: started first of all, for they take a while to be ready."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import ParamSpec, TypeVar

from kb.store import WorkInfo

# Below so many provisions, another process takes longer to start than it spares.
_WORTH = 600

_Asked = ParamSpec("_Asked")
_Made = TypeVar("_Made")


class Workers:
    """Other processes; none where there is one processor, or little to do. `shares` are the works that each is to make."""

    def __init__(self, works: Sequence[WorkInfo]) -> None:
        """Start them, and share the works out: the lightest share is left to this process, which has the rest to make."""
        wanted = min(_processors(), len(works)) if sum(work.nodes for work in works) > _WORTH else 1
        self._pool = _pool(wanted - 1) if wanted > 1 else None
        self.shares = _shares(works, wanted)[1:] if self._pool is not None else []

    def submit(
        self, function: Callable[_Asked, _Made], /, *args: _Asked.args, **values: _Asked.kwargs
    ) -> Future[_Made]:
        """Have one of them do something. The future fails with `BrokenExecutor` when they are no more."""
        try:
            if self._pool is not None:
                return self._pool.submit(function, *args, **values)
            fault = BrokenExecutor()
        except BrokenExecutor as broken:
            fault = broken
        failed: Future[_Made] = Future()
        failed.set_exception(fault)
        return failed

    def close(self) -> None:
        """Stop them."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _pool(count: int) -> ProcessPoolExecutor | None:
    """So many processes, on their way already; none where the system has no means for it."""
    try:
        # New processes, not copies of this one, whose threads may hold anything at that moment.
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _heedless)
        for _worker in range(count):
            pool.submit(_ready)
    except (NotImplementedError, OSError):
        return None
    return pool


def _heedless() -> None:
    """The keys that stop a command stop its first process, which stops the others: they have nothing to say."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _ready() -> None:
    """Load what makes pages."""
    importlib.import_module("kb.site.games")


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shares(works: Sequence[WorkInfo], count: int) -> list[list[str]]:
    """The works in as many shares of nearly one weight, the heaviest works given first; the first share is the lightest."""
    shares: list[list[str]] = [[] for _share in range(count)]
    weights = [0] * count
    for work in sorted(works, key=lambda work: (-work.nodes, work.work)):
        lightest = weights.index(min(weights))
        shares[lightest].append(work.work)
        weights[lightest] += work.nodes
    return [share for _weight, share in sorted(zip(weights, shares, strict=True))]

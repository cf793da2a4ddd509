"""Other processes that make pages beside this one: started first of all, for they take a while to be ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from kb.store import WorkInfo
from kb.workers import pool, processors

# Below so many provisions, another process takes longer to start than it spares.
_WORTH = 600

_Asked = ParamSpec("_Asked")
_Made = TypeVar("_Made")


class Workers:
    """Other processes; none where there is one processor, or little to do. `shares` are the works that each is to make."""

    def __init__(self, works: Sequence[WorkInfo]) -> None:
        """Start them, and share the works out: the lightest share is left to this process, which has the rest to make."""
        wanted = min(processors(), len(works)) if sum(work.nodes for work in works) > _WORTH else 1
        self._pool = pool(wanted - 1, "kb.site.games") if wanted > 1 else None
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

    def __enter__(self) -> Self:
        """Themselves."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _fault: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Stop them; where something failed, wait until they write nothing more."""
        if self._pool is not None:
            self._pool.shutdown(wait=kind is not None, cancel_futures=True)


def _shares(works: Sequence[WorkInfo], count: int) -> list[list[str]]:
    """The works in as many shares of nearly one weight, the heaviest works given first; the first share is the lightest."""
    shares: list[list[str]] = [[] for _share in range(count)]
    weights = [0] * count
    for work in sorted(works, key=lambda work: (-work.nodes, work.work)):
        lightest = weights.index(min(weights))
        shares[lightest].append(work.work)
        weights[lightest] += work.nodes
    return [share for _weight, share in sorted(zip(weights, shares, strict=True))]

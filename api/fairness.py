"""The places of a worker: clients take them in turn, one each, and who has most waiting is refused when too many wait."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from weakref import WeakValueDictionary

from api.clients import heaviest
from api.settings import Limits

# Seconds past its time after which a computation is taken to have no end.
_ENDLESS = 5.0


class Places:
    """A client waits for its own former computation, then with the others for a place, then for what began just before."""

    def __init__(self, limits: Limits) -> None:
        """Start empty."""
        self.limits = limits
        self._lanes: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._free, self._young = asyncio.Semaphore(limits.running), asyncio.Lock()
        # The patience of each that waits, with its client, the first that came first; when each that computes has begun.
        self._waiting: dict[asyncio.Timeout, str] = {}
        self._begun: dict[ExitStack, float] = {}

    def stuck(self) -> bool:
        """True when a computation has long been past its time: it may hold its place for ever."""
        limit = time.monotonic() - self.limits.answering - _ENDLESS
        return any(begun < limit for begun in self._begun.values())

    async def taken(self, client: str) -> ExitStack | None:
        """A place, at once or in turn, which is closed to give it back; or None when there is none to be had in time."""
        lane = self._lanes.setdefault(client, asyncio.Lock())
        with ExitStack() as place:
            young = place.enter_context(ExitStack())
            try:
                async with asyncio.timeout(self.limits.patience) as patience:
                    with self._waits(client, patience):
                        for gate, held in ((lane, place), (self._free, place), (self._young, young)):
                            await gate.acquire()
                            held.callback(gate.release)
            except TimeoutError:
                return None
            # What is long lets another begin.
            asyncio.get_running_loop().call_later(self.limits.turn, young.close)
            begun = place.pop_all()
        self._begun[begun] = time.monotonic()
        begun.callback(self._begun.pop, begun)
        return begun

    @contextmanager
    def _waits(self, client: str, patience: asyncio.Timeout) -> Iterator[None]:
        """Wait among others; when that makes too many, the last that came of the client that has most waits no more."""
        self._waiting[patience] = client
        if len(self._waiting) > self.limits.waiting:
            greedy = heaviest(self._waiting.values())
            refused = next(one for one in reversed(self._waiting) if self._waiting[one] == greedy)
            del self._waiting[refused]
            if not refused.expired():
                refused.reschedule(0)
        try:
            yield
        finally:
            self._waiting.pop(patience, None)

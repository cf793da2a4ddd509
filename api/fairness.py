"""The places of a worker: which of those that wait is computed next, and who is refused when too many wait."""

import asyncio
import math
import time
from collections import deque
from contextlib import ExitStack

from api.settings import Limits

# Seconds after which half of what a client has used is forgotten, and what is too little to differ from nothing.
_HALF, _NOTHING = 5.0, 1e-3
# How many times as much a client has used that has clearly used more.
_CLEARLY = 1.25
# Clients past which those that used next to nothing are forgotten.
_KNOWN = 4096
# Seconds past its time after which a computation is taken to have no end.
_ENDLESS = 5.0


class Places:
    """Places go first to the client that has used the least of the processor lately, and no client has two."""

    def __init__(self, limits: Limits) -> None:
        """Start empty."""
        self.limits = limits
        # When each that computes has begun; for each that waits, whether it is given a place.
        self._running: dict[str, float] = {}
        self._waiting: dict[str, deque[asyncio.Future[bool]]] = {}
        # Seconds computed for each client, as if all at the time next to them.
        self._used: dict[str, tuple[float, float]] = {}

    def stuck(self) -> bool:
        """True when a computation has long been past its time: it may hold its place for ever."""
        limit = time.monotonic() - self.limits.answering - _ENDLESS
        return any(since < limit for since in self._running.values())

    async def taken(self, client: str) -> ExitStack | None:
        """A place, at once or in turn, which is closed to give it back; or None when there is none to be had in time."""
        asked: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(asked)
        self._dispatch()
        if sum(map(len, self._waiting.values())) > self.limits.waiting:
            heaviest = max(self._waiting, key=lambda one: len(self._waiting[one]))
            self._answer(heaviest, self._waiting[heaviest][-1], given=False)
        try:
            await asyncio.wait([asked], timeout=self.limits.patience)
        except asyncio.CancelledError:
            if asked.done() and asked.result():
                self._left(client)
            raise
        finally:
            if not asked.done():
                self._answer(client, asked, given=False)
        if not asked.result():
            return None
        place = ExitStack()
        place.callback(self._left, client)
        return place

    def _left(self, client: str) -> None:
        now = time.monotonic()
        self._used[client] = self._usage(client, now) + now - self._running.pop(client), now
        if len(self._used) > _KNOWN:
            self._used = {one: used for one, used in self._used.items() if self._usage(one, now) > _NOTHING}
        self._dispatch()

    def _dispatch(self) -> None:
        """Give the places that are free; look again when what runs has had its turn."""
        now = time.monotonic()
        while len(self._running) < self.limits.running:
            free = [client for client in self._waiting if client not in self._running]
            if not free:
                return
            client = min(free, key=lambda one: self._usage(one, now))
            # Who has used clearly less does not wait for the turn of who has used more.
            little = _CLEARLY * self._usage(client, now) + self.limits.turn
            peers = [since for one, since in self._running.items() if self._usage(one, now) <= little]
            fresh = max((since + self.limits.turn - now for since in peers), default=0.0)
            if fresh > 0:
                asyncio.get_running_loop().call_later(fresh, self._dispatch)
                return
            self._running[client] = now
            self._answer(client, self._waiting[client][0], given=True)

    def _answer(self, client: str, asked: asyncio.Future[bool], *, given: bool) -> None:
        """Answer one that waits, who waits no more."""
        asked.set_result(given)
        self._waiting[client].remove(asked)
        if not self._waiting[client]:
            del self._waiting[client]

    def _usage(self, client: str, now: float) -> float:
        used, then = self._used.get(client, (0.0, now))
        return used * math.exp2((then - now) / _HALF)

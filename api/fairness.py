"""The places of a worker: which of those that wait is computed next, and who is refused when too many wait."""

import asyncio
import math
import time
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum

from api.settings import Limits

# Seconds after which half of what a client has used is forgotten, and what is too little to differ from nothing.
_HALF, _NOTHING = 5.0, 1e-3
# How many times as much a client has used that has clearly used more.
_CLEARLY = 1.25
# Clients past which those that used next to nothing are forgotten.
_KNOWN = 4096
# Seconds past its time after which a computation is taken to have no end.
_ENDLESS = 5.0


class Refusal(StrEnum):
    """Why a request is refused a place: the worker has too much to do, or its client asks for more than its share."""

    BUSY = "charge"
    SHARE = "part"


@dataclass(slots=True, eq=False)
class Computation:
    """What holds a place: whose it is, and since when."""

    client: str
    since: float = field(default_factory=time.monotonic)


class Places:
    """Places go first to the client that has used the least of the processor lately, and no client has two."""

    def __init__(self, limits: Limits) -> None:
        """Start empty."""
        self.limits = limits
        self._running: set[Computation] = set()
        self._waiting: dict[str, deque[asyncio.Future[Computation | Refusal]]] = {}
        self._timer: asyncio.TimerHandle | None = None
        # Seconds computed for each client, as if all at the time next to them.
        self._used: dict[str, tuple[float, float]] = {}

    def stuck(self) -> bool:
        """True when a computation has long been past its time: it may hold its place for ever."""
        limit = time.monotonic() - self.limits.answering - _ENDLESS
        return any(one.since < limit for one in self._running)

    def others(self, client: str) -> bool:
        """True when a computation of another client runs or waits."""
        return any(one.client != client for one in self._running) or any(one != client for one in self._waiting)

    async def taken(self, client: str) -> Computation | Refusal:
        """A place, at once or in turn; or why there is none to be had."""
        asked: asyncio.Future[Computation | Refusal] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(asked)
        self._dispatch()
        if sum(map(len, self._waiting.values())) > self.limits.waiting:
            self._refuse_one()
        try:
            await asyncio.wait([asked], timeout=self.limits.patience)
        except asyncio.CancelledError:
            self._withdraw(client, asked)
            raise
        if asked.done():
            return asked.result()
        self._withdraw(client, asked)
        return self._why(client)

    def left(self, place: Computation) -> None:
        """Give a place back."""
        if place in self._running:
            now = time.monotonic()
            self._running.discard(place)
            self._used[place.client] = self._usage(place.client, now) + now - place.since, now
            if len(self._used) > _KNOWN:
                self._used = {one: used for one, used in self._used.items() if self._usage(one, now) > _NOTHING}
            self._dispatch()

    def _dispatch(self) -> None:
        """Give the places that are free; look again when what runs has had its turn."""
        now = time.monotonic()
        while self._waiting and len(self._running) < self.limits.running:
            busy = {one.client for one in self._running}
            free = [client for client in self._waiting if client not in busy]
            if not free:
                return
            client = min(free, key=lambda one: self._usage(one, now))
            # Who has used clearly less does not wait for the turn of who has used more.
            little = _CLEARLY * self._usage(client, now) + self.limits.turn
            peers = [one for one in self._running if self._usage(one.client, now) <= little]
            fresh = max((one.since + self.limits.turn - now for one in peers), default=0.0)
            if fresh > 0:
                self._look_again(fresh)
                return
            place = Computation(client, now)
            self._running.add(place)
            self._next(client, place)

    def _look_again(self, after: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(after, self._dispatch)

    def _next(self, client: str, answer: Computation | Refusal, *, last: bool = False) -> None:
        """Answer one that waits: the first that came, or the last."""
        queue = self._waiting[client]
        asked = queue.pop() if last else queue.popleft()
        self._drop_empty(client)
        asked.set_result(answer)

    def _refuse_one(self) -> None:
        """Refuse the last that came of the client that has most waiting."""
        heaviest = max(self._waiting, key=lambda one: len(self._waiting[one]))
        self._next(heaviest, self._why(heaviest), last=True)

    def _why(self, client: str) -> Refusal:
        others = {*self._waiting, *(one.client for one in self._running)} - {client}
        now = time.monotonic()
        most = max((self._usage(one, now) for one in others), default=float("inf"))
        return Refusal.SHARE if self._usage(client, now) > most else Refusal.BUSY

    def _withdraw(self, client: str, asked: asyncio.Future[Computation | Refusal]) -> None:
        """Wait no more; give back the place that was just given."""
        if not asked.done():
            self._waiting[client].remove(asked)
            self._drop_empty(client)
        elif isinstance(place := asked.result(), Computation):
            self.left(place)

    def _drop_empty(self, client: str) -> None:
        if not self._waiting[client]:
            del self._waiting[client]

    def _usage(self, client: str, now: float) -> float:
        used, then = self._used.get(client, (0.0, now))
        return used * math.exp2((then - now) / _HALF)

"""The connections of a worker: clients are served in turn, and when there are too many, who has most loses the most silent one."""

import asyncio
import functools
import ipaddress
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.clients import client
from api.middleware import guards
from api.problems import problem

# What all proxies are.
_PROXIES = "proxies"
# Seconds between two pieces of a client for each that it has waiting, besides others; and the most.
_REST, _LONGEST_REST = 0.002, 0.05


class Connections:
    """Those that are open, by client, the most silent first. A proxy holds those of many: it has no share."""

    def __init__(self, most: int, proxies: Sequence[str], others: Callable[[str], bool]) -> None:
        """Start from nothing; `proxies` are addresses or networks, `others` tells whether any but a client is being answered."""
        self.most, self.proxies = most, [ipaddress.ip_network(proxy) for proxy in proxies]
        self._held: defaultdict[str, dict[Watched, None]] = defaultdict(dict)
        self._count = 0
        self.turns = Turns(others)

    def opened(self, connection: "Watched") -> None:
        """Take in one more; close another if that makes too many."""
        self._held[connection.client][connection] = None
        self._count += 1
        if self._count > self.most:
            heaviest = max(self._held, key=lambda one: (one != _PROXIES, len(self._held[one])))
            silent = next(iter(self._held[heaviest]))
            self.closed(silent)
            silent.transport.abort()

    def client(self, address: str) -> str:
        """Whose the connections from an address are."""
        trusted = self.proxies and any(ipaddress.ip_address(address) in network for network in self.proxies)
        return _PROXIES if trusted else client(address)

    def received(self, connection: "Watched") -> None:
        """Note that something came."""
        held = self._held[connection.client]
        if held.pop(connection, self) is None:
            held[connection] = None

    def closed(self, connection: "Watched") -> None:
        """Forget one; twice does no harm."""
        held = self._held[connection.client]
        self._count -= held.pop(connection, self) is None
        if not held:
            del self._held[connection.client]


class Turns:
    """What has come is taken a piece of each client at a time, however much one sends.

    Who has more waiting rests between two pieces while another client is answered: to read and refuse takes from what computes, too.
    Who has little waiting rests little.
    """

    def __init__(self, others: Callable[[str], bool]) -> None:
        """Start from nothing; `others` tells whether any but a client is being answered."""
        self._others = others
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def wait(self, client: str, take: Callable[[], None]) -> None:
        """Have something done in the turn of a client."""
        if client not in self._waiting:
            asyncio.get_running_loop().call_soon(self._turn, client)
        self._waiting.setdefault(client, deque()).append(take)

    def _turn(self, client: str) -> None:
        waiting = self._waiting[client]
        take = waiting.popleft()
        if waiting:
            rests = client != _PROXIES and self._others(client)
            rest = min(_REST * len(waiting), _LONGEST_REST) if rests else 0.0
            asyncio.get_running_loop().call_later(rest, self._turn, client)
        else:
            del self._waiting[client]
        take()


class Gathered:
    """A transport that sends in one piece what is written to it at one go: an answer leaves whole, its head with its body, or not at all.

    A proxy asks again for what it has seen nothing of; not for an answer whose head it has passed on.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        """Hold nothing yet."""
        self._transport, self._held = transport, list[bytes]()
        self.paused = False

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the transport has it
        """All else is as it was."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send with what else is written before the loop turns."""
        if not self._held:
            asyncio.get_running_loop().call_soon(self._send)
        self._held.append(data)

    def pause_reading(self) -> None:
        """Read no more until asked to, whoever's turn it is."""
        self.paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        self.paused = False
        self._transport.resume_reading()

    def close(self) -> None:
        """Send what is held, then close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        if self._held and not self._transport.is_closing():
            self._transport.write(b"".join(self._held))
        self._held.clear()


class Watched:
    """A protocol of uvicorn's, between whose connection and whom nothing stands but the count."""

    transport: asyncio.Transport
    gathered: Gathered
    client: str

    def __init__(self, inner: asyncio.Protocol, connections: Connections) -> None:
        """Pass on to `inner` all that comes."""
        self.inner, self.connections = inner, connections

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the protocol has it
        """All else is as it was."""
        return getattr(self.inner, name)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """One more."""
        peer = transport.get_extra_info("peername")
        self.transport = cast("asyncio.Transport", transport)
        self.client = self.connections.client(peer[0]) if peer else ""
        self.gathered = Gathered(self.transport)
        self.inner.connection_made(cast("asyncio.BaseTransport", self.gathered))
        self.connections.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """One less."""
        self.connections.closed(self)
        self.inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something came; nothing more is read before its turn."""
        self.connections.received(self)
        self.transport.pause_reading()
        self.connections.turns.wait(self.client, functools.partial(self._take, data))

    def _take(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self.gathered.paused:
            self.transport.resume_reading()
        self.inner.data_received(data)


class _Spoken(H11Protocol):
    """uvicorn's own, but for what it says of what is no request."""

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as uvicorn has it
        """Refuse what came as anything else is refused."""
        detail = "ce qui est arrivé n'est pas une requête HTTP/1.1 lisible"
        answer = problem(400, "requete-illisible", detail, "", {"Connection": "close", "Cache-Control": "no-store"})
        headers = [*answer.raw_headers, *guards(answer.raw_headers, with_texts=True)]
        head = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (head, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def protocol(connections: Connections) -> Callable[..., Watched]:
    """What uvicorn makes for each connection."""

    def made(**given: Any) -> Watched:  # noqa: ANN401 - as uvicorn gives it
        return Watched(_Spoken(**given), connections)

    return made

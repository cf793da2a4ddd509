"""Attacks on a service, each by a process apart and from an address of its own: what `service` sets honest clients beside.

python -m tests.bench.attacks NAME PORT SECONDS
"""

import asyncio
import contextlib
import json
import os
import random
import socket
import string
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager

from kb.system import bounds

ATTACKER = "127.0.66.6"
_ASKERS, _IDLE, _SLOW, _WORDS = 32, 2600, 300, 130
_HEAD = (
    "{method} {place} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
)
_SAID = ["figurine", "unité", "charge", "tir", "combat", "portée", "mouvement", "couvert", "moral", "dégâts"]


async def words(port: int) -> None:
    """A question of random words, none of which is in a book, as long as it may be."""
    chance = random.Random()  # noqa: S311 - words, not secrets
    some = ("".join(chance.choices(string.ascii_lowercase, k=7)) for _one in range(_WORDS))
    await _sent(port, _request("GET", f"/v1/ask?q={'+'.join(some)[:1000]}"))


async def idle(port: int) -> None:
    """Connections that say nothing."""
    with contextlib.ExitStack() as held:
        for _one in range(_IDLE):
            with contextlib.suppress(OSError):
                _reader, writer = await _connected(port)
                held.callback(writer.close)
        await asyncio.sleep(60)


async def slow(port: int) -> None:
    """A body that comes a byte at a time."""
    with contextlib.suppress(OSError):
        _reader, writer = await _connected(port)
        writer.write(_request("POST", "/v1/games/t9a/order", length=5000))
        for _byte in range(5000):
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.2)


async def huge(port: int) -> None:
    """A body larger than any is allowed to be."""
    await _sent(port, _request("POST", "/v1/games/t9a/order", length=10_000_000) + b"z" * 1_000_000)


async def batches(port: int) -> None:
    """A request for the engine, as large as it may be."""
    await _posted(port, "/v1/games/t9a/order", _batch(bounds.REQUEST_PARTS, "é" * 280))


async def excess(port: int) -> None:
    """A request for the engine of more parts than it takes, as many as a body holds."""
    await _posted(port, "/v1/games/t9a/order", _batch(1300, ""))


async def quotes(port: int) -> None:
    """As many quotes as may be checked at once, in words of the books, that stand nowhere."""
    chance = random.Random()  # noqa: S311 - words, not secrets
    claims = [{"id": "t9a/base", "quote": " ".join(chance.choices(_SAID, k=110))} for _one in range(50)]
    await _posted(port, "/v1/verify", {"game": "t9a", "claims": claims})


# Each attack, and how many go on with it at once.
ATTACKS: dict[str, tuple[Callable[[int], Awaitable[None]], int]] = {
    "mots au hasard": (words, _ASKERS),
    "connexions muettes": (idle, 1),
    "corps lents": (slow, _SLOW),
    "corps énormes": (huge, _ASKERS),
    "longues demandes": (batches, _ASKERS),
    "demandes trop longues": (excess, _ASKERS),
    "citations introuvables": (quotes, _ASKERS),
}


@contextmanager
def attacking(name: str, port: int, seconds: float) -> Iterator[None]:
    """Attack for as long as the block lasts."""
    command = [sys.executable, "-m", "tests.bench.attacks", name, str(port), str(seconds)]
    with subprocess.Popen(command) as process:
        time.sleep(2)
        try:
            yield
        finally:
            process.terminate()


def _batch(count: int, more: str) -> dict[str, object]:
    items = [{"label": f"{n}{more}", "owner": "A", "agility": n % 10} for n in range(count)]
    return {"situation": "initiative", "items": items}


async def _posted(port: int, place: str, body: Mapping[str, object]) -> None:
    sent = json.dumps(body, ensure_ascii=False).encode()
    await _sent(port, _request("POST", place, length=len(sent)) + sent)


def _request(method: str, place: str, length: int = 0) -> bytes:
    return _HEAD.format(method=method, place=place, length=length).encode()


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))


async def _sent(port: int, request: bytes) -> None:
    """Send, wait for the beginning of an answer, and leave."""
    with contextlib.suppress(OSError):
        reader, writer = await _connected(port)
        try:
            writer.write(request)
            await reader.read(100)
        finally:
            writer.close()


async def _attack(name: str, port: int, seconds: float) -> None:
    attack, count = ATTACKS[name]
    limit = time.monotonic() + seconds

    async def again() -> None:
        while time.monotonic() < limit:
            await attack(port)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(again() for _one in range(count)))


if __name__ == "__main__":
    # What attacks from elsewhere takes nothing of the processors of a service.
    with contextlib.suppress(AttributeError):
        os.nice(19)
    with contextlib.suppress(ImportError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    socket.setdefaulttimeout(10)
    asyncio.run(_attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))

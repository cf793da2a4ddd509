"""One connection of a load generator: the least HTTP that measures a service, so that the core it runs on serves."""

from __future__ import annotations

import asyncio
import re

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_END = b"\r\n\r\n"
_REQUEST = "GET {target} HTTP/1.1\r\nHost: {host}\r\nAccept: application/json\r\n\r\n"


class Connection(asyncio.Protocol):
    """A connection kept open, one request at a time; opened again when the service has closed it."""

    def __init__(self, host: str, port: int) -> None:
        """Open at the first request."""
        self.host, self.port = host, port
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[int] | None = None
        self._received = bytearray()
        self._whole = 0

    async def get(self, target: str) -> int:
        """The status of an answer, read whole; 0 when the connection failed."""
        loop = asyncio.get_running_loop()
        try:
            if self._transport is None or self._transport.is_closing():
                await loop.create_connection(lambda: self, self.host, self.port)
        except OSError:
            return 0
        self._received, self._whole, self._answer = bytearray(), 0, loop.create_future()
        if self._transport is not None:
            self._transport.write(_REQUEST.format(target=target, host=self.host).encode())
        return await self._answer

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to write."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Part of an answer; the last one gives its status."""
        self._received += data
        if not self._whole and (end := self._received.find(_END)) >= 0:
            length = _LENGTH.search(self._received, 0, end)
            self._whole = end + len(_END) + (int(length[1]) if length else 0)
        if self._whole and len(self._received) >= self._whole:
            self._tell(int(self._received[9:12]))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - told as a status of 0
        """An answer that never came."""
        self._transport = None
        self._tell(0)

    def _tell(self, status: int) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(status)
